import type { Registry } from "prom-client";
import type { Instant } from "../../acoustics/time/instant.ts";
import { readAsUtcResult } from "../../database/queries/imports/import-counts.ts";
import type { Database } from "../../database/client/statement.ts";
import { type DataFigures, readDataFigures } from "../../operator/status/data-figures.ts";
import { createBoundedRead } from "../bounded-read.ts";
import { definerOf } from "./define-metrics.ts";

export interface ScrapeDeadlines {
  /** The deadline of the statements. Values that arrive after the scrape are used by a later scrape. */
  readonly readMilliseconds: number;
  /** The longest wait of a scrape. */
  readonly waitMilliseconds: number;
}

/**
 * Adds the metrics of the data. The returned function updates them and never rejects: metrics that could not be read
 * are absent.
 */
export function createDataMetrics(
  register: Registry,
  openSession: (signal: AbortSignal) => Database,
  clock: () => Instant,
  { readMilliseconds, waitMilliseconds }: ScrapeDeadlines,
): () => Promise<void> {
  const { gauge, counter } = definerOf(register);
  const projectCount = gauge("projects", "Projects in the database.");
  const newest = gauge(
    "newest_sample_timestamp_seconds{project}",
    "The newest sample of any sensor of a project that is not in the future; absent without one.",
  );
  const future = gauge(
    "future_sample_timestamp_seconds{project}",
    "The newest sample of any sensor of a project that is in the future; absent without one.",
  );
  const sensors = gauge(
    "sensors{project,state}",
    "Sensors of a project by state: no_data, ended (the contract or the sensor is over), silent (three intervals without a sample), current.",
  );
  const contractEnd = gauge(
    "contract_end_timestamp_seconds{project}",
    "The end of a project's contract; absent if it is missing or invalid.",
  );
  const afterContract = gauge(
    "sensors_after_contract{project}",
    "Sensors of a project that still deliver although its contract has ended.",
  );
  const importedRows = counter(
    "imported_rows_total{kind,result}",
    "Rows of files and recordings that all processes have imported into this database, by result.",
  );
  const readAsUtc = counter(
    "import_rows_read_as_utc_total{kind}",
    "Imported rows whose times had no offset, and were read as UTC because no zone was named.",
  );
  const lastImport = gauge(
    "last_import_timestamp_seconds",
    "The end of the last import, of whatever kind; absent before the first one.",
  );
  const lastBackup = gauge(
    "last_backup_timestamp_seconds",
    "The moment of the last backup without faults, of any process; 0 before the first one.",
  );
  const keysExpiring = gauge(
    "keys_expiring",
    "API keys in force that expire within 30 days and were not rotated.",
  );
  const keyExpires = gauge(
    "key_expires_timestamp_seconds{key,name}",
    "The end of each of these keys, by its id and its name.",
  );
  const read = createBoundedRead(
    () => readDataFigures(openSession(AbortSignal.timeout(readMilliseconds)), clock()),
    { keptMilliseconds, deadlineMilliseconds: waitMilliseconds },
  );
  const show = ({ projects, imports, ...figures }: DataFigures) => {
    projectCount.set(projects.length);
    lastBackup.set(figures.lastBackup ?? 0);
    for (const project of projects) {
      const labels = { project: project.id };
      if (project.newest !== null) newest.set(labels, project.newest);
      if (project.future !== null) future.set(labels, project.future);
      afterContract.set(labels, project.afterContract);
      if (project.contractEnd !== null) contractEnd.set(labels, project.contractEnd);
      for (const [state, count] of Object.entries(project.sensors)) {
        sensors.set({ ...labels, state }, count);
      }
    }
    for (const { kind, result, rows } of imports) {
      if (result === readAsUtcResult) readAsUtc.inc({ kind }, rows);
      else importedRows.inc({ kind, result }, rows);
    }
    if (imports.length > 0) lastImport.set(Math.max(...imports.map(({ lastAt }) => lastAt)));
    keysExpiring.set(figures.keysExpiring.length);
    for (const { id, name, expiresAt } of figures.keysExpiring) {
      keyExpires.set({ key: id, name }, expiresAt);
    }
  };
  return async () => {
    const figures = await read();
    for (const metric of [
      newest,
      future,
      sensors,
      contractEnd,
      afterContract,
      importedRows,
      readAsUtc,
      keyExpires,
    ]) {
      metric.reset();
    }
    // `reset` would set a metric without labels to 0.
    for (const metric of [projectCount, lastImport, lastBackup, keysExpiring]) metric.remove({});
    if (figures !== null) show(figures);
  };
}

/** Several scrapers, and repeated scrapes, share an answer. */
const keptMilliseconds = 5000;

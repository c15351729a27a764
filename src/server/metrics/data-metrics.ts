import { Counter, Gauge, type Registry } from "prom-client";
import type { Instant } from "../../acoustics/time/instant.ts";
import type { Database } from "../../database/client/statement.ts";
import { type DataFigures, readDataFigures } from "../../operator/status/data-figures.ts";
import { createBoundedRead } from "../bounded-read.ts";

/**
 * Adds the metrics of the data. Their labels have ids of the operator. The returned function brings them up to date,
 * and never rejects: while the database does not answer in time, they are absent.
 */
export function createDataMetrics(
  register: Registry,
  openSession: (signal: AbortSignal) => Database,
  clock: () => Instant,
  { readMilliseconds, waitMilliseconds }: ScrapeDeadlines,
): () => Promise<void> {
  const registers = [register];
  const newest = new Gauge({
    name: "acoustic_newest_sample_timestamp_seconds",
    help: "The newest sample of any sensor of a project that is not in the future; absent without one.",
    labelNames: ["project"],
    registers,
  });
  const future = new Gauge({
    name: "acoustic_future_sample_timestamp_seconds",
    help: "The newest sample of any sensor of a project that is in the future; absent without one.",
    labelNames: ["project"],
    registers,
  });
  const sensors = new Gauge({
    name: "acoustic_sensors",
    help: "Sensors of a project by state: no_data, ended (the contract is over), silent (three intervals without a sample), current.",
    labelNames: ["project", "state"],
    registers,
  });
  const contractEnd = new Gauge({
    name: "acoustic_contract_end_timestamp_seconds",
    help: "The end of a project's contract; absent if it is missing or invalid.",
    labelNames: ["project"],
    registers,
  });
  const afterContract = new Gauge({
    name: "acoustic_sensors_after_contract",
    help: "Sensors of a project that still deliver although its contract has ended.",
    labelNames: ["project"],
    registers,
  });
  const importedRows = new Counter({
    name: "acoustic_imported_rows_total",
    help: "Rows of files and recordings that all processes have imported into this database, by result.",
    labelNames: ["kind", "result"],
    registers,
  });
  const lastImport = new Gauge({
    name: "acoustic_last_import_timestamp_seconds",
    help: "The end of the last import, of whatever kind; absent before the first one.",
    // Without labels, prom-client would show 0 before it is set.
    labelNames: [],
    registers,
  });
  const keysExpiring = new Gauge({
    name: "acoustic_keys_expiring",
    help: "API keys in force that expire within 30 days.",
    labelNames: [],
    registers,
  });
  const read = createBoundedRead(
    () => readDataFigures(openSession(AbortSignal.timeout(readMilliseconds)), clock()),
    { keptMilliseconds, deadlineMilliseconds: waitMilliseconds },
  );
  const show = ({ projects, imports, ...figures }: DataFigures) => {
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
    for (const { kind, result, rows } of imports) importedRows.inc({ kind, result }, rows);
    if (imports.length > 0) lastImport.set(Math.max(...imports.map(({ lastAt }) => lastAt)));
    keysExpiring.set(figures.keysExpiring);
  };
  return async () => {
    const figures = await read();
    for (const metric of [newest, future, sensors, contractEnd, afterContract, importedRows]) {
      metric.reset();
    }
    // `reset` would set a metric without labels to 0.
    for (const metric of [lastImport, keysExpiring]) metric.remove({});
    if (figures !== null) show(figures);
  };
}

export interface ScrapeDeadlines {
  /** For the statements. What is read after the scrape has gone is kept for the next one. */
  readonly readMilliseconds: number;
  /** How long a scrape waits. */
  readonly waitMilliseconds: number;
}

/** Several scrapers, and the probes of one, share an answer. */
const keptMilliseconds = 5000;

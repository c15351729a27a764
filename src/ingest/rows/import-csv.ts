import type { Instant } from "../../acoustics/time/instant.ts";
import type { OperatorDatabase } from "../../database/client/pool.ts";
import { retryConflicts } from "../../database/client/retry-conflicts.ts";
import { foreignKeyViolation, hasSqlState } from "../../database/client/sql-state.ts";
import { selectImportSensors } from "../../database/queries/imports/import-sensors.ts";
import { unknownSensor } from "../csv/csv-format.ts";
import type { CsvTable, SinkCounts } from "../csv/csv-table.ts";
import { createRejectedFile, createRemainingFile } from "../csv/rejected-file.ts";
import type { ReportProgress } from "../input-files.ts";
import { InvalidInput, UnknownSensor, UnusableFile } from "../invalid-input.ts";
import type { CsvFile } from "./csv-file.ts";
import { isJoined } from "./join-samples.ts";
import { withRowsStored } from "./partly-stored.ts";
import {
  analyzedFrom,
  createStepSink,
  createTransactionSink,
  createTrialSink,
  type Sink,
} from "./sinks.ts";
import { type ImportContext, type ProjectCount, storeRows } from "./store-rows.ts";
import { surveyFile } from "./survey-file.ts";

/*
 * A file passes bytes (`text-source.ts`), lines and cells (`csv-records.ts`), records (`read-records.ts`), rows
 * (`store-rows.ts`) and a sink (`sinks.ts`). It is surveyed before (`survey-file.ts`). The form of an instrument is a
 * `CsvFormat`: options of the command (`parseFormatOptions`) go before those of a profile (`parseProfile`).
 */

/** The outcome of one file. `inserted`, `updated` and `unchanged` count samples if rows are joined, otherwise rows. */
export interface ImportedFile extends SinkCounts {
  readonly file: string;
  readonly rows: number;
  readonly rejected: number;
  /** Lines without a row: empty ones, comments, repeated headers, units. */
  readonly skipped: number;
  /** Rows of unknown sensors, beside `rows`. They are in the file of `remainingPath`. */
  readonly remaining: number;
  /** Null if no row was rejected, or if there is no file for rejected rows. */
  readonly rejectedFile: string | null;
  /** The first reasons of rejected rows if there is no file for these rows, each with its file and line. */
  readonly reasons: readonly string[];
  /** Columns of flags, and how many rows they mark with a value that excludes nothing in this import. */
  readonly unusedFlags: readonly { readonly header: string; readonly rows: number }[];
  /** The stored rows by project. */
  readonly projects: readonly ProjectCount[];
  /** Rows whose times had no offset and were read as UTC. */
  readonly readAsUtc: number;
  /** Headers of the skipped columns. */
  readonly leftOut: readonly string[];
  /** How often it was imported again, because the database undid it for another session. */
  readonly retries: number;
  /** True if the file is no UTF-8, and was read as Latin-1. */
  readonly isLatin1: boolean;
  /** Sensors whose times do not agree with the interval that they show, or that one with the declared one; seconds. */
  readonly unsteady: readonly {
    readonly id: string;
    readonly seconds: number;
    readonly declared: number | null;
  }[];
}

export interface ImportTarget {
  readonly db: OperatorDatabase;
  readonly kind: "postgres" | "embedded";
}

export interface ImportOptions {
  /**
   * The file for rows of unknown sensors, which can be imported later; null, the default: they are rejected. If no row
   * is good and some wait, `UnknownSensor` is thrown, and nothing is imported.
   */
  readonly remainingPath?: string | null;
  /**
   * The present time: a sample that begins more than a day after it is rejected. Null, the default: no sample is
   * rejected for this reason.
   */
  readonly now?: Instant | null;
  /** Writes nothing, neither rows nor rejected rows. The table must have a trial. */
  readonly isDryRun?: boolean;
}

/**
 * Imports files one after another, and yields each once it is stored. On a server, a file is stored as a whole or not
 * at all; in the embedded database it is stored in steps, and the steps before a failure stay. Every import of a CSV
 * file calls this function.
 */
export async function* importCsvFiles<Row>(
  table: CsvTable<Row>,
  { db, kind }: ImportTarget,
  files: readonly CsvFile[],
  report: ReportProgress,
  { remainingPath = null, isDryRun = false, now = null }: ImportOptions = {},
): AsyncGenerator<ImportedFile> {
  const sensors = await selectImportSensors(db);
  const sensorNos = new Map(sensors.map(({ id, sensorNo }) => [id, sensorNo]));
  const context = { sensors, sensorNos, report, now };
  const trial = isDryRun ? (table.createTrial?.(db) ?? null) : null;
  if (isDryRun && trial === null) throw new TypeError(`${table.name} cannot be tried`);
  const sinkOf = (retries: number): Sink<Row> => {
    if (trial !== null) return createTrialSink(trial, table);
    if (kind === "embedded") return createStepSink(db, table);
    return createTransactionSink(db, table, retries > 1 ? "exclusive" : "shared");
  };
  for (const { file, format } of files) {
    if (format.sensorId !== null && !sensorNos.has(format.sensorId)) {
      throw new UnknownSensor([`${file}: ${unknownSensor(format.sensorId)}`]);
    }
  }
  let written = 0;
  try {
    for (const file of files) {
      const work = async (retries: number) => ({
        ...(await importFile(table, sinkOf(retries), file, context, remainingPath)),
        retries,
      });
      const imported = await retryConflicts(work);
      written += isDryRun ? 0 : imported.inserted + imported.updated;
      yield imported;
    }
  } finally {
    // The rows are committed, so a failure to update the statistics does not fail the import.
    if (kind === "postgres" && written >= analyzedFrom)
      await table.analyze(db, kind).catch(() => undefined);
  }
}

async function importFile<Row>(
  table: CsvTable<Row>,
  sink: Sink<Row>,
  csv: CsvFile,
  context: ImportContext,
  remainingPath: string | null,
): Promise<Omit<ImportedFile, "retries">> {
  const { file, rejectedPath, header, format } = csv;
  const isEvery = table.name === "samples" && format.everySeconds !== null;
  if (isEvery && !csv.names.some((name) => isJoined(name ?? ""))) {
    throw new UnusableFile([`${file}: --every joins no column of this file`]);
  }
  const survey = await surveyFile(table, csv, context);
  const isListed = sink.isTrial || rejectedPath === null;
  const rejected = isListed ? null : createRejectedFile(rejectedPath, header, format.delimiter);
  const remaining =
    remainingPath === null ? null : createRemainingFile(remainingPath, header.cells, format);
  try {
    const counts = await sink.run(survey.sensorNos, async (collector) => {
      await rejected?.check();
      const files = { rejected, remaining };
      const stored = await storeRows(collector, csv, table, context, survey, files);
      await rejected?.prepare();
      await remaining?.prepare();
      return stored;
    });
    const rejectedFile = (await rejected?.publish()) ?? null;
    await remaining?.publish();
    const isNotJoined = (name: string | null): name is string =>
      isEvery && table.optional.some((known) => known === name) && !isJoined(name ?? "");
    const leftOut = [...csv.leftOut, ...csv.names.filter(isNotJoined)];
    const { isLatin1 } = csv.source;
    const hasSamples = table.name === "samples" && counts.projects.length > 0;
    const unsteady = context.sensors.flatMap(({ id, sensorNo, declaredInterval }) => {
      const interval = survey.intervals.get(sensorNo);
      if (interval === undefined || !hasSamples) return [];
      const { length, agrees } = interval;
      const declared = format.intervalSeconds ?? declaredInterval;
      const found = { id, seconds: Math.max(1, Math.floor(length / 1000)), declared };
      if (declared === null) return agrees ? [] : found;
      // Rows that are joined have another interval than the samples of a site.
      const isOfRows = format.intervalSeconds !== null || !isEvery;
      const ratio = length / 1000 / declared;
      return agrees && isOfRows && Math.max(ratio, 1 / ratio) > 1.1 ? found : [];
    });
    return { file, ...counts, leftOut, rejectedFile, isLatin1, unsteady };
  } catch (error) {
    const issue = `${file}: a sensor of this file was removed while it was being imported`;
    const isRemoved = hasSqlState(error, foreignKeyViolation);
    const reason = isRemoved ? new InvalidInput([issue]) : error;
    throw withRowsStored(reason, file, sink.rowsStored());
  } finally {
    await rejected?.close();
    await remaining?.close();
  }
}

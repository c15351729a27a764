import type { WrittenRows } from "../../database/client/bulk-write.ts";
import type { OperatorDatabase } from "../../database/client/pool.ts";
import { retryConflicts } from "../../database/client/retry-conflicts.ts";
import { foreignKeyViolation, hasSqlState } from "../../database/client/sql-state.ts";
import { addImportCounts } from "../../database/queries/imports/import-counts.ts";
import { lockImports } from "../../database/queries/imports/import-locks.ts";
import { selectContractSeconds } from "../../database/queries/sites/contract-seconds.ts";
import { selectSensorNos } from "../../database/queries/sites/sites.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import type { CsvBatch, CsvTable, TrialWriter } from "../csv/csv-table.ts";
import {
  createRejectedFile,
  createRejectedReasons,
  createRemainingFile,
} from "../csv/rejected-file.ts";
import type { ReportProgress } from "../input-files.ts";
import { standardInput } from "../csv/text-source.ts";
import { InvalidInput, UnknownSensor } from "../invalid-input.ts";
import type { CsvFile } from "./csv-file.ts";
import { withRowsStored } from "./partly-stored.ts";
import {
  createBatchedWriter,
  createRowWriter,
  rowsPerStatement,
  type RowWriter,
} from "./row-writer.ts";
import { analyzedFrom, createStepWriter, rowsPerStep } from "./store-in-steps.ts";
import { type ImportContext, writeRecords } from "./write-records.ts";

/** The outcome of one file. `rows` is the sum of the counts of written and rejected rows. */
export interface ImportedFile extends WrittenRows {
  readonly file: string;
  readonly rows: number;
  readonly rejected: number;
  /** Rows of unknown sensors, beside `rows`. They are in the file of `remainingPath`. */
  readonly remaining: number;
  /** Null if no row was rejected, or if there is no file for rejected rows. */
  readonly rejectedFile: string | null;
  /** The first reasons of rejected rows if there is no file for these rows, each with its file and line. */
  readonly reasons: readonly string[];
  /** Rows that are stored but not served: they are outside the contract, or there is no contract. */
  readonly outsideContract: number;
  /** Stored levels that would become empty; 0 unless it is a dry run. */
  readonly emptiedLevels: number;
  /** Rows whose times had no offset and were read as UTC. */
  readonly readAsUtc: number;
  /** Headers of the skipped columns. */
  readonly leftOut: readonly string[];
  /** How often it was imported again, because another session wrote the same rows and the database undid it. */
  readonly retries: number;
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
export async function* importCsvFiles<Row, Batch extends CsvBatch<Row>>(
  table: CsvTable<Row, Batch>,
  { db, kind }: ImportTarget,
  files: readonly CsvFile[],
  report: ReportProgress,
  { remainingPath = null, isDryRun = false, now = null }: ImportOptions = {},
): AsyncGenerator<ImportedFile> {
  const sensorNos = await selectSensorNos(db);
  const context = { sensorNos, contracts: await selectContractSeconds(db), report, now };
  const trial = isDryRun ? (table.createTrial?.(db) ?? null) : null;
  if (isDryRun && trial === null) throw new TypeError(`${table.name} cannot be tried`);
  for (const { file, format } of files) {
    if (format.sensorId !== null && !sensorNos.has(format.sensorId)) {
      throw new UnknownSensor([`${file}: unknown sensor ${JSON.stringify(format.sensorId)}`]);
    }
  }
  let written = 0;
  try {
    for (const file of files) {
      if (trial !== null) {
        yield await tryFile(table, trial, file, context);
        continue;
      }
      const work = async (retries: number) => ({
        ...(await importFile(table, { db, kind }, file, { ...context, retries }, remainingPath)),
        retries,
      });
      // Standard input can be read once.
      const imported = await (file.file === standardInput ? work(0) : retryConflicts(work));
      written += imported.inserted + imported.updated;
      yield imported;
    }
  } finally {
    // The rows are committed, so a failure to update the statistics does not fail the import.
    if (kind === "postgres" && written >= analyzedFrom)
      await table.analyze(db, kind).catch(() => undefined);
  }
}

/** Counts the rows in the same way as an import of the file. */
async function tryFile<Row, Batch extends CsvBatch<Row>>(
  table: CsvTable<Row, Batch>,
  trial: TrialWriter<Batch>,
  csv: CsvFile,
  context: ImportContext,
): Promise<ImportedFile> {
  const { file, leftOut } = csv;
  const emptiedBefore = trial.emptiedLevels();
  const rejectedRows = createRejectedReasons(file);
  const writer = createBatchedWriter(trial, table, rowsPerStatement);
  const counts = await writeRecords(writer, csv, table, context, rejectedRows, null);
  const emptiedLevels = trial.emptiedLevels() - emptiedBefore;
  const { reasons } = rejectedRows;
  return { file, ...counts, leftOut, rejectedFile: null, reasons, emptiedLevels, retries: 0 };
}

async function importFile<Row, Batch extends CsvBatch<Row>>(
  table: CsvTable<Row, Batch>,
  { db, kind }: ImportTarget,
  csv: CsvFile,
  context: ImportContext & Pick<ImportedFile, "retries">,
  remainingPath: string | null,
): Promise<Omit<ImportedFile, "retries">> {
  const { file, rejectedPath, header, leftOut, format } = csv;
  const unwritten = createRejectedReasons(file);
  const rejectedFile =
    rejectedPath === null ? unwritten : createRejectedFile(rejectedPath, header, format.delimiter);
  const remainingFile =
    remainingPath === null ? null : createRemainingFile(remainingPath, header, format);
  const writeAll = async (writer: RowWriter<Row>) => {
    await rejectedFile.check();
    const counts = await writeRecords(writer, csv, table, context, rejectedFile, remainingFile);
    await rejectedFile.prepare();
    await remainingFile?.prepare();
    return counts;
  };
  const inOneTransaction = () =>
    db.transaction(async (transaction) => {
      await lockImports(transaction, context.retries > 1 ? "exclusive" : "shared");
      const counts = await writeAll(createRowWriter(transaction, db, table));
      const { inserted, updated, unchanged, rejected } = counts;
      const results = { inserted, updated, unchanged, rejected };
      await addImportCounts(transaction, table.name, results, Date.now() as Instant);
      return counts;
    });
  const steps = createStepWriter(db, table);
  const inSteps = async () => {
    const counts = await writeAll(createBatchedWriter(steps, table, rowsPerStep));
    // Each step has counted its rows, but not rows that repeat others of their batch.
    const { rows, rejected } = counts;
    const repeated = { unchanged: rows - rejected - steps.rowsStored(), rejected };
    await addImportCounts(db, table.name, repeated, Date.now() as Instant);
    return counts;
  };
  try {
    const counts = await (kind === "embedded" ? inSteps() : inOneTransaction());
    const { reasons } = unwritten;
    const published = await rejectedFile.publish();
    await remainingFile?.publish();
    return { file, ...counts, leftOut, rejectedFile: published, reasons, emptiedLevels: 0 };
  } catch (error) {
    const issue = `${file}: a sensor of this file was removed while it was being imported`;
    const isRemoved = hasSqlState(error, foreignKeyViolation);
    const reason = isRemoved ? new InvalidInput([issue]) : error;
    throw withRowsStored(reason, file, steps.rowsStored());
  } finally {
    await rejectedFile.close();
    await remainingFile?.close();
  }
}

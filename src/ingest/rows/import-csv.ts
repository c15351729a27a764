import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { OperatorDatabase } from "../../database/client/pool.ts";
import type { WrittenRows } from "../../database/client/bulk-write.ts";
import { selectContractSeconds } from "../../database/queries/sites/contract-seconds.ts";
import { addImportCounts } from "../../database/queries/imports/import-counts.ts";
import { selectSensorNos } from "../../database/queries/sites/sites.ts";
import type { SecondRange } from "../../acoustics/time/contract-period.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import { createRepeatedHours } from "../../acoustics/time/repeated-hour.ts";
import { type CsvFormat, plainFormat } from "../csv/csv-format.ts";
import { readHeader } from "../csv/csv-header.ts";
import { type CsvRecord, readCsvHeader, readCsvRecords } from "../csv/csv-records.ts";
import {
  type ColumnNames,
  createRecordParser,
  type CsvBatch,
  type CsvTable,
  type SensorSecond,
  type TrialWriter,
} from "../csv/csv-table.ts";
import { readInputs } from "../input-files.ts";
import { foreignKeyViolation, hasSqlState } from "../../database/client/sql-state.ts";
import { InvalidInput, UnknownSensor, UnusableFile } from "../invalid-input.ts";
import { createTimeReader } from "../csv/read-time.ts";
import type { ReportProgress } from "../report-progress.ts";
import {
  createRejectedFile,
  createRejectedReasons,
  createRemainingFile,
  type RejectedFile,
  rejectedPathOf,
} from "../csv/rejected-file.ts";
import {
  createBatchedWriter,
  createRowWriter,
  rowsPerStatement,
  type RowWriter,
} from "./row-writer.ts";
import { withRowsStored } from "./partly-stored.ts";
import { analyzedFrom, createStepWriter, rowsPerStep } from "./store-in-steps.ts";
import { openTextSource, type TextSource } from "../csv/text-source.ts";

/** A CSV file whose header suits its table. */
export interface CsvFile {
  readonly file: string;
  readonly source: TextSource;
  /** Where its rejected rows go; null: nowhere, but their first reasons are told. */
  readonly rejectedPath: string | null;
  readonly header: readonly string[];
  readonly names: ColumnNames;
  /** Headers of the columns that are not imported. */
  readonly leftOut: readonly string[];
  readonly format: CsvFormat;
}

/** The outcome of one file. `rows` is the sum of the counts of written and rejected rows. */
export interface ImportedFile extends WrittenRows {
  readonly file: string;
  readonly rows: number;
  readonly rejected: number;
  /** Rows of sensors that are not known yet, beside `rows`. They are in the file for them. */
  readonly remaining: number;
  /** Null where no row was rejected, and where rejected rows go nowhere. */
  readonly rejectedFile: string | null;
  /** The first reasons of rejected rows that went to no file, each with its file and line. */
  readonly reasons: readonly string[];
  /** Good rows that are stored and not served, because they lie outside of the contract or there is none. */
  readonly outsideContract: number;
  /** Of a dry run: stored levels that would become empty. */
  readonly emptiedLevels: number;
  /** Rows whose times had no offset and were taken as UTC. */
  readonly takenAsUtc: number;
  /** Headers of the columns that were not imported. */
  readonly leftOut: readonly string[];
}

export interface ImportTarget {
  readonly db: OperatorDatabase;
  readonly kind: "postgres" | "embedded";
}

/**
 * Reads the headers of all files, before any row is imported. Throws `InvalidInput` with every issue
 * if a file cannot be read, or its header does not suit the table.
 */
export function readCsvFiles<Row, Batch extends CsvBatch<Row>>(
  table: CsvTable<Row, Batch>,
  files: readonly string[],
  format: CsvFormat = plainFormat,
  rejectedPathFor: (file: string) => string | null = rejectedPathOf,
): Promise<CsvFile[]> {
  return readInputs(
    files,
    (file) => readCsvFile(table, file, format, rejectedPathFor(file)),
    findCollisions(files, rejectedPathFor),
  );
}

/** Reads the header of a file. Throws `UnusableFile` with every issue if it does not suit the table. */
export async function readCsvFile<Row, Batch extends CsvBatch<Row>>(
  table: CsvTable<Row, Batch>,
  file: string,
  format: CsvFormat,
  rejectedPath: string | null = rejectedPathOf(file),
): Promise<CsvFile> {
  const source = await openTextSource(file);
  const header = await readCsvHeader(source, format);
  const { names, leftOut, issues } = readHeader(table, header, format);
  if (issues.length > 0) {
    throw new UnusableFile(issues.map((issue) => `${file}:${format.skipLines + 1}: ${issue}`));
  }
  return { file, source, rejectedPath, header, names, leftOut, format };
}

export interface ImportOptions {
  /**
   * The file for rows of sensors that are not known yet, which can be imported later; null, the default: they are
   * rejected. Where no row is good and some wait, `UnknownSensor` is thrown, and nothing is imported.
   */
  readonly remainingPath?: string | null;
  /** The present time: a sample that begins more than a day after it is rejected. Null, the default, takes them all. */
  readonly now?: Instant | null;
  /** Writes nothing, neither rows nor rejected rows. The table must have a trial. */
  readonly isDryRun?: boolean;
}

/**
 * Imports files one after another, and yields each once it is stored. Into a server each is stored whole or not at
 * all; into the embedded database in steps, of which those before a failure stay. Rejected rows go to the file that `rejectedPath` names. The outcome of every import of a CSV file, by a command or
 * from a drop folder, comes out here.
 */
export async function* importCsvFiles<Row, Batch extends CsvBatch<Row>>(
  table: CsvTable<Row, Batch>,
  { db, kind }: ImportTarget,
  files: readonly CsvFile[],
  report: ReportProgress,
  { remainingPath = null, isDryRun = false, now = null }: ImportOptions = {},
): AsyncGenerator<ImportedFile> {
  const sensorNos = await selectSensorNos(db);
  const contracts = await selectContractSeconds(db);
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
      const shared = { table, sensorNos, contracts, report, remainingPath, now };
      if (trial !== null) {
        yield await tryFile(trial, file, shared);
        continue;
      }
      const imported = await importFile({ db, kind }, file, shared);
      written += imported.inserted + imported.updated;
      yield imported;
    }
  } finally {
    // The rows are committed: that the statistics cannot be updated does not fail the import.
    if (kind === "postgres" && written >= analyzedFrom)
      await table.analyze(db, kind).catch(() => undefined);
  }
}

/** Rejected rows must not overwrite an imported file, or the rejected rows of another one. */
function findCollisions(
  files: readonly string[],
  rejectedPathFor: (file: string) => string | null,
): string[] {
  const users = new Map<string, string>(files.map((file) => [resolve(file), file]));
  return [...users].flatMap(([, file]) => {
    const target = rejectedPathFor(file);
    if (target === null) return [];
    const rejectedPath = resolve(target);
    const other = users.get(rejectedPath);
    users.set(rejectedPath, file);
    return other === undefined
      ? []
      : [`${file}: its rejected rows would go to ${rejectedPath}, which is taken by ${other}`];
  });
}

/** What all files of an import share. */
interface Import<Row, Batch extends CsvBatch<Row>> {
  readonly table: CsvTable<Row, Batch>;
  readonly sensorNos: ReadonlyMap<string, number>;
  readonly contracts: ReadonlyMap<number, SecondRange>;
  readonly report: ReportProgress;
  readonly remainingPath: string | null;
  readonly now: Instant | null;
}

/** Counts what an import of a file would do. */
async function tryFile<Row, Batch extends CsvBatch<Row>>(
  trial: TrialWriter<Batch>,
  csv: CsvFile,
  shared: Import<Row, Batch>,
): Promise<ImportedFile> {
  const { file, leftOut } = csv;
  const emptiedBefore = trial.emptiedLevels();
  const rejectedRows = createRejectedReasons(file);
  const writer = createBatchedWriter(trial, shared.table, rowsPerStatement);
  const counts = await writeRows(writer, csv, shared, rejectedRows, null);
  const emptiedLevels = trial.emptiedLevels() - emptiedBefore;
  const { reasons } = rejectedRows;
  return { file, ...counts, leftOut, rejectedFile: null, reasons, emptiedLevels };
}

async function importFile<Row, Batch extends CsvBatch<Row>>(
  { db, kind }: ImportTarget,
  csv: CsvFile,
  shared: Import<Row, Batch>,
): Promise<ImportedFile> {
  const { file, rejectedPath, header, leftOut, format } = csv;
  const { table, remainingPath } = shared;
  const unwritten = createRejectedReasons(file);
  const rejectedFile =
    rejectedPath === null ? unwritten : createRejectedFile(rejectedPath, header, format.delimiter);
  const remainingFile =
    remainingPath === null ? null : createRemainingFile(remainingPath, header, format);
  const writeAll = async (writer: RowWriter<Row>) => {
    await rejectedFile.check();
    const counts = await writeRows(writer, csv, shared, rejectedFile, remainingFile);
    await rejectedFile.prepare();
    await remainingFile?.prepare();
    return counts;
  };
  const inOneTransaction = () =>
    db.transaction(async (transaction) => {
      const counts = await writeAll(createRowWriter(transaction, db, table));
      const { inserted, updated, unchanged, rejected } = counts;
      const results = { inserted, updated, unchanged, rejected };
      await addImportCounts(transaction, table.name, results, Date.now() as Instant);
      return counts;
    });
  const steps = createStepWriter(db, table);
  const inSteps = async () => {
    const counts = await writeAll(createBatchedWriter(steps, table, rowsPerStep));
    // Each step has counted its rows; rows that repeat others of their batch are in none.
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

async function writeRows<Row>(
  writer: RowWriter<Row>,
  { file, source, header, names, format }: CsvFile,
  {
    table,
    sensorNos,
    contracts,
    report,
    now,
  }: Omit<Import<Row, never>, "table"> & {
    readonly table: Pick<CsvTable<Row>, "createRowParser" | "name">;
  },
  rejectedFile: RejectedFile,
  remainingFile: RejectedFile | null,
) {
  const times = createTimeReader({ ...format, now: table.name === "samples" ? now : null });
  const parser = createRecordParser(table, { ...format, names, sensorNos, readTime: times.read });
  const inOrder = createRepeatedHours<CsvRecord>((left, right) =>
    isDeepStrictEqual(left.cells, right.cells),
  );
  let rows = 0;
  let rejected = 0;
  let takenAsUtc = 0;
  let outsideContract = 0;
  let remaining = 0;
  let lacksSensor: string | null = null;

  const handle = async (record: CsvRecord, decided: Instant | null) => {
    const parsed = parser.parse(record, decided);
    if (parsed.ok) {
      if (times.wasTakenAsUtc) takenAsUtc += 1;
      if (table.name === "samples" && !isInside(contracts.get(parsed.at.sensorNo), parsed.at))
        outsideContract += 1;
      await writer.write(parsed.row);
    } else if (remainingFile !== null && parsed.lacksSensorAlone) {
      remaining += 1;
      lacksSensor ??= parsed.reason;
      await remainingFile.add(record, parsed.reason);
    } else {
      rejected += 1;
      await rejectedFile.add(record, parsed.reason);
    }
  };
  /** Rows of a repeated hour wait until the order of the rows has decided it. */
  const handleInOrder = async (record: CsvRecord) => {
    const place = format.timeZone === null ? null : parser.placeOf(record);
    const local = place === null ? null : times.localOf(place.datetime);
    if (place === null) return handle(record, null);
    const { sensorNo } = place;
    // Of an unknown sensor the order decides later, once it is known; until then either pass will do.
    if (sensorNo === null) return handle(record, local?.kind === "two" ? local.first : null);
    const decided =
      local === null ? inOrder.follow(sensorNo, record) : inOrder.add(sensorNo, local, record);
    for (const { row, instant } of decided) {
      await handle(row, instant);
    }
  };
  const headerLine = format.skipLines + 1;
  for await (const { records, fraction } of readCsvRecords(source, format)) {
    for (const record of records) {
      if (record.line === headerLine) {
        if (isDeepStrictEqual(record.cells, header)) continue;
        const issue = "the file was changed while it was being imported";
        throw new InvalidInput([`${file}:${headerLine}: ${issue}`]);
      }
      rows += 1;
      await handleInOrder(record);
    }
    report(fraction, `${file}: ${rows.toLocaleString("en")} rows`);
  }
  for (const { row, instant } of inOrder.finish()) await handle(row, instant);
  if (lacksSensor !== null && rejected + remaining === rows) {
    throw new UnknownSensor([`${file}: ${String(lacksSensor)}`]);
  }
  return {
    rows: rows - remaining,
    remaining,
    ...(await writer.finish()),
    rejected,
    takenAsUtc,
    outsideContract,
  };
}

function isInside(contract: SecondRange | undefined, { second }: SensorSecond): boolean {
  return contract !== undefined && contract.first <= second && second <= contract.last;
}

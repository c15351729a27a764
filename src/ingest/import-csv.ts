import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { OperatorDatabase } from "#database/client/pool.ts";
import type { WrittenRows } from "#database/client/bulk-write.ts";
import { selectSensorNos } from "#database/queries/sites.ts";
import { readCsvHeader, readCsvRecords } from "./csv-records.ts";
import { createRecordParser, type CsvBatch, type CsvTable, findHeaderIssues } from "./csv-table.ts";
import { readInputs, requireRegularFile } from "./input-files.ts";
import { InvalidInput } from "./invalid-input.ts";
import type { ReportProgress } from "./report-progress.ts";
import { createRejectedFile, type RejectedFile, rejectedPathOf } from "./rejected-file.ts";
import { createRowWriter, type RowWriter } from "./row-writer.ts";

/** A CSV file whose header suits its table. */
export interface CsvFile {
  readonly file: string;
  readonly byteLength: number;
  readonly header: readonly string[];
}

/** The outcome of one file. `rows` is the sum of the counts of written and rejected rows. */
export interface ImportedFile extends WrittenRows {
  readonly file: string;
  readonly rows: number;
  readonly rejected: number;
  /** Null where no row was rejected. */
  readonly rejectedFile: string | null;
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
): Promise<CsvFile[]> {
  const read = async (file: string) => {
    const byteLength = await requireRegularFile(file);
    const header = await readCsvHeader(file);
    const issues = findHeaderIssues(table, header);
    if (issues.length > 0) throw new InvalidInput(issues.map((issue) => `${file}:1: ${issue}`));
    return { file, byteLength, header };
  };
  return readInputs(files, read, findCollisions(files));
}

/**
 * Imports files one after another, each in one transaction, and yields each once it is committed.
 * Rejected rows go to the file beside it that `rejectedPathOf` names.
 */
export async function* importCsvFiles<Row, Batch extends CsvBatch<Row>>(
  table: CsvTable<Row, Batch>,
  { db, kind }: ImportTarget,
  files: readonly CsvFile[],
  report: ReportProgress,
): AsyncGenerator<ImportedFile> {
  const sensorNos = await selectSensorNos(db);
  let written = 0;
  try {
    for (const file of files) {
      const imported = await importFile({ db, kind }, file, { table, sensorNos, report });
      written += imported.inserted + imported.updated;
      yield imported;
    }
  } finally {
    // The rows are committed: that the statistics cannot be updated does not fail the import.
    if (written >= analyzedFrom) await table.analyze(db, kind).catch(() => undefined);
  }
}

/** Fewer new rows change nothing in the planner's choice. */
const analyzedFrom = 1000;

/** Rejected rows must not overwrite an imported file, or the rejected rows of another one. */
function findCollisions(files: readonly string[]): string[] {
  const users = new Map<string, string>(files.map((file) => [resolve(file), file]));
  return [...users].flatMap(([path, file]) => {
    const rejectedPath = rejectedPathOf(path);
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
  readonly report: ReportProgress;
}

async function importFile<Row, Batch extends CsvBatch<Row>>(
  { db, kind }: ImportTarget,
  csv: CsvFile,
  shared: Import<Row, Batch>,
): Promise<ImportedFile> {
  const rejectedFile = createRejectedFile(rejectedPathOf(csv.file), csv.header);
  try {
    const counts = await db.transaction(async (transaction) => {
      const outside = kind === "postgres" ? db : transaction;
      const writer = createRowWriter(transaction, outside, shared.table);
      const written = await writeRows(writer, csv, shared, rejectedFile);
      await rejectedFile.prepare();
      return written;
    });
    return { file: csv.file, ...counts, rejectedFile: await rejectedFile.publish() };
  } finally {
    await rejectedFile.close();
  }
}

async function writeRows<Row, Batch extends CsvBatch<Row>>(
  writer: RowWriter<Row>,
  { file, byteLength, header }: CsvFile,
  { table, sensorNos, report }: Import<Row, Batch>,
  rejectedFile: RejectedFile,
) {
  const parseRecord = createRecordParser(table, header, sensorNos);
  let rows = 0;
  let rejected = 0;
  for await (const { records, bytesRead } of readCsvRecords(file)) {
    for (const record of records) {
      if (record.line === 1) {
        if (isDeepStrictEqual(record.cells, header)) continue;
        throw new InvalidInput([`${file}:1: the file was changed while it was being imported`]);
      }
      rows += 1;
      const parsed = parseRecord(record);
      if (parsed.ok) await writer.write(parsed.row);
      else {
        rejected += 1;
        await rejectedFile.add(record, parsed.reason);
      }
    }
    report(Math.min(1, bytesRead / byteLength), `${file}: ${rows.toLocaleString("en")} rows`);
  }
  return { rows, ...(await writer.finish()), rejected };
}

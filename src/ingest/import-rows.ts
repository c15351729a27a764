import { isDeepStrictEqual } from "node:util";
import type { OperatorDatabase, Queryable } from "#database/client/pool.ts";
import { selectSensorNos } from "#database/queries/sites.ts";
import type { CsvFile } from "./csv-files.ts";
import type { CsvHeader } from "./csv-header.ts";
import { type CsvRecord, readCsvRecords } from "./csv-records.ts";
import type { CheckedRow } from "./csv-row.ts";
import { InvalidInput } from "./invalid-input.ts";
import type { Progress } from "./progress.ts";
import { createRejectedFile, type RejectedFile, rejectedPathOf } from "./rejected-file.ts";
import type { RowWriter } from "./row-writer.ts";

/** What became of one file. `rows` is the sum of the four counts that follow it. */
export interface ImportedFile {
  readonly file: string;
  readonly rows: number;
  readonly inserted: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly rejected: number;
  /** Null where no row was rejected. */
  readonly rejectedFile: string | null;
}

/** Where rows are imported into. */
export interface ImportTarget {
  readonly db: OperatorDatabase;
  readonly kind: "postgres" | "embedded";
}

/** What the rows of a format are, and how they are written. */
export interface RowFormat<Header extends CsvHeader, Row> {
  check(record: CsvRecord, header: Header, sensorNos: ReadonlyMap<string, number>): CheckedRow<Row>;
  /** A writer for one file, inside its transaction. */
  createWriter(db: Queryable): RowWriter<Row>;
  /** Lets the planner know of much that was written. */
  settle(db: OperatorDatabase, kind: ImportTarget["kind"]): Promise<void>;
}

/**
 * Imports CSV files one after another, each of them whole in one transaction, and answers each as
 * soon as it is committed.
 */
export async function* importRows<Header extends CsvHeader, Row>(
  format: RowFormat<Header, Row>,
  { db, kind }: ImportTarget,
  sources: readonly CsvFile<Header>[],
  progress: Progress,
): AsyncGenerator<ImportedFile> {
  const sensorNos = await selectSensorNos(db);
  const work: FileWork<Header, Row> = { format, sensorNos, progress };
  let written = 0;
  try {
    for (const source of sources) {
      const imported = await importFile(db, source, work);
      written += imported.inserted + imported.updated;
      yield imported;
    }
  } finally {
    // A help to the planner and no part of the import, which is committed whether it works or not.
    if (written >= settledFrom) await format.settle(db, kind).catch(() => undefined);
  }
}

const settledFrom = 1000;

/** What all files of an import share. */
interface FileWork<Header extends CsvHeader, Row> {
  readonly format: RowFormat<Header, Row>;
  readonly sensorNos: ReadonlyMap<string, number>;
  readonly progress: Progress;
}

async function importFile<Header extends CsvHeader, Row>(
  db: OperatorDatabase,
  source: CsvFile<Header>,
  work: FileWork<Header, Row>,
): Promise<ImportedFile> {
  const { file, header } = source;
  const rejectedFile = createRejectedFile(rejectedPathOf(file), header.cells);
  try {
    const counts = await db.transaction(async (transaction) => {
      const written = await writeRows(transaction, source, work, rejectedFile);
      await rejectedFile.prepare();
      return written;
    });
    return { file, ...counts, rejectedFile: await rejectedFile.publish() };
  } finally {
    work.progress.clear();
    await rejectedFile.close();
  }
}

async function writeRows<Header extends CsvHeader, Row>(
  db: Queryable,
  { file, byteLength, header }: CsvFile<Header>,
  { format, sensorNos, progress }: FileWork<Header, Row>,
  rejectedFile: RejectedFile,
) {
  const writer = format.createWriter(db);
  let rows = 0;
  let rejected = 0;
  for await (const { records, bytesRead } of readCsvRecords(file)) {
    for (const record of records) {
      if (record.line === 1) {
        refuseOtherHeader(file, record, header);
        continue;
      }
      rows += 1;
      const checked = format.check(record, header, sensorNos);
      if (checked.ok) await writer.write(checked.row);
      else {
        rejected += 1;
        await rejectedFile.add(record, checked.reason);
      }
    }
    progress.show(
      Math.min(1, bytesRead / byteLength),
      `${file}: ${rows.toLocaleString("en")} rows`,
    );
  }
  return { rows, ...(await writer.finish()), rejected };
}

function refuseOtherHeader(file: string, record: CsvRecord, header: CsvHeader): void {
  if (isDeepStrictEqual(record.cells, header.cells)) return;
  throw new InvalidInput([`${file}:1: the file was changed while it was being imported`]);
}

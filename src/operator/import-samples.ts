import { isDeepStrictEqual } from "node:util";
import type { Database, Queryable } from "#database/connect.ts";
import { settleSamples } from "#database/samples-write.ts";
import { selectSensorKeys } from "#database/sites.ts";
import { type CsvRecord, readCsvRecords } from "./csv-records.ts";
import { InvalidInput } from "./invalid-input.ts";
import type { Progress } from "./progress.ts";
import { createRejectedFile, type RejectedFile, rejectedPathOf } from "./rejected-file.ts";
import { createSampleWriter } from "./sample-writer.ts";
import type { SamplesFile } from "./samples-files.ts";
import type { SamplesHeader } from "./samples-header.ts";
import { checkSamplesRow } from "./samples-row.ts";

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

/**
 * Imports files of samples one after another, each of them whole in one transaction, and answers
 * each as soon as it is committed.
 */
export async function* importSamples(
  { db, kind }: { readonly db: Database; readonly kind: "postgres" | "embedded" },
  sources: readonly SamplesFile[],
  progress: Progress,
): AsyncGenerator<ImportedFile> {
  const sensorKeys = await selectSensorKeys(db);
  let written = 0;
  try {
    for (const source of sources) {
      const imported = await importFile(db, source, sensorKeys, progress);
      written += imported.inserted + imported.updated;
      yield imported;
    }
  } finally {
    // A help to the planner and no part of the import, which is committed whether it works or not.
    if (written >= settledFrom) await settleSamples(db, kind).catch(() => undefined);
  }
}

const settledFrom = 1000;

async function importFile(
  db: Database,
  source: SamplesFile,
  sensorKeys: ReadonlyMap<string, number>,
  progress: Progress,
): Promise<ImportedFile> {
  const { file, header } = source;
  const rejectedFile = createRejectedFile(rejectedPathOf(file), header.cells);
  try {
    const counts = await db.transaction(async (transaction) => {
      const written = await importRows(transaction, source, sensorKeys, rejectedFile, progress);
      await rejectedFile.prepare();
      return written;
    });
    return { file, ...counts, rejectedFile: await rejectedFile.publish() };
  } finally {
    progress.clear();
    await rejectedFile.close();
  }
}

async function importRows(
  db: Queryable,
  { file, byteLength, header }: SamplesFile,
  sensorKeys: ReadonlyMap<string, number>,
  rejectedFile: RejectedFile,
  progress: Progress,
) {
  const writer = createSampleWriter(db);
  let rows = 0;
  let rejected = 0;
  for await (const { records, bytesRead } of readCsvRecords(file)) {
    for (const record of records) {
      if (record.line === 1) {
        refuseOtherHeader(file, record, header);
        continue;
      }
      rows += 1;
      const checked = checkSamplesRow(record, header, sensorKeys);
      if (checked.ok) await writer.write(checked.sample);
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

function refuseOtherHeader(file: string, record: CsvRecord, header: SamplesHeader): void {
  if (isDeepStrictEqual(record.cells, header.cells)) return;
  throw new InvalidInput([`${file}:1: the file was changed while it was being imported`]);
}

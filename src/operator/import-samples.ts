import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Database, Queryable } from "#database/connect.ts";
import { settleSamples } from "#database/samples-write.ts";
import { selectSensorKeys } from "#database/sites.ts";
import { type CsvRecord, readCsvRecords } from "./csv-records.ts";
import { InvalidInput } from "./invalid-input.ts";
import type { Progress } from "./progress.ts";
import { createRejectedFile, type RejectedFile, rejectedPathOf } from "./rejected-file.ts";
import { createSampleWriter } from "./sample-writer.ts";
import {
  type ParsedSamplesHeader,
  parseSamplesHeader,
  type SamplesHeader,
} from "./samples-header.ts";
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
 * each as soon as it is committed. Throws `InvalidInput` before the first row where a file cannot be
 * read or its header is wrong.
 */
export async function* importSamples(
  { db, kind }: { readonly db: Database; readonly kind: "postgres" | "embedded" },
  files: readonly string[],
  progress: Progress,
): AsyncGenerator<ImportedFile> {
  const sources = await readSources(files);
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

/** A file whose header has been read. */
interface Source {
  readonly file: string;
  readonly byteLength: number;
  readonly header: SamplesHeader;
}

async function importFile(
  db: Database,
  source: Source,
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
  { file, byteLength, header }: Source,
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

async function readSources(files: readonly string[]): Promise<Source[]> {
  const sources: Source[] = [];
  const faults = collidingFiles(files);
  for (const file of files) {
    const read = await readSource(file);
    if (read.ok) sources.push(read.source);
    else faults.push(...read.faults);
  }
  if (faults.length > 0) throw new InvalidInput(faults);
  return sources;
}

type ReadSource =
  | { readonly ok: true; readonly source: Source }
  | { readonly ok: false; readonly faults: readonly string[] };

async function readSource(file: string): Promise<ReadSource> {
  try {
    const found = await stat(file);
    if (!found.isFile()) return { ok: false, faults: [`${file}: is no file`] };
    const parsed = parseFirstRecord(await readFirstRecord(file));
    return parsed.ok
      ? { ok: true, source: { file, byteLength: found.size, header: parsed.header } }
      : { ok: false, faults: parsed.faults.map((fault) => `${file}:1: ${fault}`) };
  } catch (error) {
    if (error instanceof InvalidInput) return { ok: false, faults: error.faults };
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, faults: [`${file}: cannot be read: ${message}`] };
  }
}

function parseFirstRecord(record: CsvRecord | null): ParsedSamplesHeader {
  if (record?.line !== 1) {
    return { ok: false, faults: ["there is no header: the first line names the columns"] };
  }
  if (/^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(record.cells[0] ?? "")) {
    return { ok: false, faults: ["the text is UTF-16: save it as UTF-8"] };
  }
  return parseSamplesHeader(record.cells);
}

async function readFirstRecord(file: string): Promise<CsvRecord | null> {
  for await (const { records } of readCsvRecords(file)) {
    if (records[0] !== undefined) return records[0];
  }
  return null;
}

/** Rejected rows must not take the place of what is being imported, or of each other. */
function collidingFiles(files: readonly string[]): string[] {
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

function refuseOtherHeader(file: string, record: CsvRecord, header: SamplesHeader): void {
  if (isDeepStrictEqual(record.cells, header.cells)) return;
  throw new InvalidInput([`${file}:1: the file was changed while it was being imported`]);
}

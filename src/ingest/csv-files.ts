import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { CsvHeader, ParsedHeader } from "./csv-header.ts";
import { type CsvRecord, readCsvRecords } from "./csv-records.ts";
import { InvalidInput } from "./invalid-input.ts";
import { rejectedPathOf } from "./rejected-file.ts";

/** A CSV file whose header has been read. */
export interface CsvFile<Header extends CsvHeader> {
  readonly file: string;
  readonly byteLength: number;
  readonly header: Header;
}

/** What the cells of a file's first line are. */
export type ParseHeader<Header extends CsvHeader> = (
  cells: readonly string[],
) => ParsedHeader<Header>;

/**
 * Reads the headers of all files. Throws `InvalidInput` with every issue where one of them cannot be
 * read or its header is wrong.
 */
export async function readCsvFiles<Header extends CsvHeader>(
  files: readonly string[],
  parseHeader: ParseHeader<Header>,
): Promise<CsvFile<Header>[]> {
  const sources: CsvFile<Header>[] = [];
  const issues = collidingFiles(files);
  for (const file of files) {
    const read = await readSource(file, parseHeader);
    if (read.ok) sources.push(read.source);
    else issues.push(...read.issues);
  }
  if (issues.length > 0) throw new InvalidInput(issues);
  return sources;
}

type ReadSource<Header extends CsvHeader> =
  | { readonly ok: true; readonly source: CsvFile<Header> }
  | { readonly ok: false; readonly issues: readonly string[] };

async function readSource<Header extends CsvHeader>(
  file: string,
  parseHeader: ParseHeader<Header>,
): Promise<ReadSource<Header>> {
  try {
    const found = await stat(file);
    if (!found.isFile()) return { ok: false, issues: [`${file}: is no file`] };
    const parsed = parseFirstRecord(await readFirstRecord(file), parseHeader);
    return parsed.ok
      ? { ok: true, source: { file, byteLength: found.size, header: parsed.header } }
      : { ok: false, issues: parsed.issues.map((issue) => `${file}:1: ${issue}`) };
  } catch (error) {
    if (error instanceof InvalidInput) return { ok: false, issues: error.issues };
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, issues: [`${file}: cannot be read: ${message}`] };
  }
}

function parseFirstRecord<Header extends CsvHeader>(
  record: CsvRecord | null,
  parseHeader: ParseHeader<Header>,
): ParsedHeader<Header> {
  if (record?.line !== 1) {
    return { ok: false, issues: ["there is no header: the first line names the columns"] };
  }
  if (/^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(record.cells[0] ?? "")) {
    return { ok: false, issues: ["the text is UTF-16: save it as UTF-8"] };
  }
  return parseHeader(record.cells);
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

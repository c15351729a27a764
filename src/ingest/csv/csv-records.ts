import { type CsvFormat, decodeCell } from "./csv-format.ts";
import { UnusableFile } from "../invalid-input.ts";
import type { TextSource } from "./text-source.ts";

/** The delimiter of cells, the number of lines before the header, and what is no row of the table. */
export type LineFormat = Pick<CsvFormat, "delimiter" | "skipLines" | "endsAt" | "skipRows">;

/** Records that end in one part of the source. */
export interface CsvPart {
  readonly records: readonly CsvRecord[];
  /** Lines without a record: empty, of only delimiters, with `#` at their start, or no row of a table. */
  readonly skipped: number;
  readonly fraction: number;
  /** True for the last line of a file if it has no line end. */
  readonly isUnended: boolean;
}

export interface CsvRecord {
  /** From 1. */
  readonly line: number;
  /** The line as received. */
  readonly text: string;
  readonly cells: readonly string[];
  /** The issue of its quotes, or of a line that is cut off; null: none. With one, the cells are not used. */
  readonly issue: string | null;
}

/*
 * CSV (RFC 4180), one record per line: no cell of these formats can contain a line end, so an unclosed quote damages
 * its own line and not the rest of the file. Lines end with LF, CRLF or CR. The first record is the header.
 *
 * Cells have one character per byte (Latin-1), so that rejected rows are written back byte for byte. ASCII can be
 * compared directly; `decodeCell` returns the text. Blanks around an unquoted cell are removed.
 */

/**
 * Reads the records of a file from its header on. With `cellsRead`, an unquoted record has only so many cells, and is
 * read faster. Throws `UnusableFile` for a line of more than 16 MiB.
 */
export async function* readCsvRecords(
  source: TextSource,
  { delimiter, skipLines, endsAt, skipRows }: LineFormat,
  cellsRead?: number,
  greatestBytes = greatestLineBytes,
): AsyncGenerator<CsvPart> {
  let isAfter = false;
  let header: string | null = null;
  let [before, last]: [readonly CsvRecord[], readonly CsvRecord[]] = [[], []];
  for await (const { lines, firstLine, ...part } of readLines(source, greatestBytes)) {
    const records: CsvRecord[] = [];
    let skipped = 0;
    for (const [index, text] of lines.entries()) {
      const line = firstLine + index;
      if (line <= skipLines) continue;
      // Files that were put together have their table, and its end, more than once.
      if (text === header) isAfter = false;
      else isAfter ||= endsAt !== null && text.startsWith(endsAt);
      const isEmpty = isAfter || text === "" || text.startsWith("#");
      const { cells, issue } = isEmpty ? noCells : splitCells(text, delimiter, trimCell, cellsRead);
      const isSkipped =
        cells.every((cell) => cell === "") ||
        skipRows.some(({ position, value }) => cells[position] === value);
      if (isSkipped) skipped += 1;
      else if (issue === null && part.isUnended && isShort(text, [...before, ...last], delimiter)) {
        records.push({ line, text, cells, issue: cutIssue });
      } else records.push({ line, text, cells, issue });
      if (!isSkipped) header ??= text;
    }
    yield { records, skipped, ...part };
    [before, last] = [last, records];
  }
}

const cutIssue =
  "the file ends in this line, which has no line end, and its last cell is shorter than those above it";

/** True if the last cell of a line has the beginning of the form of others of its column, and none has its form. */
function isShort(text: string, others: readonly CsvRecord[], delimiter: string): boolean {
  const split = (line: string) => splitCells(line, delimiter).cells;
  const position = split(text).length - 1;
  const form = formOf(split(text)[position] ?? "");
  const forms = others
    .map((other) => split(other.text))
    .filter((cells) => cells.length === position + 1 || cells.slice(position + 1).join() === "")
    .flatMap((cells) => (position in cells ? formOf(cells[position] ?? "") : []));
  return !forms.includes(form) && forms.some((other) => other.startsWith(form));
}

/** The form of a cell: all digits are alike, and those of a level before its decimal mark are one. */
function formOf(cell: string): string {
  if (!/^[-+]?[0-9]/.test(cell)) return cell;
  return cell.replace(/^[-+]?[0-9]{1,3}(?![0-9])/, "0").replaceAll(/[0-9]/g, "0");
}

const noCells: Pick<CsvRecord, "cells" | "issue"> = { cells: [], issue: null };

/** Reads the header: the first record. Null: there is none. Throws `UnusableFile` if it is longer than 256 KiB. */
export async function readCsvHeader(
  source: TextSource,
  format: LineFormat,
): Promise<CsvRecord | null> {
  for await (const { records } of readCsvRecords(source, format, undefined, greatestHeaderBytes)) {
    const [header] = records;
    if (header !== undefined) return header;
  }
  return null;
}

/** Reads the first lines of a source, some 256 KiB. Throws `UnusableFile` if the first line is longer. */
export async function readFirstLines(
  source: TextSource,
): Promise<{ readonly lines: readonly string[]; readonly isWhole: boolean }> {
  const first: string[] = [];
  let length = 0;
  for await (const { lines } of readLines(source, greatestHeaderBytes)) {
    for (const text of lines) {
      if (length > greatestHeaderBytes) return { lines: first, isWhole: false };
      first.push(text);
      length += text.length + 1;
    }
  }
  return { lines: first, isWhole: true };
}

const greatestLineBytes = 16 * 1024 * 1024;
const greatestHeaderBytes = 256 * 1024;
const byteOrderMark = "\u00ef\u00bb\u00bf";

/** Splits a source into lines. A run of NULs is one, so that an unwritten tail is one short line. */
async function* readLines(source: TextSource, greatestBytes: number) {
  let rest = "";
  let firstLine = 1;
  let fraction = 0;
  let isStart = true;
  for await (const part of source.read()) {
    ({ fraction } = part);
    let text = rest + (part.text.includes("\0") ? part.text.replaceAll(/\0+/g, "\0") : part.text);
    if (isStart && text.startsWith(byteOrderMark)) text = text.slice(byteOrderMark.length);
    isStart = false;
    // The second half of CRLF may be in the next part.
    const isCut = text.endsWith("\r");
    if (text.includes("\r")) {
      text = (isCut ? text.slice(0, -1) : text).replaceAll("\r\n", "\n").replaceAll("\r", "\n");
    }
    const lines = text.split("\n");
    rest = (lines.pop() ?? "") + (isCut ? "\r" : "");
    if (rest.endsWith("\0")) rest = rest.replace(/\0+$/, "\0");
    if (lines.length > 0) yield { lines, firstLine, fraction, isUnended: false };
    firstLine += lines.length;
    if (rest.length > greatestBytes) {
      const what =
        greatestBytes === greatestLineBytes
          ? "line is longer than 16 MiB"
          : "header is longer than 256 KiB";
      throw new UnusableFile([`${source.name}:${firstLine}: the ${what}; this is no CSV file`]);
    }
  }
  const last = rest.endsWith("\r") ? rest.slice(0, -1) : rest;
  // After the last line end there is no line.
  if (rest !== "") yield { lines: [last], firstLine, fraction, isUnended: last === rest };
}

/**
 * Splits a line into cells. Blanks around quotes do not count; `trim` is what an unquoted cell becomes. Most lines have
 * no quotes. A quote inside a cell is a character: LAeq5".
 */
export function splitCells(
  content: string,
  delimiter: string,
  trim: (cell: string) => string = trimCell,
  cellsRead?: number,
): Pick<CsvRecord, "cells" | "issue"> {
  const mayHaveQuotes = content.includes('"');
  const plain = content.split(delimiter, mayHaveQuotes ? undefined : cellsRead);
  const hasQuotes = mayHaveQuotes && plain.some((cell) => trimCell(cell).startsWith('"'));
  if (!hasQuotes) {
    const cells = mayHaveBlanks.test(content) ? plain.map(trim) : plain;
    return { cells, issue: null };
  }
  const cells: string[] = [];
  for (let at = 0; at <= content.length;) {
    const next = content.indexOf(delimiter, at);
    const text = content.slice(at, next === -1 ? content.length : next);
    if (!trimCell(text).startsWith('"')) {
      cells.push(trim(text));
      at += text.length + 1;
      continue;
    }
    const open = content.indexOf('"', at);
    let close = content.indexOf('"', open + 1);
    while (close !== -1 && content[close + 1] === '"') close = content.indexOf('"', close + 2);
    const after = content.indexOf(delimiter, close);
    const end = after === -1 ? content.length : after;
    if (close === -1 || trimCell(content.slice(close + 1, end)) !== "") {
      return { cells: plain, issue: "a quote is not closed, or stands inside a cell" };
    }
    cells.push(content.slice(open + 1, close).replaceAll('""', '"'));
    at = end + 1;
  }
  return { cells, issue: null };
}

/** Blanks, and bytes of no ASCII character. */
const mayHaveBlanks = /[^\x21-\x7e]/;

/** The cells of a record with the blanks around them. Blanks outside of quotes are lost. */
export function cellsAsReceived({ text }: CsvRecord, delimiter: string): readonly string[] {
  return splitCells(text, delimiter, (cell) => cell).cells;
}

/** Removes blanks of all kinds and byte order marks at both ends. */
function trimCell(cell: string): string {
  if (cell === "") return cell;
  if (isVisible(cell.charCodeAt(0)) && isVisible(cell.charCodeAt(cell.length - 1))) return cell;
  const text = decodeCell(cell);
  const trimmed = text.replaceAll(/^\s+|\s+$/g, "");
  return text === cell ? trimmed : Buffer.from(trimmed).toString("latin1");
}

/** True for an ASCII character that is no blank. */
function isVisible(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

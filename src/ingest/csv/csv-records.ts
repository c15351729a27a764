import { parse } from "csv-parse/sync";
import type { CsvFormat } from "./csv-format.ts";
import { UnusableFile } from "../invalid-input.ts";
import type { TextPart, TextSource } from "./text-source.ts";

/** The delimiter of cells, and the number of lines before the header. */
export type LineFormat = Pick<CsvFormat, "delimiter" | "skipLines">;

/** Records that end in one part of the source. */
export interface CsvPart extends Pick<TextPart, "fraction"> {
  readonly records: readonly CsvRecord[];
}

export interface CsvRecord {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The issue of the quotes, or null. With an issue, the cells are the texts between the delimiters, unparsed. */
  readonly quoteIssue: string | null;
}

/*
 * CSV (RFC 4180), one record per line: no cell of these formats can contain a line end, so an unclosed quote damages
 * its own line and not the rest of the file. Lines end with LF or CRLF; empty lines and a byte order mark are skipped.
 *
 * Cells have one character per byte (Latin-1), so that rejected rows are written back byte for byte. ASCII can be
 * compared directly; `decodeCell` returns the text.
 */

/** Reads the records of a file from its header on. Throws `UnusableFile` for a line that is longer than 16 MiB. */
export async function* readCsvRecords(
  source: TextSource,
  format: LineFormat,
): AsyncGenerator<CsvPart> {
  let rest = "";
  let line = 0;
  let fraction = 0;
  for await (const { text, ...part } of source.read()) {
    ({ fraction } = part);
    const end = text.lastIndexOf("\n");
    if (end !== -1) {
      const lines = (rest + text.slice(0, end)).split("\n");
      yield { records: parseLines(lines, line, format), fraction };
      line += lines.length;
      rest = "";
    }
    rest += text.slice(end + 1);
    if (rest.length > greatestLineBytes) {
      throw new UnusableFile([
        `${source.name}:${line + 1}: the line is longer than 16 MiB; this is no CSV file`,
      ]);
    }
  }
  yield { records: parseLines([rest], line, format), fraction };
}

/** Reads the cells of the header. Throws `UnusableFile` if its line is longer than 64 KiB. */
export async function readCsvHeader(
  source: TextSource,
  format: LineFormat,
): Promise<readonly string[]> {
  const { skipLines } = format;
  const mostBytes = greatestHeaderBytes * (skipLines + 1);
  let text = "";
  for await (const part of source.read()) {
    text += part.text;
    if (text.length > mostBytes || text.split("\n", skipLines + 2).length > skipLines + 1) break;
  }
  const line = text.split("\n", skipLines + 1)[skipLines] ?? "";
  if (line.length > greatestHeaderBytes || (line === "" && text.length > mostBytes)) {
    throw new UnusableFile([
      `${source.name}:${skipLines + 1}: the header is longer than 64 KiB; this is no CSV file`,
    ]);
  }
  return parseLines([line], skipLines, format)[0]?.cells ?? [];
}

const greatestLineBytes = 16 * 1024 * 1024;
const greatestHeaderBytes = 64 * 1024;
const byteOrderMark = "\u00ef\u00bb\u00bf";

function parseLines(
  lines: readonly string[],
  linesBefore: number,
  { delimiter, skipLines }: LineFormat,
): CsvRecord[] {
  return lines.flatMap((text, index) => {
    const line = linesBefore + index + 1;
    if (line <= skipLines) return [];
    const start = line === 1 && text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
    const content = text.slice(start, text.endsWith("\r") ? -1 : undefined);
    return content === "" ? [] : [{ line, ...splitCells(content, delimiter) }];
  });
}

function splitCells(content: string, delimiter: string): Omit<CsvRecord, "line"> {
  // Most lines have no quotes; the parser is slower than `split`.
  if (!content.includes('"')) return { cells: content.split(delimiter), quoteIssue: null };
  try {
    const [cells] = parse(content, {
      delimiter,
      record_delimiter: "\n",
      relax_column_count: true,
    });
    return { cells: cells ?? [], quoteIssue: null };
  } catch {
    return {
      cells: content.split(delimiter),
      quoteIssue: "a quote is not closed, or stands inside a cell",
    };
  }
}

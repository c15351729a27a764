import { parse } from "csv-parse/sync";
import type { CsvFormat } from "./csv-format.ts";
import { UnusableFile } from "../invalid-input.ts";
import type { TextPart, TextSource } from "./text-source.ts";

/** How lines are cut into cells, and where they begin. */
export type LineFormat = Pick<CsvFormat, "delimiter" | "skipLines">;

/** Records that one part of the source completed. */
export interface CsvPart extends Pick<TextPart, "fraction"> {
  readonly records: readonly CsvRecord[];
}

export interface CsvRecord {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** What is wrong with the quotes. The cells are then the texts between the delimiters, unparsed. */
  readonly quoteIssue: string | null;
}

/**
 * Reads a CSV file (RFC 4180), one record per line: no cell of the formats here can contain a line
 * end, so an unclosed quote damages its own line and not the rest of the file. Lines end with LF or
 * CRLF, empty lines are skipped, and so are a byte order mark and the lines before the header. Throws
 * `UnusableFile` for a line that is longer than 16 MiB.
 *
 * Cells hold one character per byte (Latin-1), so that rejected rows can be written back byte for
 * byte. ASCII can be compared directly; `decodeCell` gives the text.
 */
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

/**
 * The cells of the header, line 1 unless lines are skipped; empty where that line is. Throws `UnusableFile` if
 * the line is longer than 64 KiB.
 */
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

/** The text of a cell, or null where it is not UTF-8. */
export function decodeCell(cell: string): string | null {
  if (/^[\x20-\x7e]*$/.test(cell)) return cell;
  try {
    return utf8.decode(Buffer.from(cell, "latin1"));
  } catch {
    return null;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
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

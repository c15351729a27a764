import { createReadStream } from "node:fs";
import { parse } from "csv-parse/sync";
import { InvalidInput } from "./invalid-input.ts";

/**
 * Reads a CSV file (RFC 4180) one record a line: no cell of the formats here can hold a line end, so
 * a quote that is not closed costs its own line and not the rest of the file. Line ends are LF or
 * CRLF, empty lines are no records, and a byte order mark is skipped.
 *
 * Cells are held byte for byte, each byte as one character (Latin-1): what is ASCII can be compared
 * as it is, `decodeCell` gives the text, and what is written back is what was received.
 */
export async function* readCsvRecords(path: string): AsyncGenerator<CsvPart> {
  const stream = createReadStream(path, { encoding: "latin1", highWaterMark: 256 * 1024 });
  let rest = "";
  let line = 0;
  let bytesRead = 0;
  for await (const chunk of stream as AsyncIterable<string>) {
    bytesRead += chunk.length;
    const end = chunk.lastIndexOf("\n");
    if (end !== -1) {
      const lines = (rest + chunk.slice(0, end)).split("\n");
      yield { records: recordsOf(lines, line), bytesRead };
      line += lines.length;
      rest = "";
    }
    rest += chunk.slice(end + 1);
    if (rest.length > longestLineBytes) {
      throw new InvalidInput([
        `${path}:${line + 1}: the line is longer than 16 MiB; this is no CSV file`,
      ]);
    }
  }
  yield { records: recordsOf([rest], line), bytesRead };
}

/** What one read of the file completed. */
export interface CsvPart {
  readonly records: readonly CsvRecord[];
  readonly bytesRead: number;
}

export interface CsvRecord {
  /** From 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** What is wrong with the quotes; the cells are then those between the commas as they stand. */
  readonly quoteIssue: string | null;
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
const longestLineBytes = 16 * 1024 * 1024;
const byteOrderMark = "\u00ef\u00bb\u00bf";

function recordsOf(lines: readonly string[], linesBefore: number): CsvRecord[] {
  return lines.flatMap((text, index) => {
    const line = linesBefore + index + 1;
    const start = line === 1 && text.startsWith(byteOrderMark) ? byteOrderMark.length : 0;
    const content = text.slice(start, text.endsWith("\r") ? -1 : undefined);
    return content === "" ? [] : [{ line, ...splitCells(content) }];
  });
}

function splitCells(content: string): Omit<CsvRecord, "line"> {
  // A line without quotes is its cells and commas, which is nearly every line there is.
  if (!content.includes('"')) return { cells: content.split(","), quoteIssue: null };
  try {
    const [cells] = parse(content, { record_delimiter: "\n", relax_column_count: true });
    return { cells: cells ?? [], quoteIssue: null };
  } catch {
    return {
      cells: content.split(","),
      quoteIssue: "a quote is not closed, or stands inside a cell",
    };
  }
}

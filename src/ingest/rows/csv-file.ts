import { resolve } from "node:path";
import { type CsvFormat, plainFormat } from "../csv/csv-format.ts";
import { type CsvHeader, readHeader } from "../csv/csv-header.ts";
import { type CsvRecord, readCsvHeader, readFirstLines, splitCells } from "../csv/csv-records.ts";
import type { TableColumns } from "../csv/csv-table.ts";
import { createTimeCell } from "../csv/read-time.ts";
import { applyLayout } from "../csv/table-layout.ts";
import { rejectedPathOf } from "../csv/rejected-file.ts";
import { openTextSource, type TextSource } from "../csv/text-source.ts";
import { knownFlags } from "../instruments/instruments.ts";
import { readInputs } from "../input-files.ts";
import { saysUtc } from "../csv/header-names.ts";
import { UnusableFile } from "../invalid-input.ts";
import { findOtherQuantity, findOtherZone, type FirstRow } from "./other-columns.ts";

/** A CSV file whose header fits its table. */
export interface CsvFile extends Omit<CsvHeader, "issues" | "headers"> {
  readonly file: string;
  readonly source: TextSource;
  /** The file for its rejected rows; null: none, and their first reasons are listed. */
  readonly rejectedPath: string | null;
  readonly header: CsvRecord;
  readonly format: CsvFormat;
  /** Columns of flags, by the format or by an instrument that we know. `values` are those that exclude. */
  readonly flagColumns: readonly WatchedFlag[];
}

interface WatchedFlag {
  readonly header: string;
  readonly position: number;
  readonly values: readonly string[];
}

/** Reads the headers of all files. Throws `InvalidInput` with every issue of unreadable files and of headers. */
export function readCsvFiles(
  table: TableColumns,
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

/** Reads the header of a file. Throws `UnusableFile` with every issue if it does not fit the table. */
export async function readCsvFile(
  table: TableColumns,
  file: string,
  given: CsvFormat,
  rejectedPath: string | null = rejectedPathOf(file),
): Promise<CsvFile> {
  const source = await openTextSource(file);
  const format = await applyLayout(source, given);
  const found = await readCsvHeader(source, format);
  const header = found ?? { line: format.skipLines + 1, text: "", cells: [], issue: null };
  const { issues, headers, ...columns } = readHeader(table, header.cells, format);
  if (issues.length > 0) {
    throw new UnusableFile(issues.map((issue) => `${file}:${header.line}: ${issue}`));
  }
  const { names, flags, leftOut } = columns;
  const timeOf = createTimeCell(table.start, names, format.dateFormat);
  const refused = (issue: string) => new UnusableFile([`${file}:${header.line}: ${issue}`]);
  // With columns by number, the first row of a file without a header would be taken for one.
  if (format.dateFormat.parse(timeOf(header.cells)) !== null)
    throw refused("this line is a row, and no header: a line without # must name the columns");
  const isUtc = headers.some((text, index) => names[index] !== null && saysUtc(text));
  if (leftOut.length > 0 || isUtc) {
    const rows = await readFirstRows({ source, format, header }, timeOf);
    const issue =
      findOtherQuantity(rows, names, headers) ??
      findOtherZone(rows, names, headers, format.timeZone);
    if (issue !== null) throw refused(issue);
  }
  const known = leftOut.length === 0 ? [] : knownFlags().columns;
  const isFlag = (text: string) =>
    known.includes(text.toLowerCase()) || format.layout?.flagColumns.includes(text) === true;
  const flagColumns = headers.flatMap((text, position) => {
    const values = flags.filter((flag) => flag.position === position).map(({ value }) => value);
    return (names[position] === null && isFlag(text)) || values.length > 0
      ? { header: text, position, values }
      : [];
  });
  return { file, source, rejectedPath, header, format, ...columns, flagColumns };
}

/** Reads the first rows below a header, without lines that are none. */
async function readFirstRows(
  { source, format, header }: Pick<CsvFile, "source" | "format" | "header">,
  timeOf: (cells: readonly string[]) => string,
): Promise<FirstRow[]> {
  const { lines } = await readFirstLines(source);
  return lines.slice(header.line).flatMap((line) => {
    const { cells } = splitCells(line, format.delimiter);
    const text = timeOf(cells);
    const time = format.dateFormat.parse(text);
    return time === null ? [] : { cells, text, time };
  });
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
      : [`${file}: its rejected rows would go to ${rejectedPath}, which is that of ${other}`];
  });
}

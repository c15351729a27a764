import { resolve } from "node:path";
import { isUnit } from "../csv/cell-values.ts";
import { type CsvFormat, plainFormat, quoteCell } from "../csv/csv-format.ts";
import { type CsvHeader, readHeader } from "../csv/csv-header.ts";
import { type CsvRecord, readCsvHeader, readFirstLines, splitCells } from "../csv/csv-records.ts";
import type { CsvTable } from "../csv/csv-table.ts";
import { createTimeCell } from "../csv/read-time.ts";
import { applyLayout } from "../csv/table-layout.ts";
import { rejectedPathOf } from "../csv/rejected-file.ts";
import { openTextSource, type TextSource } from "../csv/text-source.ts";
import { knownFlags } from "../instruments/instruments.ts";
import { readInputs } from "../input-files.ts";
import { levelsOf } from "../look/header-names.ts";
import { UnusableFile } from "../invalid-input.ts";

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

/** The columns that a table has, whatever its rows. */
export type TableColumns = Pick<CsvTable<never>, "start" | "required" | "optional">;

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
  const csv = { source, format, header, names };
  const mixed = leftOut.length === 0 ? null : await findMixed(table.start, csv, headers);
  if (mixed !== null) throw new UnusableFile([`${file}:${header.line}: ${mixed}`]);
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

/** The issue of a column that nothing reads, by the first rows: their quantities differ, or it has AM and PM. */
async function findMixed(
  start: string,
  { source, format, header, names }: Pick<CsvFile, "source" | "format" | "header" | "names">,
  headers: readonly string[],
): Promise<string | null> {
  const timeOf = createTimeCell(start, names, format.dateFormat);
  const { lines } = await readFirstLines(source);
  const rows = lines
    .slice(header.line)
    .map((text) => splitCells(text, format.delimiter).cells)
    .filter((cells) => format.dateFormat.parse(timeOf(cells)) !== null);
  // Rows of one time are rejected if their levels differ.
  const isOneEach = new Set(rows.map(timeOf)).size === rows.length;
  for (const [position, text] of headers.entries()) {
    if (names[position] !== null) continue;
    const cells = [...new Set(rows.map((row) => row[position] ?? ""))].filter(
      (cell) => cell !== "",
    );
    const column = `the column ${JSON.stringify(text)} has`;
    if (cells.some((cell) => /^[ap]\.? ?m\.?$/i.test(cell)))
      return `${column} AM and PM, which are read only behind the time in its column`;
    if (
      isOneEach &&
      cells.length > 1 &&
      cells.some((cell) => isUnit(cell) || levelsOf([cell]).length > 0)
    )
      return `${column} ${cells.slice(0, 3).map(quoteCell).join(", ")}: rows of several quantities; import those of one`;
  }
  return null;
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

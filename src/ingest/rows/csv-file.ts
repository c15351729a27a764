import { resolve } from "node:path";
import type { WrittenTime } from "../../acoustics/time/date-format.ts";
import { resolveLocalTime } from "../../acoustics/time/local-time.ts";
import { parseFixedOffset, type TimeZone } from "../../acoustics/time/time-zone.ts";
import { isOtherWeighting, isUnit } from "../csv/cell-values.ts";
import { type CsvFormat, plainFormat, quoteCell } from "../csv/csv-format.ts";
import { type CsvHeader, readHeader } from "../csv/csv-header.ts";
import { type CsvRecord, readCsvHeader, readFirstLines, splitCells } from "../csv/csv-records.ts";
import type { ColumnNames, CsvTable } from "../csv/csv-table.ts";
import { createTimeCell } from "../csv/read-time.ts";
import { applyLayout } from "../csv/table-layout.ts";
import { rejectedPathOf } from "../csv/rejected-file.ts";
import { openTextSource, type TextSource } from "../csv/text-source.ts";
import { knownFlags } from "../instruments/instruments.ts";
import { readInputs } from "../input-files.ts";
import { levelsOf, saysUtc, weightingHeader } from "../look/header-names.ts";
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
  const timeOf = createTimeCell(table.start, names, format.dateFormat);
  const refused = (issue: string) => new UnusableFile([`${file}:${header.line}: ${issue}`]);
  // With columns by number, the first row of a file without a header would be taken for one.
  if (format.dateFormat.parse(timeOf(header.cells)) !== null)
    throw refused("this line is a row, and no header: a line that names the columns is needed");
  const isUtc = headers.some((text, index) => names[index] !== null && saysUtc(text));
  if (leftOut.length > 0 || isUtc) {
    const rows = await readFirstRows({ source, format, header }, timeOf);
    const issue =
      findMixed(rows, names, headers) ??
      findOtherZone(rows, names, headers, format.timeZone ?? utc);
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

interface FirstRow {
  readonly cells: readonly string[];
  readonly text: string;
  readonly time: WrittenTime;
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

/**
 * The issue of a column that nothing reads, by the first rows: their quantities differ, or are not those of the levels
 * that are read, or it has AM and PM.
 */
function findMixed(
  rows: readonly FirstRow[],
  names: ColumnNames,
  headers: readonly string[],
): string | null {
  // Rows of one time are rejected if their levels differ.
  const isOneEach = new Set(rows.map(({ text }) => text)).size === rows.length;
  const unread = headers.flatMap((text, position) => {
    const cells = [...new Set(rows.map((row) => row.cells[position] ?? ""))].filter(
      (cell) => cell !== "",
    );
    const hasWeightings = weightingHeader.test(text) && /^[acz]+$/i.test(cells.join(""));
    return names[position] === null ? [{ text, position, cells, hasWeightings }] : [];
  });
  const hasOneWeighting = unread.filter(({ hasWeightings }) => hasWeightings).length === 1;
  const levels = names.filter((name) => name?.startsWith("L") === true);
  const numbersBefore = (position: number) => {
    const isNumber = (cell: string, at: number) => at < position && /^[-+]?[0-9.,]+$/.test(cell);
    return names[rows[0]?.cells.findLastIndex(isNumber) ?? -1] ?? null;
  };
  for (const { text, position, cells, hasWeightings } of unread) {
    const column = `the column ${JSON.stringify(text)} has`;
    if (cells.some((cell) => /^[ap]\.? ?m\.?$/i.test(cell)))
      return `${column} AM and PM, which are read only behind the time in its column`;
    // A unit is that of the numbers before it, and the one weighting of a row that of all its levels.
    const [cell = ""] = cells;
    const named = hasWeightings && hasOneWeighting ? levels : [numbersBefore(position)];
    const unit = hasWeightings ? `dB${cell}` : cell;
    if (
      cells.length === 1 &&
      named.length > 0 &&
      named.every((name) => isOtherWeighting(name, unit))
    )
      return `${column} ${quoteCell(cell)}, another frequency weighting than ${named.join()}`;
    const isQuantity = cells.some(isUnit) || levelsOf(cells).length > 0 || hasWeightings;
    if (isOneEach && cells.length > 1 && isQuantity)
      return `${column} ${cells.slice(0, 3).map(quoteCell).join(", ")}: rows of several quantities; import those of one`;
  }
  return null;
}

/** The issue of a column whose header (UTC) or cells (+01:00) say another zone than that of times without an offset. */
function findOtherZone(
  rows: readonly FirstRow[],
  names: ColumnNames,
  headers: readonly string[],
  zone: TimeZone,
): string | null {
  const isOther = (time: WrittenTime, written: TimeZone) => {
    if (time.hasOffset) return false;
    const [instant] = instantsOf(written, time.milliseconds);
    return !instantsOf(zone, time.milliseconds).some((possible) => possible === instant);
  };
  for (const [position, text] of headers.entries()) {
    const isOfUtc = names[position] !== null && saysUtc(text);
    const zoneOf = ({ cells }: FirstRow) =>
      isOfUtc ? utc : names[position] === null ? parseFixedOffset(cells[position] ?? "") : null;
    if (rows.some((row) => zoneOf(row) === null)) continue;
    const other = rows.find((row) => isOther(row.time, zoneOf(row) ?? zone));
    if (other !== undefined)
      return `${JSON.stringify(text)} says that times are in ${isOfUtc ? utc : zoneOf(other)}, and they are read in ${zone}: use --timezone`;
  }
  return null;
}

const utc = "UTC" as TimeZone;

/** The instants that a local time may mean. */
function instantsOf(zone: TimeZone, milliseconds: number): readonly number[] {
  const local = resolveLocalTime(zone, milliseconds);
  if (local.kind === "none") return [];
  return local.kind === "one" ? [local.instant] : [local.first, local.second];
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

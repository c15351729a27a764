import type { WrittenTime } from "../../acoustics/time/date-format.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import { offsetSpanAt, parseFixedOffset, type TimeZone } from "../../acoustics/time/time-zone.ts";
import { isOtherWeighting, isUnit, saysWeighting } from "../csv/cell-values.ts";
import { quoteCell } from "../csv/csv-format.ts";
import type { ColumnNames } from "../csv/csv-table.ts";
import { levelsOf, saysUtc, weightingHeader } from "../csv/header-names.ts";

/** A row of those that are read before a file is imported. */
export interface FirstRow {
  readonly cells: readonly string[];
  readonly text: string;
  readonly time: WrittenTime;
}

/** A column that nothing reads, with its different cells. */
interface UnreadColumn {
  readonly text: string;
  readonly position: number;
  readonly cells: readonly string[];
  /** True for a column of the frequency weighting of the rows. */
  readonly isWeighting: boolean;
}

/**
 * The issue of a column that nothing reads, by the first rows: it has AM and PM, or the quantity of the rows, which is
 * another one than that of a level whose header says no weighting, such as Value, Level, Leq.
 */
export function findOtherQuantity(
  rows: readonly FirstRow[],
  names: ColumnNames,
  headers: readonly string[],
): string | null {
  const unread = headers.flatMap((text, position): UnreadColumn[] => {
    if (names[position] !== null) return [];
    const all = rows.map((row) => row.cells[position] ?? "").filter((cell) => cell !== "");
    const cells = [...new Set(all)];
    const isOfRow = weightingHeader.test(text) && !/peak|pk|max/i.test(text);
    const isWeighting = isOfRow && /^[acz]+$/i.test(cells.join(""));
    return [{ text, position, cells, isWeighting }];
  });
  const levels = headers.flatMap((text, position) =>
    names[position]?.startsWith("L") === true && !saysWeighting(text) ? [position] : [],
  );
  const issue = findHalfDays(rows, unread);
  if (issue !== null || levels.length === 0) return issue;
  return findOtherWeighting(rows, names, levels, unread) ?? findSeveral(rows, unread);
}

/** The issue of a column of AM and PM beside a clock that goes from 1 to 12. */
function findHalfDays(rows: readonly FirstRow[], unread: readonly UnreadColumn[]): string | null {
  const hours = rows.map(({ time }) => Math.floor(time.milliseconds / 3_600_000) % 24);
  if (hours.some((hour) => hour === 0 || hour > 12)) return null;
  const found = unread.find(({ cells }) => cells.some((cell) => /^[ap]\.? ?m\.?$/i.test(cell)));
  return found === undefined
    ? null
    : `${columnHas(found)} AM and PM, which are read only behind the time in its column`;
}

/**
 * The issue of one unit, weighting or level for all rows that is not that of `levels`. The only column of
 * its kind is that of any level that is read; of several, each is that of the number just before it.
 */
function findOtherWeighting(
  rows: readonly FirstRow[],
  names: ColumnNames,
  levels: readonly number[],
  unread: readonly UnreadColumn[],
): string | null {
  const numberBefore = ({ position }: UnreadColumn) =>
    rows[0]?.cells.findLastIndex((cell, at) => at < position && /^[-+]?[0-9.,]+$/.test(cell)) ?? -1;
  const all = names.flatMap((name, at) => (name?.startsWith("L") === true ? [at] : []));
  const weightings = unread.filter(({ isWeighting }) => isWeighting);
  const units = unread.filter((column) => !column.isWeighting && column.cells.some(isQuantity));
  for (const column of [...weightings, ...units]) {
    const [cell = "", another] = column.cells;
    const before = numberBefore(column);
    const ofKind = column.isWeighting ? weightings : units;
    const isAlone = ofKind.length === 1;
    const isPaired = ofKind.every((each) => numberBefore(each) === each.position - 1);
    const isOfAll = isAlone && (column.isWeighting || levels.includes(before));
    const isOfOne = !isAlone && isPaired && levels.includes(before);
    const meant = isOfAll ? all : isOfOne ? [before] : [];
    const unit = column.isWeighting ? `dB${cell}` : cell;
    const isOther = (at: number) => isOtherWeighting(names[at] ?? null, unit);
    if (another === undefined && meant.length > 0 && meant.every(isOther)) {
      const named = meant.map((at) => names[at]).join();
      return `${columnHas(column)} ${quoteCell(cell)}, another frequency weighting than ${named}`;
    }
  }
  return null;
}

/** The issue of rows of several quantities. Rows of one time are rejected if their levels differ. */
function findSeveral(rows: readonly FirstRow[], unread: readonly UnreadColumn[]): string | null {
  if (new Set(rows.map(({ text }) => text)).size < rows.length) return null;
  const found = unread.find(
    ({ cells, isWeighting }) => cells.length > 1 && (isWeighting || cells.some(isQuantity)),
  );
  return found === undefined
    ? null
    : `${columnHas(found)} ${found.cells.slice(0, 3).map(quoteCell).join(", ")}: rows of several quantities; import those of one`;
}

function columnHas({ text }: UnreadColumn): string {
  return `the column ${JSON.stringify(text)} has`;
}

/** True for a cell that is a unit or the name of a level. */
function isQuantity(cell: string): boolean {
  return isUnit(cell) || levelsOf([cell]).length > 0;
}

/**
 * The issue of times without an offset whose header says UTC and that are read in a zone of other offsets, or that
 * stand beside a column of offsets (`+01:00`) and are read as UTC because no zone is named.
 */
export function findOtherZone(
  rows: readonly FirstRow[],
  names: ColumnNames,
  headers: readonly string[],
  zone: TimeZone | null,
): string | null {
  const local = rows.filter(({ time }) => !time.hasOffset);
  const [first] = local;
  if (first === undefined) return null;
  const says = (header: string, written: string) =>
    `${JSON.stringify(header)} says that times are in ${written}, and they are read in ${zone ?? "UTC"}: use --timezone`;
  const utc = headers.find((text, position) => names[position] !== null && saysUtc(text));
  if (utc !== undefined)
    return zone === null || isAlwaysUtc(zone, first.time.milliseconds) ? null : says(utc, "UTC");
  if (zone !== null) return null;
  for (const [position, header] of headers.entries()) {
    if (names[position] !== null || !/offset|zone|utc|(?<!\p{L})tz(?!\p{L})/iu.test(header))
      continue;
    const offsets = local.map(({ cells }) => parseFixedOffset(cells[position] ?? ""));
    if (offsets.includes(null)) continue;
    const other = offsets.find((offset) => offset?.endsWith("00:00") === false);
    if (other) return says(header, other);
  }
  return null;
}

/** True for a zone without another offset than zero for a year: Atlantic/Reykjavik, and not London in winter. */
function isAlwaysUtc(zone: TimeZone, milliseconds: number): boolean {
  const { startAt, endAt, offset } = offsetSpanAt(zone, milliseconds as Instant);
  return offset === 0 && endAt - startAt > 366 * 86_400_000;
}

import type { Decimal, Delimiter } from "../csv/csv-format.ts";
import { decodeCell, delimiters, headerTexts } from "../csv/csv-format.ts";
import { isUnit } from "../csv/cell-values.ts";
import { splitCells } from "../csv/csv-records.ts";
import { kindOf } from "../csv/header-names.ts";
import { isClock, isTime } from "./guess-times.ts";

/** A table that was found by its content. */
export interface GuessedTable {
  /** The line of the header, from 1. */
  readonly line: number;
  readonly delimiter: Delimiter;
  readonly headers: readonly string[];
  /** The cells of the rows that were read. */
  readonly rows: readonly (readonly string[])[];
}

/** A header is looked for in so many lines. */
const headLines = 200;

/** A table of another kind than samples, by the names of its columns. */
export interface NamedTable {
  readonly kind: NonNullable<ReturnType<typeof kindOf>>;
  readonly table: GuessedTable;
}

/** Finds a table that has all columns of classifications or exclusions by our names; null: there is none. */
export function findNamedTable(
  first: readonly string[],
  last: readonly string[],
): NamedTable | null {
  for (const delimiter of delimiters) {
    for (const [index, text] of first.slice(0, headLines).entries()) {
      const headers = headerTexts(splitCells(text, delimiter).cells);
      const kind = text.startsWith("#") ? null : kindOf(headers);
      if (kind === null) continue;
      const width = headers.at(-1) === "" ? headers.length - 1 : headers.length;
      // One delimiter too many ends no cell.
      const rows = [...first.slice(index + 1), ...last]
        .map((line) => splitCells(line, delimiter).cells.map(decodeCell))
        .filter((row) => (row[width] === "" ? row.length === width + 1 : row.length === width));
      return { kind, table: { line: index + 1, delimiter, headers, rows } };
    }
  }
  return null;
}

/** Finds the table: rows of a time and numbers below a row of names. Of several, it is that of most such cells. */
export function guessTable(first: readonly string[], last: readonly string[]): GuessedTable | null {
  const [best] = delimiters
    .flatMap((delimiter) => tablesOf(delimiter, first, last))
    .toSorted((left, right) => cellsIn(right) - cellsIn(left));
  return best ?? null;
}

function cellsIn({ rows, headers }: GuessedTable): number {
  return rows.length * headers.length;
}

function tablesOf(
  delimiter: Delimiter,
  first: readonly string[],
  last: readonly string[],
): GuessedTable[] {
  const split = (text: string) => splitCells(text, delimiter).cells.map(decodeCell);
  const cells = first.map((text) => (text.startsWith("#") ? [] : split(text)));
  const starts = cells
    .slice(0, headLines)
    .flatMap((row, index) => (isData(row) && !isData(cells[index - 1] ?? []) ? [index] : []));
  // Rows behind a gap are of the table above it. Each header is tried once, with all rows below it.
  const startOf = new Map<number, number>();
  for (const start of starts) {
    const header = headerAbove(cells.slice(0, start));
    startOf.set(header, startOf.get(header) ?? start);
  }
  const end = last.map(split);
  return [...startOf].flatMap(([header, start]) => {
    const headers = headerTexts(cells[header] ?? []);
    const isOfTable = (row: readonly string[]) =>
      isData(row) && Math.abs(row.length - headers.length) <= 1;
    const rows = [...cells.slice(start), ...end].filter(isOfTable);
    return rows.length === 0 || headers.length < 2
      ? []
      : [{ line: header + 1, delimiter, headers, rows }];
  });
}

/** The index of the lowest row of names, without one of units below it; -1: there is none. */
function headerAbove(cells: readonly (readonly string[])[]): number {
  const lowest = cells.findLastIndex((row) => row.some(isName) && !row.every(isNoName));
  const isNamed = (row: readonly string[]) =>
    row.length === cells[lowest]?.length && row.some(isName);
  const isOfUnits = (cells[lowest] ?? []).some(isUnit) && isNamed(cells[lowest - 1] ?? []);
  return isOfUnits ? lowest - 1 : lowest;
}

/** True for a row with a time and a number. */
export function isData(row: readonly string[]): boolean {
  return row.some((cell) => isTime(cell) || isClock(cell)) && row.some(isNumber);
}

function isName(cell: string): boolean {
  return /\p{L}/u.test(cell) && !isTime(cell) && !isNumber(cell);
}

/** True for what a row of units has: units, forms of a date, nothing. */
function isNoName(cell: string): boolean {
  return cell === "" || isUnit(cell) || /^\[.*\]$/.test(cell);
}

export function isNumber(cell: string): boolean {
  return /^[-+]?[0-9]{1,3}(?:[.,][0-9]+)?(?:e[-+]?[0-9]+)?(?: ?dB.*)?$/i.test(cell);
}

/** The decimal mark of the numbers in some columns. */
export function guessDecimal({ rows }: GuessedTable, positions: readonly number[]): Decimal {
  const cells = rows.flatMap((row) => positions.map((position) => row[position] ?? ""));
  const hasComma = cells.some((cell) => /^[-+]?[0-9]+,[0-9]/.test(cell));
  return hasComma && !cells.some((cell) => /^[-+]?[0-9]+\.[0-9]/.test(cell)) ? "," : ".";
}

import { type CsvFormat, decodeCell } from "./csv-format.ts";
import type { ColumnNames, CsvTable } from "./csv-table.ts";

/** A checked header. */
export interface CsvHeader {
  readonly names: ColumnNames;
  /** Headers of the columns that are not imported. */
  readonly leftOut: readonly string[];
  /** All issues of the header. */
  readonly issues: readonly string[];
}

/**
 * Reads a header. Columns have any order; `date` and `time` may replace `datetime`. An unknown column is an issue,
 * because it may be a misspelt level; if a format names columns, the other columns are skipped.
 */
export function readHeader(
  { start, required, optional }: Pick<CsvTable<never>, "start" | "required" | "optional">,
  cells: readonly string[],
  format: Pick<CsvFormat, "columns" | "delimiter" | "sensorId">,
): CsvHeader {
  const refused = (...issues: string[]) => ({ names: [], leftOut: [], issues });
  if (cells.length === 0) return refused("there is no header: the first line names the columns");
  if (/^(?:\u00ff\u00fe|\u00fe\u00ff)/.test(cells[0] ?? "")) {
    return refused("the text is UTF-16: save it as UTF-8");
  }
  if (cells[0]?.startsWith("\u001f\u008b") === true) {
    return refused("it is compressed: let its name end in .gz, or send what gunzip -c prints to -");
  }
  const nameOfHeader = new Map(
    [...format.columns].map(([name, header]) => [Buffer.from(header).toString("latin1"), name]),
  );
  const renamed = cells.map((cell) => nameOfHeader.get(cell) ?? cell);
  // With a column `datetime`, `date` and `time` are unknown columns.
  const parts = start !== "datetime" || renamed.includes(start) ? [] : ["date", "time"];
  const known = ["sensor_id", start, ...parts, ...required, ...optional];
  const allRequired = [
    ...(format.sensorId === null ? ["sensor_id"] : []),
    ...(parts.some((name) => renamed.includes(name)) ? parts : [start]),
    ...required,
  ];
  // Headers of an instrument may contain commas. One known header proves that the delimiter is right.
  const isCut = renamed.some((name) => known.includes(name));
  const other = isCut ? null : otherDelimiter(cells, format.delimiter);
  if (other !== null) return refused(other);
  const unknown = [...format.columns.keys()].filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    return refused(...unknown.map((name) => `--column: there is no ${name}; ${listOf(known)}`));
  }
  if (cells.length > greatestColumns) {
    return refused(`the header has ${cells.length} columns; ${listOf(known)}`);
  }

  const leavesOut = (cell: string) => format.columns.size > 0 && meantBy(cell, known) === undefined;
  const names = renamed.map((name) => (known.includes(name) ? name : null));
  const issues = [
    ...renamed
      .filter((name) => !known.includes(name) && !leavesOut(name))
      .map((name) => unknownColumn(name, known, format.columns.size > 0)),
    ...names.flatMap((name, index) =>
      name !== null && names.indexOf(name) !== index ? [`the column ${name} occurs twice`] : [],
    ),
    ...[...format.columns]
      .filter(([name]) => !names.includes(name))
      .map(
        ([name, header]) =>
          `there is no column ${JSON.stringify(header)} (--column ${name})${encodingAdvice(cells)}`,
      ),
    ...allRequired
      .filter((name) => !names.includes(name) && !format.columns.has(name))
      .map((name) => `there is no column ${name}: use ${optionFor(name)}`),
    ...(format.sensorId !== null && names.includes("sensor_id")
      ? ["there is a column sensor_id: leave out --sensor"]
      : []),
    ...(names.every((name) => name === null) && isText(cells)
      ? ["if the columns are named in a later line, use --skip-lines"]
      : []),
  ];
  const leftOut = renamed.filter((_, index) => names[index] === null).map(textOf);
  return { names, leftOut, issues };
}

/** No table has more columns. A longer header is one issue, not one issue for each column. */
const greatestColumns = 100;

function listOf(known: readonly string[]): string {
  return `columns are ${known.join(", ")}`;
}

/** The issue of a header that looks separated by another delimiter. */
function otherDelimiter(cells: readonly string[], delimiter: string): string | null {
  const line = cells.join("");
  const [looks] = [",", ";", "\t", "|"]
    .filter((candidate) => candidate !== delimiter)
    .map((candidate) => ({ candidate, count: line.split(candidate).length - 1 }))
    .toSorted((left, right) => right.count - left.count);
  if (looks === undefined || looks.count < cells.length) return null;
  const shown = looks.candidate === "\t" ? "tab" : `'${looks.candidate}'`;
  const name = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars" }[looks.candidate];
  return `the header looks separated by ${name}: use --delimiter ${shown}`;
}

/** The known column that differs only in case and spaces. */
function meantBy(cell: string, known: readonly string[]): string | undefined {
  return known.find((name) => name.toLowerCase() === cell.trim().toLowerCase());
}

function unknownColumn(cell: string, known: readonly string[], isNamed: boolean): string {
  if (cell === "line" || cell === "reason") {
    return `unknown column "${cell}"; in a file of rejected rows, remove the columns line and reason`;
  }
  const shown = JSON.stringify(textOf(cell).slice(0, 40));
  const meant = meantBy(cell, known);
  if (meant === undefined) return `unknown column ${shown}; ${listOf(known)}`;
  return `unknown column ${shown}; write ${isNamed ? `--column ${meant}=${shown}` : meant}`;
}

function optionFor(name: string): string {
  if (name === "datetime") return "--column datetime=…, or --column date=… and --column time=…";
  return name === "sensor_id" ? "--sensor, or --column sensor_id=…" : `--column ${name}=…`;
}

function encodingAdvice(cells: readonly string[]): string {
  return isText(cells) ? "" : "; the header is not UTF-8 text: save the file as UTF-8";
}

function isText(cells: readonly string[]): boolean {
  return cells.every((cell) => decodeCell(cell) !== null);
}

function textOf(cell: string): string {
  return decodeCell(cell) ?? cell;
}

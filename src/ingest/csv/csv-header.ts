import { type CsvFormat, delimiters, type FlagColumn, headerTexts } from "./csv-format.ts";
import { isOtherHeader } from "./cell-values.ts";
import type { ColumnNames, TableColumns } from "./csv-table.ts";
import { isOfRejected, kindOf, requiredColumns } from "./header-names.ts";

/** A checked header. */
export interface CsvHeader {
  readonly names: ColumnNames;
  /** The flags of the format with the positions of their columns. */
  readonly flags: readonly FlagColumn[];
  /** The texts of all columns. */
  readonly headers: readonly string[];
  /** Headers of the columns that are not imported. */
  readonly leftOut: readonly string[];
  /** All issues of the header. */
  readonly issues: readonly string[];
}

/**
 * Reads a header. Columns have any order; those of a date and a clock may replace `datetime`. An unknown column is an
 * issue: it may be a misspelt level; if a format names columns, the others are skipped. A named column wins over
 * one of our name, `limit=` leaves that one out, and `--sensor` wins over a column of ids.
 */
export function readHeader(
  { name: table, start, required, optional }: TableColumns,
  cells: readonly string[],
  format: Pick<CsvFormat, "columns" | "delimiter" | "sensorId" | "flags" | "layout">,
): CsvHeader {
  const refused = (...issues: string[]) => ({
    names: [],
    flags: [],
    headers: [],
    leftOut: [],
    issues,
  });
  if (cells.length === 0) return refused("there is no header: the first line names the columns");
  if (cells[0]?.startsWith("\u001f\u008b") === true) {
    return refused("it is compressed: let its name end in .gz, or send what gunzip -c prints to -");
  }
  // A delimiter behind the last header begins no column.
  const headers = headerTexts(cells.at(-1) === "" ? cells.slice(0, -1) : cells);
  const positionOf = (header: string) => {
    const number = /^#([1-9][0-9]{0,3})$/.exec(header)?.[1];
    return number === undefined ? headers.indexOf(header) : Number(number) - 1;
  };
  const named = [...format.columns].filter(([, header]) => header !== "");
  const isNamed = named.length > 0;
  const meant = new Map(named.map(([name, header]) => [positionOf(header), name]));
  const flags = format.flags.map((flag) => ({ ...flag, position: positionOf(flag.column) }));
  const isFlag = (position: number) => flags.some((flag) => flag.position === position);
  const renamed = headers.map((header, position) => {
    const name = meant.get(position);
    if (name !== undefined) return name;
    // The columns of an instrument are named one by one; others of our names are something else.
    if (format.layout !== null) return null;
    const isTaken =
      format.columns.has(header) || (header === "sensor_id" && format.sensorId !== null);
    return isTaken || header === "" || isFlag(position) ? null : header;
  });
  const parts = renamed.includes(start) ? [] : partsOf(start, renamed);
  const known = ["sensor_id", start, ...parts, ...required, ...optional];
  const allRequired = [
    ...(format.sensorId === null ? ["sensor_id"] : []),
    ...(parts.some((name) => renamed.includes(name)) ? parts : [start]),
    ...required,
  ];
  const isKnown = (name: string | null): name is string => name !== null && known.includes(name);
  // Headers of an instrument may contain commas. One known header proves that the delimiter is right.
  const looks = renamed.some(isKnown) ? null : otherDelimiter(headers, format.delimiter);
  if (looks !== null) return refused(looks);
  const unknown = [...format.columns.keys()].filter(
    (name) => !known.includes(name) && !isPartOf(start, name),
  );
  if (unknown.length > 0) {
    return refused(...unknown.map((name) => `--column: there is no ${name}; ${listOf(known)}`));
  }
  if (headers.length > greatestColumns) {
    return refused(
      `the header has ${headers.length} columns, more than ${greatestColumns}; ${listOf(known)}`,
    );
  }

  const names = renamed.map((name) => (isKnown(name) ? name : null));
  const strangers = renamed.filter((name) => name !== null && !known.includes(name)) as string[];
  // A header that differs only in case from one of our names may be that column, unless another one is named as it.
  const leavesOut = (header: string) => {
    const name = meantBy(header, known);
    const isTaken = name === "sensor_id" && format.sensorId !== null;
    if (name !== undefined && format.columns.has(name)) return true;
    return isNamed && (name === undefined || isTaken);
  };
  const isNamedAs = (name: string | null) => name === null || format.columns.has(name);
  const missing = (option: string, header: string) => {
    const isNumber = header.startsWith("#") && positionOf(header) >= headers.length;
    const has = isNumber ? `: the header has ${headers.length}` : "";
    return `there is no column ${JSON.stringify(header)} (${option})${has}`;
  };
  const unknownHeaders = strangers.filter((header) => !leavesOut(header));
  const other = kindOf(headers);
  if (other !== null && other !== table && kindOf(unknownHeaders) === other)
    return refused(
      `${requiredColumns[other].join(", ")} are columns of ${other}: use acoustic import ${other}`,
    );
  const issues = [
    ...unknownHeaders
      .slice(0, mostUnknown)
      .map((header) => unknownColumn(header, known, isNamed, isOfRejected(headers))),
    ...names.flatMap((name, index) =>
      name !== null && names.indexOf(name) !== index ? [`the column ${name} occurs twice`] : [],
    ),
    ...named
      .filter(([name]) => !names.includes(name))
      .map(([name, header]) => missing(`--column ${name}`, header)),
    ...names.flatMap((name, index) => {
      const header = headers[index] ?? "";
      if (isOtherHeader(name, header))
        return `the column ${JSON.stringify(header)} has another frequency weighting than ${name}`;
      // Without a mapping the level that runs since the start of the log has our name.
      const isRunning = !isNamedAs(name) && headers.includes(`${name}_dt`);
      return isRunning ? `${name}_dt is beside ${name}: write --column ${name}=${name}_dt` : [];
    }),
    ...flags
      .filter(({ position }) => headers[position] === undefined)
      .map(({ column }) => missing("--flag", column)),
    ...allRequired
      .filter((name) => !names.includes(name) && !format.columns.get(name))
      .map((name) => `there is no column ${name}: use ${optionFor(name)}`),
    ...(names.every((name) => name === null)
      ? ["if the columns are named in a later line, use --skip-lines; one with # is a comment"]
      : []),
  ];
  const leftOut = headers.filter(
    (header, index) => names[index] === null && header !== "" && !isFlag(index),
  );
  return { names, flags, headers, leftOut, issues };
}

/** No table has more columns. A longer header is one issue, not one issue for each column. */
const greatestColumns = 2000;

/** A header of third octaves has hundreds: the first ones show what is meant. */
const mostUnknown = 20;

/** The columns that a file has in place of `datetime`. */
const dateParts = [
  ["date", "time"],
  ["year", "month", "day", "time"],
] as const;

function partsOf(start: string, renamed: readonly (string | null)[]): readonly string[] {
  if (start !== "datetime") return [];
  return dateParts[renamed.some((name) => name === "year" || name === "day") ? 1 : 0];
}

function isPartOf(start: string, name: string): boolean {
  return start === "datetime" && dateParts.flat().some((part) => part === name);
}

function listOf(known: readonly string[]): string {
  return `columns are ${known.join(", ")}`;
}

/** The issue of a header that looks separated by another delimiter. */
function otherDelimiter(cells: readonly string[], delimiter: string): string | null {
  const line = cells.join("");
  const [looks] = delimiters
    .filter((candidate) => candidate !== delimiter)
    .map((candidate) => ({ candidate, count: line.split(candidate).length - 1 }))
    .toSorted((left, right) => right.count - left.count);
  if (looks === undefined || looks.count < cells.length) return null;
  const shown = looks.candidate === "\t" ? "tab" : `'${looks.candidate}'`;
  const name = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars" }[looks.candidate];
  return `the header looks separated by ${name}: use --delimiter ${shown}`;
}

/** The known column that differs only in case. */
function meantBy(header: string, known: readonly string[]): string | undefined {
  return known.find((name) => name.toLowerCase() === header.toLowerCase());
}

function unknownColumn(
  header: string,
  known: readonly string[],
  isNamed: boolean,
  isRejected: boolean,
): string {
  if (isRejected && (header === "line" || header === "reason")) {
    return `unknown column "${header}"; in a file of rejected rows, remove the columns line and reason`;
  }
  const shown = JSON.stringify(header.slice(0, 40));
  const meant = meantBy(header, known);
  if (meant === undefined) return `unknown column ${shown}; ${listOf(known)}`;
  return `unknown column ${shown}; write ${isNamed ? `--column ${meant}=${shown}` : meant}`;
}

function optionFor(name: string): string {
  if (name === "datetime") return "--column datetime=…, or --column date=… and --column time=…";
  return name === "sensor_id" ? "--sensor, or --column sensor_id=…" : `--column ${name}=…`;
}

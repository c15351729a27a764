import { type Instrument, knownFlags } from "../instruments/instruments.ts";
import type { FoundTable } from "../csv/table-layout.ts";
import { isMissing } from "../csv/cell-values.ts";
import type { GuessedTable, NamedTable } from "./guess-table.ts";
import { isNumber } from "./guess-table.ts";
import { findTimes, formOf, intervalOf, isMidnight, textsOf } from "./guess-times.ts";
import { quoteText } from "../csv/csv-format.ts";
import {
  extremeHeader,
  levelsOf,
  requiredColumns,
  saysEnd,
  saysSensor,
  saysUtc,
} from "../csv/header-names.ts";

/** The columns of a file that are read, and the options that name them. */
export interface ColumnChoice {
  /** Our columns and their headers. */
  readonly columns: readonly (readonly [name: string, header: string])[];
  readonly leftOut: readonly string[];
  readonly positions: ReadonlyMap<string, number>;
  /** The columns of levels; without one, all columns of numbers. */
  readonly numbers: readonly number[];
  readonly options: readonly (readonly [name: string, value: string])[];
  /** The sensors that the column `sensor_id` names. */
  readonly sensorIds: readonly string[];
  /** True if the header says that a time is the end of its interval. */
  readonly isEnd: boolean;
  /** True if the header says that times are in UTC. */
  readonly isUtc: boolean;
  readonly unclear: readonly string[];
}

/** The columns of a table that has our names; null: none has times. Exclusions have no parts of a time. */
export function columnsOfKind({ kind, table: { headers, rows } }: NamedTable): ColumnChoice | null {
  const at = (name: string) => positionOf(headers, name);
  const [start, others] = kind === "exclusions" ? ["start_at", ["note"]] : ["datetime", []];
  const named = [...requiredColumns[kind], ...others].filter((name) => at(name) !== -1);
  const taken = named.map(at);
  const rest = rows.map((row) =>
    row.map((cell, position) => (taken.includes(position) ? "" : cell)),
  );
  const found =
    at(start) === -1
      ? findTimes(headers, rest)
      : { columns: new Map([["datetime", at(start)]]), others: [] };
  if (rows.length === 0 || found === null) return null;
  const { columns: times } = found;
  if (kind === "exclusions" && !times.has("datetime")) return null;
  const positions = new Map([
    ...times,
    ...named.map((name) => [name, at(name)] as const),
    ...idColumn(headers),
  ]);
  const columns = [...positions].map(
    ([name, position]) =>
      [name === "datetime" ? start : name, headerText(headers, position)] as const,
  );
  const used = new Set([...positions.values(), headers.indexOf("sensor_id")]);
  const leftOut = headers.filter((header, position) => header !== "" && !used.has(position));
  return {
    columns,
    leftOut,
    positions,
    numbers: [at("confidence")],
    options: mappingOf(columns, leftOut),
    sensorIds: idsOf(headers, rows),
    isEnd: false,
    isUtc: [...times.values()].some((position) => saysUtc(headers[position] ?? "")),
    unclear: [...doubtsOfTimes(headers, rows, found), ...severalSensors(headers, rows, used)],
  };
}

/** The position of a column of our name, in any case; -1: there is none. */
function positionOf(headers: readonly string[], name: string): number {
  return headers.findIndex((header) => header.toLowerCase() === name.toLowerCase());
}

/** The column of ids, if an import does not read it by its name. */
function idColumn(headers: readonly string[]): (readonly [name: string, position: number])[] {
  const at = positionOf(headers, "sensor_id");
  return at === -1 || headers.includes("sensor_id") ? [] : [["sensor_id", at]];
}

/** The doubts of the columns of times. */
function doubtsOfTimes(
  headers: readonly string[],
  rows: GuessedTable["rows"],
  { columns, others }: NonNullable<ReturnType<typeof findTimes>>,
): string[] {
  const isDated = rows.some((row) => isMidnight(row[columns.get("date") ?? -1] ?? ""));
  const midnight = isDated ? ", without the midnight of its date" : "";
  const beside = others.length > 0 ? `, not of ${headersOf(headers, others)}` : "";
  const isOfExtreme = extremeHeader.test(headers[columns.get("datetime") ?? -1] ?? "");
  return midnight + beside === "" && !isOfExtreme
    ? []
    : [`the time is that of ${headersOf(headers, columns.values())}${midnight}${beside}`];
}

function headersOf(headers: readonly string[], positions: Iterable<number>): string {
  return [...positions].map((at) => quoteText(headerText(headers, at))).join(", ");
}

/** The options that name columns; none if each has our name, and nothing is left out. */
function mappingOf(
  columns: ColumnChoice["columns"],
  leftOut: readonly string[],
): ColumnChoice["options"] {
  const isOurs = columns.every(([name, header]) => name === header) && leftOut.length === 0;
  return isOurs ? [] : columns.map(([name, header]) => ["column", `${name}=${header}`]);
}

/** The cells of the column of ids. */
function idsOf(headers: readonly string[], rows: GuessedTable["rows"]): string[] {
  const at = positionOf(headers, "sensor_id");
  return at === -1 ? [] : [...new Set(rows.map((row) => row[at] ?? ""))];
}

/** The columns of the table of an instrument. */
export function columnsOfInstrument(
  { headers, rows }: GuessedTable,
  { instrument, table }: { readonly instrument: Instrument; readonly table: FoundTable },
): ColumnChoice {
  const columns = [...table.columns];
  const positions = new Map(columns.map(([name, header]) => [name, headers.indexOf(header)]));
  const used = new Set(positions.values());
  return {
    columns,
    leftOut: headers.filter((header, index) => header !== "" && !used.has(index)),
    positions,
    numbers: [...positions].flatMap(([name, at]) => (name.startsWith("L") ? [at] : [])),
    options: [],
    sensorIds: [],
    isEnd: false,
    isUtc: false,
    unclear: [...(instrument.about?.unclear ?? []), ...severalSensors(headers, rows, used)],
  };
}

/** The columns whose headers and cells mean ours. Null: none has times. */
export function guessColumns({ headers, rows }: GuessedTable): ColumnChoice | null {
  const timed = findTimes(headers, rows);
  if (timed === null) return null;
  const { columns: times } = timed;
  const unclear = doubtsOfTimes(headers, rows, timed);
  const texts = textsOf(times, rows);
  const form = formOf(texts);
  const interval = intervalOf(texts.flatMap((text) => form?.parse(text)?.milliseconds ?? []));
  const isNumeric = (at: number) =>
    rows.some((row) => isNumber(row[at] ?? "")) && ![...times.values()].includes(at);
  const numeric = [...headers.keys()].filter(isNumeric);
  const ours = (name: string) => positionOf(headers, name);
  const found = levelsOf(headers, interval);
  const levels = found.filter(({ isOverOther }) => !isOverOther);
  for (const { position } of found.filter(({ isOverOther }) => isOverOther))
    unclear.push(
      `${headersOf(headers, [position])} is a level over another time than the interval of the rows: it is left out`,
    );
  // Rows between those that were read may have numbers in a column of words.
  const wordIn = (at: number) =>
    isNumeric(at) ? undefined : rows.map((row) => row[at] ?? "").find((cell) => !isMissing(cell));
  const addDoubt = (at: number, advice: string) =>
    unclear.push(`${headersOf(headers, [at])} has no number in the rows that were read: ${advice}`);
  // An import would reject each row with a word in its limit.
  const unread = wordIn(ours("limit")) === undefined ? [] : ["limit"];
  if (unread.length > 0) addDoubt(ours("limit"), "--column limit= leaves it out");
  // An import would also take these for parts of its times.
  const parts = times.has("datetime") ? [] : ["datetime", "year", "day"];
  unread.push(...parts.filter((name) => ours(name) !== -1 && !times.has(name)));
  for (const { name, position, isVague, isOverUnknown, others } of levels) {
    const word = wordIn(position);
    if (isOverUnknown)
      unclear.push(
        `${headersOf(headers, [position])} names a time, and the rows do not show their interval: it is read as ${name}`,
      );
    if (word !== undefined)
      addDoubt(position, `--missing ${quoteText(word)} makes such a word no value`);
    const header = headers[position] ?? "";
    if (isVague)
      unclear.push(
        `the header ${quoteText(header)} does not say its whole weighting: it is read as ${name}`,
      );
    const beside = headersOf(headers, others);
    if (beside !== "")
      unclear.push(`${quoteText(header)} is read as ${name}, and not ${beside} beside it`);
  }
  const positions = new Map([
    ...times,
    ...levels.map(({ name, position }) => [name, position] as const),
    // An import reads these by our names, whatever else is mapped.
    ...["limit", "classification"].flatMap((name) =>
      ours(name) === -1 || unread.includes(name) ? [] : [[name, ours(name)] as const],
    ),
    ...idColumn(headers),
  ]);
  const columns = [...positions].map(([name, at]) => [name, headerText(headers, at)] as const);
  if (levels.length === 0) {
    const shown = headersOf(headers, numeric.slice(0, 20));
    unclear.push(`no header means a level: put one of ${shown} for <column>`);
    columns.push(["LAeq", "<column>"]);
  }
  const used = new Set([...positions.values(), headers.indexOf("sensor_id")]);
  unclear.push(...severalSensors(headers, rows, used));
  const known = knownFlags();
  const flags = known.flags.filter(({ column }) => headers.includes(column));
  const leftOut = headers.filter(
    (header, at) =>
      header !== "" && !used.has(at) && !flags.some(({ column }) => column === header),
  );
  return {
    columns,
    leftOut,
    positions,
    numbers: levels.length > 0 ? levels.map(({ position }) => position) : numeric,
    options: [
      ...mappingOf(
        [...columns, ...unread.map((name) => [name, ""] as const)],
        [...leftOut, ...flags.map(({ column }) => column)],
      ),
      ...flags.map(
        ({ column, value, reason }) => ["flag", `${column}=${value}:${reason}`] as const,
      ),
    ],
    sensorIds: idsOf(headers, rows),
    isEnd: saysEnd(headers[times.get("datetime") ?? times.get("time") ?? -1] ?? ""),
    isUtc: [...times.values()].some((at) => saysUtc(headers[at] ?? "")),
    unclear,
  };
}

/** The doubts of columns that nothing reads, and that have the names of several sensors. */
function severalSensors(
  headers: readonly string[],
  rows: GuessedTable["rows"],
  used: ReadonlySet<number>,
): string[] {
  return headers.flatMap((header, at) => {
    const isRead = used.has(at) || !saysSensor(header);
    const ids = new Set(isRead ? [] : rows.flatMap((row) => row[at] || []));
    return ids.size < 2
      ? []
      : `${quoteText(header)} names ${[...ids].slice(0, 5).join(", ")}: all rows are read as those of one sensor`;
  });
}

/** The header of a column, or its number where a shell or a message would change the header. */
function headerText(headers: readonly string[], at: number): string {
  const header = headers[at] ?? "";
  const isPlain = /^[^\p{C}#]+$/u.test(header) && header.length <= 100;
  return isPlain && headers.indexOf(header) === at ? header : `#${at + 1}`;
}

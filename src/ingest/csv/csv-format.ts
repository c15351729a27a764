import { parseSensorId, type SensorId } from "../../acoustics/ids.ts";
import { parseDuration } from "../../acoustics/time/duration.ts";
import { parseFixedOffset, parseTimeZone, type TimeZone } from "../../acoustics/time/time-zone.ts";
import { greatestReason } from "../../acoustics/assessment/exclusions.ts";
import { InvalidInput } from "../invalid-input.ts";
import {
  type DateFormat,
  dateFormatHelp,
  isoFormat,
  parseDateFormat,
} from "../../acoustics/time/date-format.ts";

/**
 * The form of the CSV files of an instrument. A profile (`profile.ts`) declares it by the names of `formatOptions`, and
 * by `column`, `flags` and `missing`.
 */
export interface CsvFormat {
  readonly delimiter: Delimiter;
  readonly decimal: Decimal;
  /** The file's headers of renamed columns, by our names; `#7` is the seventh column, an empty text is none. */
  readonly columns: ReadonlyMap<string, string>;
  /** The sensor of every row, also if the file has a column of ids; null: the file has a column `sensor_id`. */
  readonly sensorId: SensorId | null;
  /** Lines before the header. */
  readonly skipLines: number;
  readonly dateFormat: DateFormat;
  /** The zone of times without an offset; null: UTC. */
  readonly timeZone: TimeZone | null;
  /** The end of the interval at which the time of a sample lies: start or end. */
  readonly labels: Labels;
  /** The length of the interval of a row, at least a millisecond; null: inferred where it is needed. */
  readonly intervalSeconds: number | null;
  /** The length of the samples that rows are joined to; null: each row is a sample. */
  readonly everySeconds: number | null;
  /** Texts of cells without a value, besides those that are known everywhere. */
  readonly missing: readonly string[];
  readonly flags: readonly Flag[];
  /** The table in the files of an instrument; null: the header is the first record. */
  readonly layout: TableLayout | null;
  /** The beginning of the line after the table; null: the table ends with the file. */
  readonly endsAt: string | null;
  /** Rows that are no samples, by one of their cells. */
  readonly skipRows: readonly { readonly position: number; readonly value: string }[];
}

/** The table of samples in a file of an instrument. Its columns are those of them that a file has. */
export interface TableLayout {
  /** The beginning of the first line; an empty text: any line. */
  readonly beginsWith: string;
  /** The header is the first line with all these cells. */
  readonly header: readonly string[];
  readonly delimiters: readonly Delimiter[];
  /** The beginning of the line that ends the table; null: the table ends with the file. */
  readonly endsAt: string | null;
  /** Rows that are no samples: values of their cells, by header. */
  readonly skipRows: ReadonlyMap<string, readonly string[]>;
  /** Our columns and their headers, the surest first. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly flags: readonly Flag[];
  /** Columns of flags, also those whose values are not known. */
  readonly flagColumns: readonly string[];
}

/** A value of a column that excludes the interval of its row. */
export interface Flag {
  /** The header in the file, or `#7`. */
  readonly column: string;
  readonly value: string;
  /** The reason of the exclusion. */
  readonly reason: string;
}

export interface FlagColumn extends Flag {
  readonly position: number;
}

export type Labels = "start" | "end";

export const delimiters = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof delimiters)[number];
export type Decimal = "." | ",";

/** The format of the documentation. */
export const plainFormat: CsvFormat = {
  delimiter: ",",
  decimal: ".",
  columns: new Map(),
  sensorId: null,
  skipLines: 0,
  dateFormat: isoFormat,
  timeZone: null,
  labels: "start",
  intervalSeconds: null,
  everySeconds: null,
  missing: [],
  flags: [],
  layout: null,
  endsAt: null,
  skipRows: [],
};

/** The part of a format that one source declares. The rest is that of another source, or of `plainFormat`. */
export type FormatOptions = Partial<CsvFormat>;

/**
 * Merges sources: for each option, each column and each value of a flag, the last source applies; markers add up.
 * Throws `InvalidInput` for labels at the end without an interval.
 */
export function mergeFormats(...sources: readonly FormatOptions[]): CsvFormat {
  const columns = new Map(sources.flatMap((source) => [...(source.columns ?? [])]));
  const missing = sources.flatMap((source) => source.missing ?? []);
  const flags = sources.flatMap((source) => source.flags ?? []);
  const merged = {
    columns,
    missing,
    flags: [...new Map(flags.map((flag) => [`${flag.column}=${flag.value}`, flag])).values()],
  };
  const format: CsvFormat = { ...plainFormat, ...Object.assign({}, ...sources), ...merged };
  if (format.labels === "end" && format.intervalSeconds === null) {
    throw new InvalidInput([
      "--labels end needs the interval of the samples: use --interval, such as 5m",
    ]);
  }
  return format;
}

/** The options of a format by their long names. Each parses its value, or returns a description of a valid one. */
export const formatOptions = {
  timezone: option(
    "timeZone",
    (text) => parseFixedOffset(text) ?? parseTimeZone(text),
    "must be a time zone such as Europe/Dublin, or an offset such as +01:00",
  ),
  delimiter: option(
    "delimiter",
    (text) => delimiterTexts[text] ?? null,
    'must be ";", ",", "|" or "tab"',
  ),
  decimal: option(
    "decimal",
    (text) => (text === "." || text === "," ? text : null),
    'must be "." or ","',
  ),
  sensor: option("sensorId", parseSensorId, "must be the id of a sensor"),
  "skip-lines": option(
    "skipLines",
    (text) => (/^[0-9]{1,4}$/.test(text) && Number(text) <= 1000 ? Number(text) : null),
    "must be a whole number from 0 to 1000",
  ),
  "date-format": option("dateFormat", parseDateFormat, dateFormatHelp),
  labels: option(
    "labels",
    (text) => (text === "start" || text === "end" ? text : null),
    "must be start or end",
  ),
  interval: option("intervalSeconds", parseInterval, "must be a time such as 5m, 1ms to 24h"),
  every: option(
    "everySeconds",
    parseEvery,
    "must be a time such as 5m, 1s to 24h, that divides a day",
  ),
} satisfies Record<string, FormatOption>;

export interface FormatOption {
  parse(text: string): FormatOptions | string;
}

/** Reads `LAeq=Leq (dBA)`: our name and the header in the file. `limit=` names no column; a level has one. */
export function parseColumn(text: string): readonly [name: string, header: string] | null {
  const [, name, header] = /^([A-Za-z0-9_]+)=\s*(.*?)\s*$/.exec(text) ?? [];
  if (name === undefined || header === undefined) return null;
  return header === "" && name.startsWith("L") ? null : [name, header];
}

export const columnHelp =
  'must be a column and its header in the file, such as LAeq="Leq (dBA)", or its number: LAeq=#7; limit= ignores a column called limit';

/** Reads `Over=O:overload`: the header in the file, the value, and the reason of the exclusion. */
export function parseFlag(text: string): Flag | null {
  const [, column, value, reason] =
    /^\s*(.+?)\s*=\s*([^=]*?[^=\s])\s*:\s*([^:]*\S)\s*$/.exec(text) ?? [];
  if (column === undefined || value === undefined || reason === undefined) return null;
  return reason.length > greatestReason || /\p{Cc}/u.test(reason)
    ? null
    : { column, value, reason };
}

export const flagHelp = `must be a header in the file, its value and a reason of at most ${greatestReason} characters, such as Over=O:overload`;

const delimiterTexts: Readonly<Record<string, Delimiter>> = {
  ",": ",",
  ";": ";",
  "|": "|",
  "\t": "\t",
  "\\t": "\t",
  tab: "\t",
};

function parseInterval(text: string): number | null {
  const seconds = (parseDuration(text, ["ms", "s", "m", "h"]) ?? 0) / 1000;
  return seconds > 0 && seconds <= 86_400 ? seconds : null;
}

function parseEvery(text: string): number | null {
  const seconds = parseInterval(text) ?? 0;
  return seconds >= 1 && 86_400 % seconds === 0 ? seconds : null;
}

function option<Name extends keyof CsvFormat>(
  name: Name,
  parse: (text: string) => CsvFormat[Name] | null,
  expected: string,
): FormatOption {
  return {
    parse: (text) => {
      const value = parse(text);
      return value === null ? expected : { [name]: value };
    },
  };
}

/** The text of a cell: UTF-8, or Latin-1 if its bytes are no UTF-8. */
export function decodeCell(cell: string): string {
  if (/^[\x20-\x7e]*$/.test(cell)) return cell;
  try {
    return utf8.decode(Buffer.from(cell, "latin1"));
  } catch {
    return cell;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The texts of a header. Blanks at their ends do not count, inside of quotes as well. */
export function headerTexts(cells: readonly string[]): string[] {
  return cells.map((cell) => decodeCell(cell).trim());
}

/** Quotes a cell for a message. */
export function quoteCell(cell: string): string {
  return quoteText(decodeCell(cell));
}

/** The reason for rejecting the data of a sensor that nobody has made, with what makes it. */
export function unknownSensor(id: string): string {
  const advice = parseSensorId(id) === null ? "" : ": acoustic apply makes it, from the site file";
  return `unknown sensor ${quoteCell(id)}${advice}`;
}

/** Quotes a text of unknown origin for a message: on one line, and cut after 60 characters. */
export function quoteText(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

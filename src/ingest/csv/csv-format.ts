import { parseSensorId, type SensorId } from "../../acoustics/ids.ts";
import { parseDuration } from "../../acoustics/time/duration.ts";
import { parseTimeZone, type TimeZone } from "../../acoustics/time/time-zone.ts";
import { InvalidInput } from "../invalid-input.ts";
import { type DateFormat, dateFormatHelp, parseDateFormat } from "./date-format.ts";

/** The form of the CSV files of an instrument. */
export interface CsvFormat {
  readonly delimiter: Delimiter;
  readonly decimal: Decimal;
  /** The file's headers of renamed columns, by our names. */
  readonly columns: ReadonlyMap<string, string>;
  /** The sensor of every row; null: the file has a column `sensor_id`. */
  readonly sensorId: SensorId | null;
  /** Lines before the header. */
  readonly skipLines: number;
  /** Null: ISO 8601, as everywhere else. */
  readonly dateFormat: DateFormat | null;
  /** The zone of times without an offset; null: UTC. */
  readonly timeZone: TimeZone | null;
  /** The end of the interval at which the time of a sample lies: start or end. */
  readonly labels: Labels;
  /** The length of the interval where `labels` is `end`; otherwise null. */
  readonly intervalSeconds: number | null;
}

export type Labels = "start" | "end";

export type Delimiter = "," | ";" | "\t" | "|";
export type Decimal = "." | ",";

/** The format of the documentation. */
export const plainFormat: CsvFormat = {
  delimiter: ",",
  decimal: ".",
  columns: new Map(),
  sensorId: null,
  skipLines: 0,
  dateFormat: null,
  timeZone: null,
  labels: "start",
  intervalSeconds: null,
};

/** The part of a format that one source declares. The rest is that of another source, or of `plainFormat`. */
export type FormatOptions = Partial<CsvFormat>;

/**
 * Merges sources: for each option and each column, the last source applies. Throws `InvalidInput` for labels at the end
 * without an interval, and for an interval with labels at the start.
 */
export function mergeFormats(...sources: readonly FormatOptions[]): CsvFormat {
  const columns = new Map(sources.flatMap((source) => [...(source.columns ?? [])]));
  const format: CsvFormat = { ...plainFormat, ...Object.assign({}, ...sources), columns };
  if (format.labels === "end" && format.intervalSeconds === null) {
    throw new InvalidInput([
      "--labels end needs the interval of the samples: use --interval, such as 5m",
    ]);
  }
  if (format.labels === "start" && format.intervalSeconds !== null) {
    throw new InvalidInput(["--interval is only for --labels end"]);
  }
  return format;
}

/** The options of a format by their long names. Each parses its value, or returns a description of a valid one. */
export const formatOptions = {
  timezone: option("timeZone", parseTimeZone, "must be a time zone such as Europe/Dublin"),
  delimiter: option(
    "delimiter",
    (text) => delimiters[text] ?? null,
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
  interval: option("intervalSeconds", parseInterval, "must be a time such as 5m, 1s to 24h"),
} satisfies Record<string, FormatOption>;

export interface FormatOption {
  parse(text: string): FormatOptions | string;
}

/** Reads `LAeq=Leq (dBA)`: our name and the header in the file. */
export function parseColumn(text: string): readonly [name: string, header: string] | null {
  const [, name, header] = /^([A-Za-z0-9_]+)=(.+)$/.exec(text) ?? [];
  return name === undefined || header === undefined ? null : [name, header];
}

export const columnHelp = 'must be a column and its header in the file, such as LAeq="Leq (dBA)"';

const delimiters: Readonly<Record<string, Delimiter>> = {
  ",": ",",
  ";": ";",
  "|": "|",
  "\t": "\t",
  "\\t": "\t",
  tab: "\t",
};

function parseInterval(text: string): number | null {
  const seconds = (parseDuration(text, ["s", "m", "h"]) ?? 0) / 1000;
  return seconds >= 1 && seconds <= 86_400 ? seconds : null;
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

/** Quotes a cell for a message. */
export function quoteCell(cell: string): string {
  return quoteText(decodeCell(cell) ?? cell);
}

/** Quotes a text of unknown origin for a message: on one line, and cut after 60 characters. */
export function quoteText(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** Parses a number with this decimal mark. Null if it has the other mark, or if `parse` returns null. */
export function parseDecimal<Value>(
  cell: string,
  decimal: Decimal,
  parse: (text: string) => Value | null,
): Value | null {
  if (decimal === ".") return parse(cell);
  return cell.includes(".") ? null : parse(cell.replace(",", "."));
}

/** The end of the reason for rejecting a cell: the option to use, if the cell has the other decimal mark. */
export function decimalAdvice(cell: string, decimal: Decimal): string {
  if (decimal === "." && /^-?[0-9]+,[0-9]+$/.test(cell)) {
    return ": for decimal commas use --decimal ','";
  }
  return decimal === "," && /^-?[0-9]+\.[0-9]+$/.test(cell)
    ? ": --decimal ',' expects decimal commas"
    : "";
}

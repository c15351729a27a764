import { millisecondsOfDay } from "./calendar-day.ts";
import { matchInstant, parseInstant } from "./instant.ts";

/**
 * The form of the times in a file, such as `DD/MM/YYYY HH:mm[:ss]`. Days, months and hours may have one digit, several
 * spaces count as one, 24:00 is 00:00 of the next day, and a fraction of a second or an offset may follow.
 */
export interface DateFormat {
  /** The text of the option, for messages. */
  readonly text: string;
  /** Null for a text that is no time of this form. */
  parse(text: string): WrittenTime | null;
  /** The text of a date in this form, before its clock. */
  dateOf(year: string, month: string, day: string): string;
}

/** A parsed time of a file. */
export interface WrittenTime {
  /** Milliseconds since 1970 by the clock of the instrument; with an offset, the instant. */
  readonly milliseconds: number;
  readonly hasOffset: boolean;
}

/** ISO 8601 (docs/contract.md, 2.3), also with spaces for the `T`. */
export const isoFormat: DateFormat = {
  text: "ISO 8601",
  parse: (text) => parsePlainIso(text) ?? parseIso(text),
  dateOf: (year, month, day) => `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`,
};

/** Unix time in seconds or milliseconds, of 1973 to 5138: one is never the other. Both may have a fraction. */
const unixFormats = [unixFormat("unix", 1000), unixFormat("unix-ms", 1)];

const digits: Readonly<Record<string, string>> = {
  YYYY: "(?<year>[0-9]{4})",
  MM: "(?<month>[0-9]{1,2})",
  DD: "(?<day>[0-9]{1,2})",
};

/** A blank, also one that does not break a line, as a character or as its bytes in UTF-8. */
const blank = String.raw`(?:\u00c2?\s|\u00e2\u0080\u00af)`;

/*
 * A form is an order of the date, a separator, and a clock. All orders go with all separators and all clocks; the first
 * three orders are suggested in messages.
 */
const orders = ["DD/MM/YYYY", "MM/DD/YYYY", "YYYY/MM/DD", "YYYY/DD/MM"];
const separators = ["/", ".", "-"];
const clocks = {
  "HH:mm": "",
  "HH:mm:ss": secondsPattern(),
  "HH:mm[:ss]": `(?:${secondsPattern()})?`,
  "h:mm A": "",
  "h:mm:ss A": secondsPattern(),
  "h:mm[:ss] A": `(?:${secondsPattern()})?`,
} as const;

/** The forms for help and messages. */
export const dateFormatHelp =
  `must be unix, unix-ms, or a date and a clock: ${orders.slice(0, -1).join(", ")} or ${orders.at(-1)}, ` +
  `with /, . or - between day, month and year, and ${Object.keys(clocks).join(", ")}`;

/** Parses a form. Null for any other text. */
export function parseDateFormat(text: string): DateFormat | null {
  const unix = unixFormats.find((format) => format.text === text);
  if (unix !== undefined) return unix;
  const [, date = "", clock = ""] = /^([DMY/.-]+)[ T](.+)$/.exec(text) ?? [];
  const separator = separators.find((mark) => date.includes(mark));
  const order = orders.find((known) => known.replaceAll("/", separator ?? "/") === date);
  const seconds = clocks[clock as keyof typeof clocks] as string | undefined;
  if (separator === undefined || order === undefined || seconds === undefined) return null;
  return createFormat(text, order.split("/"), separator, seconds, clock.endsWith("A"));
}

/** A form, and the same one with day and month exchanged. */
export interface DateOrders {
  readonly given: DateFormat;
  readonly exchanged: DateFormat;
}

/** Both orders of day and month in a form; null for one without them. */
export function ordersOf({ text }: DateFormat): DateOrders | null {
  // A time that is no ISO 8601, such as `2026-3-1 9:05`, may have its order all the same.
  const loose = text === isoFormat.text ? "YYYY-MM-DD HH:mm[:ss]" : text;
  const other = loose.replaceAll(/DD|MM/g, (part) => (part === "DD" ? "MM" : "DD"));
  const [given, exchanged] = [parseDateFormat(loose), parseDateFormat(other)];
  return given === null || exchanged === null || other === loose ? null : { given, exchanged };
}

/** True for a text that is a time of the first form, and none of the other one. */
export function fitsOnly(form: DateFormat, other: DateFormat, text: string): boolean {
  return form.parse(text) !== null && other.parse(text) === null;
}

/** The common forms in which a text is a time of a meter. Without more to go by, 3/4/2026 has two. */
export function formsOf(text: string): readonly string[] {
  const isPlausible = ({ milliseconds }: WrittenTime) =>
    milliseconds > year1990 && milliseconds < year2100;
  return commonForms.flatMap((format) => {
    const time = format.parse(text);
    return time !== null && isPlausible(time) ? format.text : [];
  });
}

const [year1990, year2100] = [Date.UTC(1990), Date.UTC(2100)] as const;

const commonForms: readonly DateFormat[] = [
  ...orders.slice(0, 3).flatMap((order) =>
    separators.flatMap((separator) =>
      ["HH:mm[:ss]", "h:mm[:ss] A"].flatMap((clock) => {
        const format = parseDateFormat(`${order.replaceAll("/", separator)} ${clock}`);
        return format ?? [];
      }),
    ),
  ),
  ...unixFormats,
];

function secondsPattern(): string {
  return String.raw`:(?<seconds>[0-9]{2})(?:[.,](?<fraction>[0-9]{1,9}))?`;
}

function createFormat(
  text: string,
  parts: readonly string[],
  separator: string,
  seconds: string,
  isHalfDay: boolean,
): DateFormat {
  const date = parts.map((part) => digits[part]).join(`\\${separator}`);
  const half = isHalfDay ? `${blank}*(?<half>[AaPp])\\.?${blank}?[Mm]\\.?` : "";
  const zone = "(?: ?(?<zone>Z|[+-][0-9]{2}(?::?[0-9]{2})?))?";
  const clock = `(?<hour>[0-9]{1,2}):(?<minute>[0-9]{2})${seconds}${half}`;
  const pattern = new RegExp(`^${date}(?:,?${blank}+|T)${clock}${zone}$`);
  return {
    text,
    parse(written) {
      const found = pattern.exec(written)?.groups;
      if (found === undefined) return null;
      const {
        year = "",
        month = "",
        day = "",
        minute,
        seconds: second,
        fraction,
        zone: to,
      } = found;
      const hour = hourOf(found["hour"] ?? "", found["half"]);
      if (hour === null) return null;
      const decimals = fraction === undefined ? "" : `.${fraction}`;
      const time = `${hour}:${minute}:${second ?? "00"}${decimals}${to ?? ""}`;
      return parseIso(`${isoFormat.dateOf(year, month, day)}T${time}`);
    },
    dateOf: (YYYY, MM, DD) => {
      const values: Readonly<Record<string, string>> = { YYYY, MM, DD };
      return parts.map((part) => values[part]).join(separator);
    },
  };
}

/** Two digits of an hour; of a half day, 12 is its first hour. Null for an hour that a half day does not have. */
function hourOf(text: string, half: string | undefined): string | null {
  if (half === undefined) return text.padStart(2, "0");
  const hour = Number(text);
  if (hour < 1 || hour > 12) return null;
  return String((hour % 12) + (half.toLowerCase() === "p" ? 12 : 0)).padStart(2, "0");
}

function unixFormat(text: string, milliseconds: number): DateFormat {
  return {
    text,
    parse(written) {
      if (!/^[0-9]{1,14}(?:[.,][0-9]{1,9})?$/.test(written)) return null;
      // One part in 10^15: the product of a fraction may lie just below its millisecond.
      const value = Number(written.replace(",", ".")) * milliseconds;
      const isInRange = value >= 1e11 && value < 1e14;
      return isInRange ? { milliseconds: Math.floor(value + 1e-4), hasOffset: true } : null;
    },
    dateOf: isoFormat.dateOf,
  };
}

function parseIso(text: string): WrittenTime | null {
  const spaced = text.replace(/^([0-9-]{10}) +(?=[0-9])/, "$1T");
  const endOfDay = /T24:00(?::00(?:\.0+)?)?(?=$|Z|[+-])/;
  const isEnd = endOfDay.test(spaced);
  const iso = isEnd
    ? spaced.replace(endOfDay, "T00:00")
    : spaced.replace(/,(?=[0-9]+(?:$|Z|[+-]))/, ".");
  const milliseconds = parseInstant(iso);
  if (milliseconds === null) return null;
  const hasOffset = iso.endsWith("Z") || (matchInstant(iso)?.zone ?? null) !== null;
  return { milliseconds: milliseconds + (isEnd ? millisecondsOfDay : 0), hasOffset };
}

/** Reads `YYYY-MM-DD HH:mm:ss[Z]`, also with `T`, which most files have; null for any other text. It is faster. */
function parsePlainIso(text: string): WrittenTime | null {
  const hasOffset = text.length === 20 && text.endsWith("Z");
  if (text.length !== 19 && !hasOffset) return null;
  const between = text.charCodeAt(10);
  if (
    text.charCodeAt(4) !== dash ||
    text.charCodeAt(7) !== dash ||
    (between !== space && between !== letterT) ||
    text.charCodeAt(13) !== colon ||
    text.charCodeAt(16) !== colon
  )
    return null;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  // NaN fails each comparison.
  const isClock = hour < 24 && minute < 60 && second < 60;
  if (!(year >= 100 && month >= 1 && month <= 12 && day >= 1 && isClock)) return null;
  if (day > 28 && day > new Date(Date.UTC(year, month, 0)).getUTCDate()) return null;
  return { milliseconds: Date.UTC(year, month - 1, day, hour, minute, second), hasOffset };
}

const [dash, space, letterT, colon, zero] = [0x2d, 0x20, 0x54, 0x3a, 0x30] as const;

/** NaN where there are no two digits. */
function twoDigits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - zero, text.charCodeAt(at + 1) - zero];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

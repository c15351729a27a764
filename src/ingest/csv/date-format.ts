import { matchInstant, parseInstant } from "../../acoustics/time/instant.ts";

/**
 * The form of the times in a file, such as `DD/MM/YYYY HH:mm[:ss]`: the order of day, month and year, the separator,
 * and the seconds. A time may have an offset, and a fraction of a second, which is cut. Days, months and hours may have
 * one digit. A space or `T` separates date and clock.
 */
export interface DateFormat {
  readonly pattern: RegExp;
  /** The text of the option, for messages. */
  readonly text: string;
}

/** A parsed time of a file. */
export interface WrittenTime {
  /** Milliseconds since 1970 by the clock of the instrument; with an offset, the instant. */
  readonly milliseconds: number;
  readonly hasOffset: boolean;
}

export const dateFormatHelp =
  "must be such as DD/MM/YYYY HH:mm[:ss], MM/DD/YYYY HH:mm[:ss] or YYYY/MM/DD HH:mm:ss; " +
  "with /, . or - between day, month and year";

/** Parses a form. Null for any other text. */
export function parseDateFormat(text: string): DateFormat | null {
  const found =
    /^(?:(?<first>DD|MM)(?<between>[/.-])(?<second>DD|MM)\k<between>YYYY|YYYY(?<slash>[/.-])MM\k<slash>DD)[ T]HH:mm(?<seconds>:ss|\[:ss\])?$/.exec(
      text,
    )?.groups;
  if (found === undefined || (found["first"] ?? "YYYY") === found["second"]) return null;
  const parts =
    found["first"] === undefined ? ["YYYY", "MM", "DD"] : [found["first"], found["second"], "YYYY"];
  const digits = {
    YYYY: "(?<year>[0-9]{4})",
    MM: "(?<month>[0-9]{1,2})",
    DD: "(?<day>[0-9]{1,2})",
  };
  const between = `\\${found["between"] ?? found["slash"]}`;
  const date = parts.map((part) => digits[part as keyof typeof digits]).join(between);
  const seconds = String.raw`:(?<seconds>[0-9]{2})(?:[.,](?<fraction>[0-9]{1,9}))?`;
  const optionalSeconds =
    { ":ss": seconds, "[:ss]": `(?:${seconds})?` }[found["seconds"] ?? ""] ?? "";
  const clock = `(?<hour>[0-9]{1,2}):(?<minute>[0-9]{2})${optionalSeconds}`;
  const zone = String.raw`(?: ?(?<zone>Z|[+-][0-9]{2}(?::?[0-9]{2})?))?`;
  return { text, pattern: new RegExp(`^${date}[ T]${clock}${zone}$`) };
}

/** Reads a time in a form, or in ISO 8601 (docs/contract.md, 2.3), also with a space for the `T`; else null. */
export function parseWrittenTime(text: string, format: DateFormat | null): WrittenTime | null {
  const iso =
    format === null ? text.replace(/^([0-9-]{10}) (?=[0-9])/, "$1T") : isoOf(text, format);
  const milliseconds = iso === null ? null : parseInstant(iso);
  if (iso === null || milliseconds === null) return null;
  const hasOffset = iso.endsWith("Z") || (matchInstant(iso)?.zone ?? null) !== null;
  return { milliseconds, hasOffset };
}

function isoOf(text: string, { pattern }: DateFormat): string | null {
  const found = pattern.exec(text)?.groups;
  if (found === undefined) return null;
  const { year, month = "", day = "", hour = "", minute, seconds, fraction, zone = "" } = found;
  const date = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const decimals = fraction === undefined ? "" : `.${fraction}`;
  return `${date}T${hour.padStart(2, "0")}:${minute}:${seconds ?? "00"}${decimals}${zone}`;
}

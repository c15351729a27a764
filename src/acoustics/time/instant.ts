import { dateOf, millisecondsOfDay } from "./calendar-day.ts";
import { clockOfMinute, twoDigits } from "./clock-text.ts";

/**
 * An instant in whole milliseconds since 1970-01-01T00:00:00Z, in the years 0001 to 9999 (UTC).
 *
 * Its text is `YYYY-MM-DD`, or `YYYY-MM-DDTHH:mm[:ss[.fraction]]` followed by `Z`, `±HH:mm`, `±HHmm`, `±HH` or nothing
 * (docs/contract.md, 2.3; a subset of ISO 8601). Without any of them it is UTC. A bare date is its first instant in
 * UTC. A fraction has 1 to 9 digits and is cut to the millisecond. Offsets go to ±23:59.
 *
 * Worked example: `2019-03-31T02:30:00.9999+01:00` is 2019-03-31T01:30:00.999Z. Counter-example:
 * `0001-01-01T00:00+01:00` is refused, because the instant lies before the year 0001.
 */
export type Instant = number & { readonly __unit: "milliseconds since the Unix epoch" };

// The days of every year, and those only of leap years. The year 0000 is not a year.
const everyYear = "(?:[0-9]{3}[1-9]|[0-9]{2}[1-9]0|[0-9][1-9]00|[1-9]000)";
const leapYear =
  "(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:0[48]|[2468][048]|[13579][26])00)";
const everyDay =
  "(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|02-(?:0[1-9]|1[0-9]|2[0-8]))";
const dateForm = `${everyYear}-${everyDay}|${leapYear}-02-29`;
const datePattern = new RegExp(`^(?:${dateForm})$`);

const clockForm = String.raw`(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,9})?)?`;
const zoneForm = "Z|[+-](?:[01][0-9]|2[0-3])(?::?[0-5][0-9])?";

/**
 * The grammar above, with the calendar and the clock. With its offset, an instant may still be outside the years 0001
 * to 9999.
 */
export const instantPattern = new RegExp(
  `^(?<date>${dateForm})(?:T(?<clock>${clockForm})(?<zone>${zoneForm})?)?$`,
);

/** The parts of a text in the grammar above. */
export interface InstantText {
  readonly date: string;
  /** Null for a bare date. */
  readonly clock: string | null;
  /** Null if the text names no zone. */
  readonly zone: string | null;
}

/** Splits a text into its parts. Null if it does not match. */
export function matchInstant(text: string): InstantText | null {
  const groups = instantPattern.exec(text)?.groups;
  if (groups?.["date"] === undefined) return null;
  return { date: groups["date"], clock: groups["clock"] ?? null, zone: groups["zone"] ?? null };
}

/** Reads an instant. Returns null for any text that is not one. */
export function parseInstant(text: string): Instant | null {
  const parts = matchInstant(text);
  if (parts === null) return null;
  const midnight = Date.parse(`${parts.date}T00:00:00.000Z`);
  const clock = parts.clock === null ? 0 : clockMilliseconds(parts.clock);
  const instant = midnight + clock - offsetMilliseconds(parts.zone ?? "Z");
  return isPrintableInstant(instant) ? instant : null;
}

/** True if `date`, in the form `YYYY-MM-DD`, is a Gregorian date of the years 0001 to 9999. */
export function isCalendarDate(date: string): boolean {
  return datePattern.test(date);
}

/** Formats an instant as every response does: `YYYY-MM-DDTHH:mm:ss.sssZ` (docs/contract.md, 2). */
export function formatInstant(instant: Instant): string {
  const day = Math.floor(instant / millisecondsOfDay);
  const clock = instant - day * millisecondsOfDay;
  const minute = Math.trunc(clock / 60_000);
  const rest = clock - minute * 60_000;
  const time =
    rest === 0 ? wholeMinutes[minute] : `T${clockOfMinute(minute)}:${formatSeconds(rest)}Z`;
  // Not a template: V8 would only link its parts, which makes `JSON.stringify` half as fast (decision 005).
  return [dateOf(day), time].join("");
}

/** `SS.sss` of less than a minute of milliseconds. */
function formatSeconds(milliseconds: number): string {
  const fraction = String(milliseconds % 1000).padStart(3, "0");
  return `${twoDigits(Math.trunc(milliseconds / 1000))}.${fraction}`;
}

/** The clock of each whole minute of a day: most instants of an answer are one. */
const wholeMinutes = Array.from(
  { length: 1440 },
  (_, minute) => `T${clockOfMinute(minute)}:00.000Z`,
);

export function instantOfSecond(unixSecond: number): Instant {
  return (unixSecond * 1000) as Instant;
}

/** True if a number of milliseconds is an instant of the years 0001 to 9999. */
export function isPrintableInstant(instant: number): instant is Instant {
  return instant >= firstInstant && instant <= lastInstant;
}

export const firstInstant = Date.parse("0001-01-01T00:00:00.000Z") as Instant;
const lastInstant = Date.parse("9999-12-31T23:59:59.999Z");

function clockMilliseconds(clock: string): number {
  const hour = Number(clock.slice(0, 2));
  const minute = Number(clock.slice(3, 5));
  const second = Number(clock.slice(6, 8));
  const millisecond = Number(clock.slice(9, 12).padEnd(3, "0"));
  return ((hour * 60 + minute) * 60 + second) * 1000 + millisecond;
}

function offsetMilliseconds(zone: string): number {
  if (zone === "Z") return 0;
  const digits = zone.slice(1).replace(":", "");
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2, 4));
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** A range of time, both ends included. Invariant: `startAt <= endAt`. */
export interface Interval {
  readonly startAt: Instant;
  readonly endAt: Instant;
}

/** The instants in both ranges, or null if there are none. Touching ends share one instant. */
export function intersectIntervals(left: Interval, right: Interval): Interval | null {
  const startAt = left.startAt > right.startAt ? left.startAt : right.startAt;
  const endAt = left.endAt < right.endAt ? left.endAt : right.endAt;
  return startAt <= endAt ? { startAt, endAt } : null;
}

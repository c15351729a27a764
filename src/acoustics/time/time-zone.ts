import { Temporal } from "temporal-polyfill";
import { type Instant, isCalendarDate, isPrintableInstant } from "./instant.ts";

/**
 * An IANA time zone that the runtime supports, in its usual case. Example: `Europe/Dublin`.
 *
 * The zone's offset turns an instant into a wall clock. A wall clock is not turned into one instant, because it may
 * mean two or none. There are two exceptions: times in imported files (`local-time.ts`), and the bare dates of a
 * contract, which become the first and the last second at which the wall clock shows the date. Worked example: in
 * Dublin, 31 March 2019 lasts from 2019-03-31T00:00:00Z to 22:59:59Z, because the clock went from 01:00 to 02:00 at
 * 01:00Z.
 */
export type TimeZone = string & { readonly __checked: "IANA time zone" };

export const timeZonePattern = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Reads a time zone. Returns null for other texts, also for fixed offsets such as `+01:00`. */
export function parseTimeZone(text: string): TimeZone | null {
  // Temporal also accepts longer texts that contain a zone, such as `2019-03-31T00:00[Europe/Dublin]`.
  if (!timeZonePattern.test(text)) return null;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text)
      .timeZoneId as TimeZone;
  } catch {
    return null;
  }
}

/**
 * Reads a fixed offset of the times in a file, `+01:00` to `±14:00`, as a zone without clock changes. Null for other
 * texts. Projects have a zone of the IANA.
 */
export function parseFixedOffset(text: string): TimeZone | null {
  return /^[+-](?:0[0-9]|1[0-3]):[0-5][0-9]$|^[+-]14:00$/.test(text) ? (text as TimeZone) : null;
}

/** A longest period over which a zone keeps one offset. */
export interface OffsetSpan {
  /** -Infinity if no clock change precedes. */
  readonly startAt: number;
  /** Exclusive; Infinity if no clock change follows. */
  readonly endAt: number;
  /** Local time minus UTC in milliseconds; a whole number of seconds, not always of minutes. */
  readonly offset: number;
}

/** The period of constant offset that contains `instant`. */
export function offsetSpanAt(zone: TimeZone, instant: Instant): OffsetSpan {
  let cached = cachedSpans.get(zone);
  if (cached === undefined) cachedSpans.set(zone, (cached = []));
  const hit = cached.find((span) => span.startAt <= instant && instant < span.endAt);
  if (hit !== undefined) return hit;
  const found = findOffsetSpan(zone, instant);
  cached.push(found);
  if (cached.length > cacheSize) cached.shift();
  return found;
}

/** Local time minus UTC, in milliseconds. */
export function offsetAt(zone: TimeZone, instant: Instant): number {
  return offsetSpanAt(zone, instant).offset;
}

/**
 * The first instant of a local date `YYYY-MM-DD`: its 00:00:00, the earlier one if there are two, or the
 * clock change that skipped it. Null if `date` is not a calendar date, or if the instant lies outside the
 * years 0001 to 9999.
 */
export function firstInstantOfDate(zone: TimeZone, date: string): Instant | null {
  return isCalendarDate(date) ? printable(startOfDay(zone, Temporal.PlainDate.from(date))) : null;
}

/**
 * The last second of a local date: its 23:59:59, the later one if there are two, or the second before the change that
 * skipped it.
 */
export function lastSecondOfDate(zone: TimeZone, date: string): Instant | null {
  if (!isCalendarDate(date)) return null;
  const day = Temporal.PlainDate.from(date);
  const last = day
    .toPlainDateTime({ hour: 23, minute: 59, second: 59 })
    .toZonedDateTime(zone, { disambiguation: "later" });
  // A skipped 23:59:59 resolves to an instant of another date.
  return printable(
    last.toPlainDate().equals(day)
      ? last.epochMilliseconds
      : startOfDay(zone, day.add({ days: 1 })) - 1000,
  );
}

/** True if the wall clock ever shows a calendar date: Pacific/Apia has no 2011-12-30. */
export function hasDate(zone: TimeZone, date: string): boolean {
  const day = Temporal.PlainDate.from(date);
  return day.toZonedDateTime(zone).toPlainDate().equals(day);
}

// Finding a span needs about a millisecond. A span never changes, and few spans cover the years of a project.
const cachedSpans = new Map<TimeZone, OffsetSpan[]>();
const cacheSize = 64;

function findOffsetSpan(zone: TimeZone, instant: Instant): OffsetSpan {
  const here = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  // One millisecond later, because a clock change at `instant` itself starts the span.
  const change = here.add({ milliseconds: 1 }).getTimeZoneTransition("previous");
  return {
    startAt: change?.epochMilliseconds ?? -Infinity,
    endAt: here.getTimeZoneTransition("next")?.epochMilliseconds ?? Infinity,
    offset: here.offsetNanoseconds / 1e6,
  };
}

function startOfDay(zone: TimeZone, date: Temporal.PlainDate): number {
  return date.toZonedDateTime(zone).epochMilliseconds;
}

function printable(instant: number): Instant | null {
  return isPrintableInstant(instant) ? instant : null;
}

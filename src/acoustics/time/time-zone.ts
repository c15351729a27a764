import { Temporal } from "temporal-polyfill";
import { type Instant, isCalendarDate, isPrintableInstant } from "./instant.ts";

/**
 * An IANA time zone that this runtime knows, for example `Europe/Dublin`, in its usual case.
 *
 * Instants are turned into wall clock by the zone's offset, and never a wall clock into one instant:
 * it may name two or none. Only the bare dates of a contract go the other way, to the first and the
 * last second on which the wall clock shows them. Example: Dublin's 31 March 2019 runs from
 * 2019-03-31T00:00:00Z to 22:59:59Z, because at 01:00Z the clock went to 02:00.
 */
export type TimeZone = string & { readonly __checked: "IANA time zone" };

/** The time zone that `text` names, or null. Fixed offsets such as `+01:00` are no IANA names. */
export function parseTimeZone(text: string): TimeZone | null {
  // Temporal takes a zone from longer texts too, such as a time with the zone in brackets.
  if (!/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/.test(text)) return null;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text)
      .timeZoneId as TimeZone;
  } catch {
    return null;
  }
}

/** A longest stretch of time over which a zone keeps one offset. */
export interface OffsetSpan {
  /** -Infinity before the zone's first clock change. */
  readonly startAt: number;
  /** Exclusive; Infinity after the zone's last clock change. */
  readonly endAt: number;
  /** Local time minus UTC in milliseconds: whole seconds, not always whole minutes. */
  readonly offset: number;
}

/** The stretch of constant offset that `instant` lies in. */
export function offsetSpanAt(zone: TimeZone, instant: Instant): OffsetSpan {
  let known = knownSpans.get(zone);
  if (known === undefined) knownSpans.set(zone, (known = []));
  const hit = known.find((span) => span.startAt <= instant && instant < span.endAt);
  if (hit !== undefined) return hit;
  const found = findOffsetSpan(zone, instant);
  known.push(found);
  if (known.length > spansKept) known.shift();
  return found;
}

/** Local time minus UTC, in milliseconds. */
export function offsetAt(zone: TimeZone, instant: Instant): number {
  return offsetSpanAt(zone, instant).offset;
}

/**
 * The first instant of a local date `YYYY-MM-DD`: its 00:00:00, the earlier one of two, or the
 * clock change that swallowed it. Null where `date` is no calendar date, or the instant has no year
 * of four digits.
 */
export function firstInstantOfDate(zone: TimeZone, date: string): Instant | null {
  return isCalendarDate(date) ? printable(startOfDay(zone, Temporal.PlainDate.from(date))) : null;
}

/**
 * The last whole second of a local date `YYYY-MM-DD`: its 23:59:59, the later one of two, or the
 * second before the clock change that swallowed it. Null as above.
 */
export function lastSecondOfDate(zone: TimeZone, date: string): Instant | null {
  if (!isCalendarDate(date)) return null;
  const day = Temporal.PlainDate.from(date);
  const last = day
    .toPlainDateTime({ hour: 23, minute: 59, second: 59 })
    .toZonedDateTime(zone, { disambiguation: "later" });
  // A swallowed 23:59:59 resolves to a moment of another date.
  return printable(
    last.toPlainDate().equals(day)
      ? last.epochMilliseconds
      : startOfDay(zone, day.add({ days: 1 })) - 1000,
  );
}

/**
 * Whether the zone's wall clock ever shows the calendar date `YYYY-MM-DD`. Example: Samoa went from
 * 29 to 31 December 2011, so Pacific/Apia has no 2011-12-30.
 */
export function hasDate(zone: TimeZone, date: string): boolean {
  const day = Temporal.PlainDate.from(date);
  return day.toZonedDateTime(zone).toPlainDate().equals(day);
}

/**
 * What is known of each zone. Facts, so they never grow stale; finding a new one takes about a
 * millisecond, and a handful of spans holds all the years that a project's data lies in.
 */
const knownSpans = new Map<TimeZone, OffsetSpan[]>();
const spansKept = 64;

function findOffsetSpan(zone: TimeZone, instant: Instant): OffsetSpan {
  const here = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  // The change before the next millisecond, because one at `instant` itself begins the stretch.
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

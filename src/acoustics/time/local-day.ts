import { dateOf } from "./calendar-day.ts";
import { instantOfSecond } from "./instant.ts";
import { offsetAt, offsetSpanAt, type TimeZone } from "./time-zone.ts";
import { clockOfMinute, twoDigits } from "./clock-text.ts";

/** A longest period over which a zone keeps one offset, in whole seconds. */
export interface SecondSpan {
  /** -Infinity if no clock change precedes. */
  readonly start: number;
  /** Exclusive; Infinity if no clock change follows. */
  readonly end: number;
  /** Local time minus UTC. */
  readonly offset: number;
}

export const secondsOfDay = 86_400;

/** The period of constant offset that contains a Unix second. Clocks change on whole seconds. */
export function spanAt(zone: TimeZone, second: number): SecondSpan {
  const { startAt, endAt, offset } = offsetSpanAt(zone, instantOfSecond(second));
  return { start: startAt / 1000, end: endAt / 1000, offset: offset / 1000 };
}

/** The periods of constant offset that overlap a range of seconds, both ends included, in order of time. */
export function* spansBetween(zone: TimeZone, first: number, last: number): Generator<SecondSpan> {
  for (let span = spanAt(zone, first); ; span = spanAt(zone, span.end)) {
    yield span;
    if (span.end > last) return;
  }
}

/**
 * The first second at which the wall clock shows a day, counted from 1970-01-01. For a skipped day, such as 2011-12-30
 * in Pacific/Apia, it is the first second of the next existing day.
 */
export function firstSecondOfDay(zone: TimeZone, day: number): number {
  return firstSecondShowing(zone, day * secondsOfDay);
}

/**
 * The first second at which the wall clock shows a local time or a later one. Local times are seconds since
 * 1970-01-01T00:00:00 of the wall clock. For a skipped time, it is the end of the skipped period.
 */
export function firstSecondShowing(zone: TimeZone, local: number): number {
  // No zone is further east: before this second, the wall clock never shows the time.
  const before = local - 16 * 3600;
  for (let span = spanAt(zone, before); ; span = spanAt(zone, span.end)) {
    const second = Math.max(local - span.offset, span.start);
    if (second < span.end) return second;
  }
}

/** The day that the wall clock shows, counted from 1970-01-01, and the second after its midnight. */
export function localDayOf(
  second: number,
  { offset }: Pick<SecondSpan, "offset">,
): { day: number; clock: number } {
  const local = second + offset;
  const day = Math.floor(local / secondsOfDay);
  return { day, clock: local - day * secondsOfDay };
}

/** The wall clock with its offset, `YYYY-MM-DDTHH:mm:ss±HH:mm`, or `±HH:mm:ss` if the offset has seconds. */
export function formatLocalDateTime(zone: TimeZone, second: number): string {
  const offset = offsetAt(zone, instantOfSecond(second)) / 1000;
  const { day, clock } = localDayOf(second, { offset });
  const time = `${clockOf(clock)}:${twoDigits(clock % 60)}${offsetTextOf(offset)}`;
  return `${dateOf(day)}T${time}`;
}

function offsetTextOf(offset: number): string {
  let text = offsetTexts.get(offset);
  if (text === undefined) {
    const size = Math.abs(offset);
    const seconds = size % 60 === 0 ? "" : `:${twoDigits(size % 60)}`;
    text = `${offset < 0 ? "-" : "+"}${clockOf(size)}${seconds}`;
    offsetTexts.set(offset, text);
  }
  return text;
}

/** All zones together have some hundred offsets. */
const offsetTexts = new Map<number, string>();

/** `HH:mm` of a number of seconds. */
function clockOf(seconds: number): string {
  return clockOfMinute(Math.floor(seconds / 60));
}

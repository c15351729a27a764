import {
  dateOf,
  lengthOfDay,
  localClock,
  localDay,
  secondOf,
  startOfDay,
  type TimeZone,
} from "../time/local-time.ts";
import { secondOfClock } from "../time/range.ts";

const usualDay = 86_400;

/** The second with the same local time some days later; of a local time that is skipped there, the one after. */
export function shiftDays(second: number, days: number, zone: TimeZone): number {
  if (days === 0) return second;
  const day = localDay(second, zone);
  const target = day + days;
  if (lengthOfDay(day, zone) === usualDay && lengthOfDay(target, zone) === usualDay) {
    return startOfDay(target, zone) + second - startOfDay(day, zone);
  }
  const clock = `${dateOf(target)}T${localClock(second, zone)}`;
  return (secondOfClock(clock, zone) ?? second + days * usualDay) + (second % 60);
}

/**
 * Hours by their start some days later, at the same local time. One whose local time is skipped there has no place; of
 * a time that the clock shows twice, here or there, it is the first hour.
 */
export function hoursLater<Hour extends { readonly startAt: string }>(
  hours: readonly Hour[],
  days: number,
  zone: TimeZone,
): Map<number, Hour> {
  const placed = new Map<number, Hour>();
  for (const hour of hours) {
    const start = secondOf(hour.startAt);
    const second = shiftDays(start, days, zone);
    const isShown = localClock(second, zone) === localClock(start, zone);
    if (isShown && !placed.has(second)) placed.set(second, hour);
  }
  return placed;
}

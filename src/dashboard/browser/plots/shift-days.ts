import { firstSecondShowing, secondsOfDay, spanAt } from "../../../acoustics/time/local-day.ts";
import { localClock, secondOf, type TimeZone } from "../time/local-time.ts";

/** The second with the same local time some days later; of a local time that is skipped there, the one after. */
export function shiftDays(second: number, days: number, zone: TimeZone): number {
  if (days === 0) return second;
  return firstSecondShowing(zone, second + spanAt(zone, second).offset + days * secondsOfDay);
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

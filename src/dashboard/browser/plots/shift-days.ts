import {
  dateOf,
  lengthOfDay,
  localClock,
  localDay,
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

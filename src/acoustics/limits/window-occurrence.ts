import type { WallClock } from "../time/wall-clock.ts";
import type { LimitWindow } from "./limit-rules.ts";

/**
 * The day on which a window starts, if it covers the wall clock: the same day, or the day before for the early hours of
 * a window that extends into the next day. Null if its hours do not cover the clock.
 */
export function startOfOccurrence(
  { fromMinute, toMinute }: Pick<LimitWindow, "fromMinute" | "toMinute">,
  { day, millisecond }: WallClock,
): number | null {
  const daysAgo = daysSinceStart(fromMinute * 60_000, toMinute * 60_000, millisecond);
  return daysAgo === null ? null : day - daysAgo;
}

/** The same as days before the day of the clock. All arguments are milliseconds after midnight. */
export function daysSinceStart(from: number, to: number, millisecond: number): 0 | 1 | null {
  const isOvernight = to <= from;
  if (from <= millisecond && (isOvernight || millisecond < to)) return 0;
  return isOvernight && millisecond < to ? 1 : null;
}

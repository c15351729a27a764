import { millisecondsOfDay } from "./calendar-day.ts";
import type { Instant } from "./instant.ts";

/**
 * The date and time of a local clock and calendar, as plain numbers. The days of a schedule are counted on the
 * calendar: the day before is `day - 1`, also if it was skipped there. Example: Apia went from 29 to 31 December 2011,
 * and the day before the 31st is still the 30th.
 */
export interface WallClock {
  /** Local date, in days since 1970-01-01. */
  readonly day: number;
  /** Time after local midnight, 0 to 86,399,999. */
  readonly millisecond: number;
}

/** The wall clock at `instant`. `offset` is local time minus UTC, in milliseconds. */
export function wallClockOf(instant: Instant, offset: number): WallClock {
  const local = instant + offset;
  const day = Math.floor(local / millisecondsOfDay);
  return { day, millisecond: local - day * millisecondsOfDay };
}

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** The weekday of a day, counted from 1970-01-01, which was a Thursday; earlier days are negative. */
export function weekdayOf(day: number): Weekday {
  const sinceMonday = (((day + 3) % 7) + 7) % 7;
  return weekdays[sinceMonday] ?? "mon";
}

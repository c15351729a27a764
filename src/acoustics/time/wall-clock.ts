import { millisecondsOfDay } from "./calendar-day.ts";
import type { Instant } from "./instant.ts";
import { type Weekday, weekdays } from "#acoustics/limits/limit-rules.ts";

/**
 * What a clock on the wall shows, as plain numbers, so that the days of a schedule are counted on
 * the calendar alone: the day before is `day - 1`, whether or not the place ever lived it. Example:
 * Apia went from 29 straight to 31 December 2011, and the day before the 31st is still the 30th.
 */
export interface WallClock {
  /** Local date, in days since 1970-01-01. */
  readonly day: number;
  /** Time after local midnight, 0 to 86,399,999. */
  readonly millisecond: number;
}

/** The wall clock at `instant` where local time minus UTC is `offset` milliseconds. */
export function wallClockOf(instant: Instant, offset: number): WallClock {
  const local = instant + offset;
  const day = Math.floor(local / millisecondsOfDay);
  return { day, millisecond: local - day * millisecondsOfDay };
}

export function weekdayOf(day: number): Weekday {
  // Day 0 was a Thursday, and days before it are negative.
  const sinceMonday = (((day + 3) % 7) + 7) % 7;
  return weekdays[sinceMonday] ?? "mon";
}

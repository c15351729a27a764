import type { Instant } from "./instant.ts";
import { type Weekday, weekdays } from "./limit-rules.ts";

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

export const millisecondsOfDay = 86_400_000;

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

/** The local date of a day, `YYYY-MM-DD`. */
export function dateOf(day: number): string {
  let date = printedDates.get(day);
  if (date === undefined) {
    date = new Date(day * millisecondsOfDay).toISOString().slice(0, 10);
    if (printedDates.size >= datesKept) printedDates.clear();
    printedDates.set(day, date);
  }
  return date;
}

/** A year's timeline asks for each date many times; printing it costs more than all the rest. */
const printedDates = new Map<number, string>();
const datesKept = 1000;

import type { Hundredths } from "#acoustics/levels/decibel.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { TimeZone } from "#acoustics/time/time-zone.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";

/** The limit of each frequency weighting; null where the entry says nothing about it. */
export type LimitLevels = Readonly<Record<Weighting, Hundredths | null>>;

export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** A day on which a window may start: a weekday, or a date among the project's holidays. */
export const limitDays = [...weekdays, "holiday"] as const;
export type LimitDay = (typeof limitDays)[number];

/** Minutes of a full day: the `to` of a window that ends with its day. */
export const minutesOfDay = 1440;

/**
 * `from <= wall clock < to` on each of `days`. `toMinute <= fromMinute` runs into the next day and
 * belongs whole to the day it starts on; equal ends are 24 hours.
 */
export interface LimitWindow {
  readonly days: readonly LimitDay[];
  /** Minutes after local midnight, 0 to 1439. */
  readonly fromMinute: number;
  /** Minutes after local midnight, 0 to 1440; 1440 is the end of the day. */
  readonly toMinute: number;
  readonly levels: LimitLevels;
}

/** Holds at `startAt <= t < endAt`, whatever the wall clock says. */
export interface LimitException {
  readonly name: string | null;
  readonly startAt: Instant;
  readonly endAt: Instant;
  readonly levels: LimitLevels;
}

/** What a project or a sensor says of its limits, in the order in which it was written. */
export interface LimitRules {
  readonly exceptions: readonly LimitException[];
  readonly windows: readonly LimitWindow[];
  readonly default: LimitLevels | null;
}

/** All that decides the limit of one sensor. */
export interface LimitSchedule {
  readonly timeZone: TimeZone;
  /** Local dates, `YYYY-MM-DD`. */
  readonly holidays: ReadonlySet<string>;
  readonly sensor: LimitRules;
  readonly project: LimitRules;
}

const limitSources = [
  "sensor_exception",
  "project_exception",
  "sensor_holiday",
  "project_holiday",
  "sensor_schedule",
  "project_schedule",
  "sensor_default",
  "project_default",
  "none",
] as const;
export type LimitSource = (typeof limitSources)[number];

/** The limit that holds and where it comes from. `limit` is null exactly where the source is `none`. */
export interface ApplicableLimit {
  readonly limit: Hundredths | null;
  readonly limitSource: LimitSource;
}

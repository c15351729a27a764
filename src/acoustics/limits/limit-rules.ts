import type { Hundredths } from "../levels/decibel.ts";
import type { Instant } from "../time/instant.ts";
import type { TimeZone } from "../time/time-zone.ts";
import { weekdays } from "../time/wall-clock.ts";
import type { Weighting } from "../levels/weighting.ts";

/** The limit of each frequency weighting; null if the entry has none for it. */
export type LimitLevels = Readonly<Record<Weighting, Hundredths | null>>;

/** The days on which a window may start: a weekday, or a date in the project's holidays. */
export const limitDays = [...weekdays, "holiday"] as const;
export type LimitDay = (typeof limitDays)[number];

/** The minutes of a full day: the `toMinute` of a window that ends at 24:00. */
export const minutesOfDay = 1440;

/**
 * A window of the wall clock, `from <= wall clock < to`, that starts on each of `days`. If `toMinute <= fromMinute`, it
 * extends into the next day and belongs as a whole to the day on which it starts; equal `fromMinute` and `toMinute`
 * mean 24 hours.
 */
export interface LimitWindow {
  readonly days: readonly LimitDay[];
  /** Minutes after local midnight, 0 to 1439. */
  readonly fromMinute: number;
  /** Minutes after local midnight, 0 to 1440; 1440 is the end of the day. */
  readonly toMinute: number;
  readonly levels: LimitLevels;
}

/** An exception applies at `startAt <= t < endAt`, at any time of the wall clock. */
export interface LimitException {
  readonly name: string | null;
  readonly startAt: Instant;
  readonly endAt: Instant;
  readonly levels: LimitLevels;
}

/** The limits of a project or a sensor, in the order of the site file. */
export interface LimitRules {
  readonly exceptions: readonly LimitException[];
  readonly windows: readonly LimitWindow[];
  readonly default: LimitLevels | null;
}

export const noRules: LimitRules = { exceptions: [], windows: [], default: null };

export function hasRules(rules: LimitRules): boolean {
  return rules.default !== null || rules.windows.length > 0 || rules.exceptions.length > 0;
}

export type LimitOwner = "sensor" | "project";

/** Everything that decides the limit of one sensor (docs/contract.md, 3). */
export interface LimitSchedule {
  readonly timeZone: TimeZone;
  /** The name of each holiday, or null, by local date `YYYY-MM-DD`. */
  readonly holidays: ReadonlyMap<string, string | null>;
  readonly sensor: LimitRules;
  readonly project: LimitRules;
}

/**
 * The origins of a limit, in order of precedence (docs/contract.md, 3). The searches of the server and the explanation
 * of the page derive their order from this list.
 */
export const limitSources = [
  "sensor_exception",
  "project_exception",
  "sensor_holiday",
  "project_holiday",
  "sensor_schedule",
  "project_schedule",
  "sensor_default",
  "project_default",
] as const;

/** The origin of a limit; `none` without one. */
export type LimitSource = (typeof limitSources)[number] | "none";

/** Windows are of two kinds: those that start on a holiday, and those of a weekday. */
export type LimitKind = "exception" | "holiday" | "schedule" | "default";

/** The places in order of precedence: within one, a rule precedes those listed after it. */
export const precedence = limitSources.map((source) => {
  const [owner, kind] = source.split("_") as [LimitOwner, LimitKind];
  return { source, owner, kind };
});

/** The limit that applies and its source. `limit` is null exactly if the source is `none`. */
export interface ApplicableLimit {
  readonly limit: Hundredths | null;
  readonly limitSource: LimitSource;
}

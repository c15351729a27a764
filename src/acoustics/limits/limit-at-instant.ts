import type { Hundredths } from "../levels/decibel.ts";
import type { Weighting } from "../levels/weighting.ts";
import { dateOf } from "../time/calendar-day.ts";
import type { Instant } from "../time/instant.ts";
import { offsetAt } from "../time/time-zone.ts";
import { type WallClock, wallClockOf, weekdayOf } from "../time/wall-clock.ts";
import {
  type ApplicableLimit,
  type LimitDay,
  type LimitException,
  type LimitOwner,
  limitOwners,
  type LimitRules,
  type LimitSchedule,
  type LimitSource,
  type LimitWindow,
} from "./limit-rules.ts";
import { findMatchingRules } from "./matching-rules.ts";

/** A rule of a schedule that matches at an instant. The first that matches holds. */
export interface MatchingRule {
  readonly limitSource: Exclude<LimitSource, "none">;
  readonly owner: LimitOwner;
  /** Position in its owner's list, from 1; null: the default. */
  readonly position: number | null;
  readonly limit: Hundredths;
  readonly exception: LimitException | null;
  readonly window: MatchingWindow | null;
}

/** The occurrence of a window that covers an instant. */
export interface MatchingWindow {
  readonly window: LimitWindow;
  /** The local date on which the occurrence starts, in days since 1970-01-01. */
  readonly startsOn: number;
  /** Which of the window's days that is. */
  readonly day: LimitDay;
}

/**
 * The limit that applies at one instant, by today's schedule (docs/contract.md, 3): that of the first rule of
 * `matchingRules`, which is the authority. The timeline and the lowest limit must agree with it.
 */
export function evaluateLimit(
  schedule: LimitSchedule,
  weighting: Weighting,
  instant: Instant,
): ApplicableLimit {
  const wallClock = wallClockOf(instant, offsetAt(schedule.timeZone, instant));
  const [first] = findMatchingRules(schedule, weighting, instant, wallClock, 1).rules;
  if (first === undefined) return { limit: null, limitSource: "none" };
  return { limit: first.limit, limitSource: first.limitSource };
}

/**
 * All rules that match at one instant, in order of precedence: exceptions, windows of holidays, windows of weekdays,
 * defaults. In each of them the sensor's rules come before the project's, and a rule comes before those listed after
 * it. A rule without a level for the weighting does not match. `wallClock` is that of `instant` in the schedule's
 * zone.
 *
 * A window belongs whole to the day it starts on. Worked example: `sat` 22:00 to 07:00 covers Sunday 03:00, because
 * it starts on Saturday. It also covers 03:00 of a Sunday that is a holiday, unless a window with `holiday` covers
 * it, starting on that Sunday or, if Saturday is a holiday, on Saturday.
 */
export function* matchingRules(
  schedule: LimitSchedule,
  weighting: Weighting,
  instant: Instant,
  wallClock: WallClock,
): Generator<MatchingRule, void> {
  const { holidays } = schedule;
  for (const owner of limitOwners) {
    for (const [index, exception] of schedule[owner].exceptions.entries()) {
      const limit = exception.levels[weighting];
      if (limit === null || instant < exception.startAt || exception.endAt <= instant) continue;
      const limitSource = `${owner}_exception` as const;
      yield { limitSource, owner, position: index + 1, limit, exception, window: null };
    }
  }
  const onHoliday = (window: LimitWindow, day: number) =>
    window.days.includes("holiday") && holidays.has(dateOf(day)) ? "holiday" : null;
  for (const owner of limitOwners) {
    yield* matchingWindows(schedule[owner], owner, "holiday", weighting, wallClock, onHoliday);
  }
  const onWeekday = (window: LimitWindow, day: number) => {
    const weekday = weekdayOf(day);
    return window.days.includes(weekday) ? weekday : null;
  };
  for (const owner of limitOwners) {
    yield* matchingWindows(schedule[owner], owner, "schedule", weighting, wallClock, onWeekday);
  }
  for (const owner of limitOwners) {
    const limit = schedule[owner].default?.[weighting] ?? null;
    if (limit === null) continue;
    const limitSource = `${owner}_default` as const;
    yield { limitSource, owner, position: null, limit, exception: null, window: null };
  }
}

/** `dayThatMatches` gives the day of a window on which it may start, or null. */
function* matchingWindows(
  { windows }: LimitRules,
  owner: LimitOwner,
  kind: "holiday" | "schedule",
  weighting: Weighting,
  wallClock: WallClock,
  dayThatMatches: (window: LimitWindow, day: number) => LimitDay | null,
): Generator<MatchingRule, void> {
  for (const [index, window] of windows.entries()) {
    const limit = window.levels[weighting];
    const startsOn = limit === null ? null : startOfOccurrence(window, wallClock);
    const day = startsOn === null ? null : dayThatMatches(window, startsOn);
    if (limit === null || startsOn === null || day === null) continue;
    yield {
      limitSource: `${owner}_${kind}`,
      owner,
      position: index + 1,
      limit,
      exception: null,
      window: { window, startsOn, day },
    };
  }
}

/**
 * The day on which a window starts, if it covers the wall clock: the same day, or the day before for the early hours
 * of one that runs into the next day. Null where its hours do not cover the clock.
 */
export function startOfOccurrence(
  window: Pick<LimitWindow, "fromMinute" | "toMinute">,
  { day, millisecond }: WallClock,
): number | null {
  const from = window.fromMinute * 60_000;
  const to = window.toMinute * 60_000;
  const isOvernight = to <= from;
  if (from <= millisecond && (isOvernight || millisecond < to)) return day;
  return isOvernight && millisecond < to ? day - 1 : null;
}

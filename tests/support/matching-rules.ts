/*
 * A second, slow and plain implementation of `findMatchingRules`: all rules that match at one instant, in order of
 * precedence: exceptions, windows of holidays, windows of weekdays, defaults. In each of them the sensor's rules come
 * before the project's, and a rule comes before those listed after it. A rule without a level for the weighting does
 * not match. `wallClock` is that of `instant` in the schedule's zone.
 *
 * A window belongs whole to the day it starts on. Worked example: `sat` 22:00 to 07:00 covers Sunday 03:00, because
 * it starts on Saturday. It also covers 03:00 of a Sunday that is a holiday, unless a window with `holiday` covers
 * it, starting on that Sunday or, if Saturday is a holiday, on Saturday.
 */

import type { Weighting } from "../../src/acoustics/levels/weighting.ts";
import {
  type LimitDay,
  type LimitOwner,
  limitOwners,
  type LimitRules,
  type LimitSchedule,
  type LimitWindow,
} from "../../src/acoustics/limits/limit-rules.ts";
import type { MatchingRule } from "../../src/acoustics/limits/matching-rules.ts";
import { dateOf } from "../../src/acoustics/time/calendar-day.ts";
import type { Instant } from "../../src/acoustics/time/instant.ts";
import { type WallClock, weekdayOf } from "../../src/acoustics/time/wall-clock.ts";

/** All rules that match at one instant, in order of precedence. `wallClock` is that of `instant` in the schedule. */
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

/** `dayThatMatches` returns the day of a window on which it may start, or null. */
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
function startOfOccurrence(window: LimitWindow, { day, millisecond }: WallClock): number | null {
  const from = window.fromMinute * 60_000;
  const to = window.toMinute * 60_000;
  const isOvernight = to <= from;
  if (from <= millisecond && (isOvernight || millisecond < to)) return day;
  return isOvernight && millisecond < to ? day - 1 : null;
}

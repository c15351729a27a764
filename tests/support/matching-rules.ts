/*
 * A second, slow and plain implementation of `findMatchingRules`: all rules that match at one instant, in order of
 * precedence. A rule without a level for the weighting does not match. `wallClock` is that of `instant` in the zone.
 *
 * A window belongs whole to the day it starts on. Worked example: `sat` 22:00 to 07:00 covers Sunday 03:00, because
 * it starts on Saturday. It also covers 03:00 of a Sunday that is a holiday, unless a window with `holiday` covers
 * it, starting on that Sunday or, if Saturday is a holiday, on Saturday.
 */

import type { Weighting } from "../../src/acoustics/levels/weighting.ts";
import {
  type LimitDay,
  type LimitRules,
  type LimitSchedule,
  type LimitWindow,
  precedence,
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
  const dayThatMatches = {
    holiday: (window: LimitWindow, day: number) =>
      window.days.includes("holiday") && holidays.has(dateOf(day)) ? "holiday" : null,
    schedule: (window: LimitWindow, day: number) => {
      const weekday = weekdayOf(day);
      return window.days.includes(weekday) ? weekday : null;
    },
  } as const;
  for (const { source: limitSource, owner, kind } of precedence) {
    const rules = schedule[owner];
    if (kind === "exception") {
      for (const [index, exception] of rules.exceptions.entries()) {
        const limit = exception.levels[weighting];
        if (limit === null || instant < exception.startAt || exception.endAt <= instant) continue;
        yield { limitSource, owner, position: index + 1, limit, exception, window: null };
      }
    } else if (kind === "default") {
      const limit = rules.default?.[weighting] ?? null;
      if (limit === null) continue;
      yield { limitSource, owner, position: null, limit, exception: null, window: null };
    } else {
      for (const rule of matchingWindows(rules, weighting, wallClock, dayThatMatches[kind])) {
        yield { limitSource, owner, ...rule };
      }
    }
  }
}

/** `dayThatMatches` returns the day of a window on which it may start, or null. */
function* matchingWindows(
  { windows }: LimitRules,
  weighting: Weighting,
  wallClock: WallClock,
  dayThatMatches: (window: LimitWindow, day: number) => LimitDay | null,
): Generator<Omit<MatchingRule, "limitSource" | "owner">, void> {
  for (const [index, window] of windows.entries()) {
    const limit = window.levels[weighting];
    const startsOn = limit === null ? null : startOfOccurrence(window, wallClock);
    const day = startsOn === null ? null : dayThatMatches(window, startsOn);
    if (limit === null || startsOn === null || day === null) continue;
    yield {
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

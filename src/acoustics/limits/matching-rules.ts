import type { Hundredths } from "../levels/decibel.ts";
import type { Weighting } from "../levels/weighting.ts";
import { dateOf } from "../time/calendar-day.ts";
import type { Instant } from "../time/instant.ts";
import { type WallClock, weekdayOf } from "../time/wall-clock.ts";
import {
  type LimitDay,
  type LimitException,
  type LimitOwner,
  type LimitSchedule,
  type limitSources,
  type LimitWindow,
  precedence,
} from "./limit-rules.ts";
import { bitOf, countInForce, ruleIndexOf } from "./rule-index.ts";
import { daysSinceStart } from "./window-occurrence.ts";

/*
 * Rules match in the order of `precedence`. A rule without a level for the weighting does not match.
 *
 * A window belongs as a whole to the day on which it starts. Worked example: `sat` 22:00 to 07:00 covers Sunday 03:00,
 * because it starts on Saturday. It also covers 03:00 of a Sunday that is a holiday, unless a window with `holiday`
 * covers it, starting on that Sunday or, if Saturday is a holiday, on Saturday.
 */

type RuleSource = (typeof limitSources)[number];

/** A rule of a schedule that matches at an instant. The first matching rule applies. */
export interface MatchingRule {
  readonly limitSource: RuleSource;
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
  /** The day among the window's days that matched. */
  readonly day: LimitDay;
}

/** The first rules that match at an instant, in order of precedence. */
export interface FoundRules {
  readonly rules: readonly MatchingRule[];
  /** The number of all matching rules. */
  readonly count: number;
}

/**
 * The first `most` of the rules that match at an instant, whose clock in the schedule's zone is `wallClock`, and their
 * number. Worked example: five exceptions are in force, besides one window and a default. With `most` 3, the rules are
 * the first three exceptions, and `count` is 7. The exceptions in force are counted without visiting each.
 */
export function findMatchingRules(
  schedule: LimitSchedule,
  weighting: Weighting,
  instant: Instant,
  wallClock: WallClock,
  most: number,
): FoundRules {
  const search = { schedule, weighting, most, rules: [] };
  const days = [wallClock.day, wallClock.day - 1];
  const daysOf = {
    holiday: days.map((day) => (schedule.holidays.has(dateOf(day)) ? ("holiday" as const) : null)),
    schedule: days.map(weekdayOf),
  };
  let count = 0;
  for (const { source, owner, kind } of precedence) {
    if (kind === "exception") count += addExceptions(search, source, owner, instant);
    else if (kind === "default") count += addDefault(search, source, owner);
    else count += addWindows(search, source, owner, daysOf[kind], wallClock);
  }
  return { rules: search.rules, count };
}

interface Search {
  readonly schedule: LimitSchedule;
  readonly weighting: Weighting;
  readonly most: number;
  /** The rules found so far. */
  readonly rules: MatchingRule[];
}

/** These functions add rules up to `most`, and return the number of matching rules. */
function addExceptions(
  search: Search,
  limitSource: RuleSource,
  owner: LimitOwner,
  instant: Instant,
): number {
  const { schedule, weighting, most, rules } = search;
  const index = ruleIndexOf(schedule[owner], weighting).exceptions;
  const holding = countInForce(index, instant);
  const wanted = Math.min(rules.length + holding, most);
  for (let at = 0; rules.length < wanted; at += 1) {
    const [startAt = Infinity, endAt = Infinity] = [index.starts[at], index.ends[at]];
    if (instant < startAt || endAt <= instant) continue;
    const listed = index.positions[at] ?? 0;
    const exception = schedule[owner].exceptions[listed];
    const limit = exception?.levels[weighting] ?? null;
    if (exception === undefined || limit === null) break;
    rules.push({ limitSource, owner, position: listed + 1, limit, exception, window: null });
  }
  return holding;
}

/**
 * `days` are the present day and the day before, as days of windows of this kind; null if no window starts on the day.
 */
function addWindows(
  search: Search,
  limitSource: RuleSource,
  owner: LimitOwner,
  [today = null, eve = null]: readonly (LimitDay | null)[],
  { day: date, millisecond }: WallClock,
): number {
  const [bitToday, bitEve] = [bitOf(today), bitOf(eve)];
  if (bitToday + bitEve === 0) return 0;
  const { schedule, weighting, most, rules } = search;
  const { froms, tos, dayBits, positions } = ruleIndexOf(schedule[owner], weighting).windows;
  let count = 0;
  for (let at = 0; at < positions.length; at += 1) {
    const [from = 0, to = 0, bits = 0] = [froms[at], tos[at], dayBits[at]];
    const daysAgo = daysSinceStart(from, to, millisecond);
    if (daysAgo === null || (bits & (daysAgo === 0 ? bitToday : bitEve)) === 0) continue;
    count += 1;
    if (rules.length >= most) continue;
    const listed = positions[at] ?? 0;
    const window = schedule[owner].windows[listed];
    const day = daysAgo === 0 ? today : eve;
    const limit = window?.levels[weighting] ?? null;
    if (window === undefined || day === null || limit === null) continue;
    rules.push({
      limitSource,
      owner,
      position: listed + 1,
      limit,
      exception: null,
      window: { window, startsOn: date - daysAgo, day },
    });
  }
  return count;
}

function addDefault(
  { schedule, weighting, most, rules }: Search,
  limitSource: RuleSource,
  owner: LimitOwner,
): number {
  const limit = schedule[owner].default?.[weighting] ?? null;
  if (limit === null) return 0;
  if (rules.length < most) {
    rules.push({ limitSource, owner, position: null, limit, exception: null, window: null });
  }
  return 1;
}

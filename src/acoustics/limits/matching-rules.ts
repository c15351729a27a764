import type { Hundredths } from "../levels/decibel.ts";
import type { Weighting } from "../levels/weighting.ts";
import { dateOf } from "../time/calendar-day.ts";
import type { Instant } from "../time/instant.ts";
import { type WallClock, weekdayOf } from "../time/wall-clock.ts";
import {
  type LimitDay,
  type LimitException,
  type LimitOwner,
  limitOwners,
  type LimitSchedule,
  type LimitSource,
  type LimitWindow,
} from "./limit-rules.ts";
import { bitOf, countInForce, ruleIndexOf } from "./rule-index.ts";
import { daysSinceStart } from "./window-occurrence.ts";

/*
 * Rules match in this order of precedence: exceptions, windows of holidays, windows of weekdays, defaults. In each
 * group the sensor's rules precede the project's, and a rule precedes those listed after it. A rule without a level for
 * the weighting does not match.
 *
 * A window belongs as a whole to the day on which it starts. Worked example: `sat` 22:00 to 07:00 covers Sunday 03:00,
 * because it starts on Saturday. It also covers 03:00 of a Sunday that is a holiday, unless a window with `holiday`
 * covers it, starting on that Sunday or, if Saturday is a holiday, on Saturday.
 */

/** A rule of a schedule that matches at an instant. The first matching rule applies. */
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
  let count = 0;
  for (const owner of limitOwners) count += addExceptions(search, owner, instant);
  for (const kind of ["holiday", "schedule"] as const) {
    const days = [wallClock.day, wallClock.day - 1].map((day) => dayOf(schedule, kind, day));
    for (const owner of limitOwners) count += addWindows(search, owner, kind, days, wallClock);
  }
  for (const owner of limitOwners) count += addDefault(search, owner);
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
function addExceptions(search: Search, owner: LimitOwner, instant: Instant): number {
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
    const limitSource = `${owner}_exception` as const;
    rules.push({ limitSource, owner, position: listed + 1, limit, exception, window: null });
  }
  return holding;
}

/**
 * `days` are the present day and the day before, as days of windows of this kind; null if no window starts on the day.
 */
function addWindows(
  search: Search,
  owner: LimitOwner,
  kind: "holiday" | "schedule",
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
      limitSource: `${owner}_${kind}`,
      owner,
      position: listed + 1,
      limit,
      exception: null,
      window: { window, startsOn: date - daysAgo, day },
    });
  }
  return count;
}

function addDefault({ schedule, weighting, most, rules }: Search, owner: LimitOwner): number {
  const limit = schedule[owner].default?.[weighting] ?? null;
  if (limit === null) return 0;
  const limitSource = `${owner}_default` as const;
  if (rules.length < most) {
    rules.push({ limitSource, owner, position: null, limit, exception: null, window: null });
  }
  return 1;
}

/** The day on which windows of a kind start; null if no window of the kind starts on it. */
function dayOf(
  { holidays }: LimitSchedule,
  kind: "holiday" | "schedule",
  day: number,
): LimitDay | null {
  if (kind === "schedule") return weekdayOf(day);
  return holidays.has(dateOf(day)) ? "holiday" : null;
}

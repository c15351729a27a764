import type { Weighting } from "../levels/weighting.ts";
import { dateOf } from "../time/calendar-day.ts";
import type { Instant } from "../time/instant.ts";
import { type WallClock, weekdayOf } from "../time/wall-clock.ts";
import type { MatchingRule } from "./limit-at-instant.ts";
import { type LimitDay, type LimitOwner, limitOwners, type LimitSchedule } from "./limit-rules.ts";
import { bitOf, countHolding, ruleIndexOf } from "./rule-index.ts";

/** The first rules that match at an instant, in order of precedence. */
export interface FoundRules {
  readonly rules: readonly MatchingRule[];
  /** How many match in all. */
  readonly count: number;
}

/**
 * The first `most` of the rules that `matchingRules` lists, and how many it lists: the tests prove that both agree.
 * The exceptions that hold are counted without looking at each, and only those that are returned are looked for.
 *
 * Worked example: five exceptions hold at the instant, besides one window and a default. With `most` 3, the rules are
 * the first three exceptions, and `count` is 7.
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
  /** Those found so far. */
  readonly rules: MatchingRule[];
}

/** Each of these adds rules while there is room, and returns how many match. */
function addExceptions(search: Search, owner: LimitOwner, instant: Instant): number {
  const { schedule, weighting, most, rules } = search;
  const index = ruleIndexOf(schedule[owner], weighting).exceptions;
  const holding = countHolding(index, instant);
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

/** `days` are today's and the day before as windows of this kind have them; null where none starts. */
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
    const isOvernight = to <= from;
    const startsToday = from <= millisecond && (isOvernight || millisecond < to);
    if (!startsToday && !(isOvernight && millisecond < to)) continue;
    if ((bits & (startsToday ? bitToday : bitEve)) === 0) continue;
    count += 1;
    if (rules.length >= most) continue;
    const listed = positions[at] ?? 0;
    const window = schedule[owner].windows[listed];
    const day = startsToday ? today : eve;
    const limit = window?.levels[weighting] ?? null;
    if (window === undefined || day === null || limit === null) continue;
    rules.push({
      limitSource: `${owner}_${kind}`,
      owner,
      position: listed + 1,
      limit,
      exception: null,
      window: { window, startsOn: startsToday ? date : date - 1, day },
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

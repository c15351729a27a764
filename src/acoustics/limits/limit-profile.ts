import { type Hundredths, lower } from "../levels/decibel.ts";
import type { Weighting } from "../levels/weighting.ts";
import { millisecondsOfDay } from "../time/calendar-day.ts";
import { weekdayOf } from "../time/wall-clock.ts";
import { cutByFirstListed, edgesOf, type Entry, type Pieces } from "./pieces.ts";
import {
  type ApplicableLimit,
  type LimitDay,
  type LimitLevels,
  type LimitOwner,
  type LimitRules,
  type LimitSchedule,
  type LimitSource,
  precedence,
} from "./limit-rules.ts";

/**
 * A schedule prepared for one weighting, for any number of instants. Apart from exceptions, the limit at a time of the
 * day depends only on the kind of the day: its weekday, and whether it and the day before it are holidays. There are 28
 * kinds; each is computed when it is first needed.
 *
 * The same limit of the same source is always the same object. The rule is that of `evaluateLimit`: tests compare the
 * answers.
 */
export interface LimitProfile {
  /**
   * For each owner, in order of precedence, by instant: the limit of the first listed exception in force, or null.
   */
  readonly exceptions: readonly Pieces<ApplicableLimit | null>[];
  /** True if the limit depends on the wall clock. */
  readonly hasWindows: boolean;
  /** By millisecond after local midnight: the limit of a local day outside exceptions. */
  limitsOn(day: number): Pieces<ApplicableLimit>;
  /** The lowest limit of all kinds of days; null if none of them has a limit. */
  lowestOfDays(): Hundredths | null;
}

/** The profile of a schedule, computed once for a schedule and a weighting. */
export function profileOf(schedule: LimitSchedule, weighting: Weighting): LimitProfile {
  let profiles = cachedProfiles.get(schedule);
  if (profiles === undefined) cachedProfiles.set(schedule, (profiles = {}));
  return (profiles[weighting] ??= createProfile(schedule, weighting));
}

// A schedule never changes: a changed one is another object.
const cachedProfiles = new WeakMap<LimitSchedule, Partial<Record<Weighting, LimitProfile>>>();

function createProfile(schedule: LimitSchedule, weighting: Weighting): LimitProfile {
  const limitOf = createLimits(weighting);
  const windows = precedence.flatMap(({ source, owner, kind }) =>
    kind !== "holiday" && kind !== "schedule"
      ? []
      : schedule[owner].windows.flatMap(({ levels, days, fromMinute, toMinute }) => {
          const limit = limitOf(source, levels);
          if (limit === null) return [];
          const [from, to] = [fromMinute * 60_000, toMinute * 60_000];
          return { kind, days: new Set<LimitDay>(days), from, to, limit };
        }),
  );
  const clocks = edgesOf([0, ...endsOf(windows), millisecondsOfDay]);
  const none: ApplicableLimit = { limit: null, limitSource: "none" };
  const defaults = precedence.flatMap(({ source, owner, kind }) =>
    kind === "default" ? (limitOf(source, schedule[owner].default) ?? []) : [],
  );
  const otherwise = defaults[0] ?? none;
  const holidays = new Set([...schedule.holidays.keys()].map(dayOf));
  const known: Pieces<ApplicableLimit>[] = [];
  let lowest: Hundredths | null | undefined;
  return {
    exceptions: precedence
      .filter(({ kind }) => kind === "exception")
      .map(({ owner }) => exceptionsOf(schedule[owner], owner, weighting)),
    hasWindows: windows.length > 0,
    limitsOn: (day) => limitsOfKind(day, holidays.has(day), holidays.has(day - 1)),
    lowestOfDays: () => (lowest === undefined ? (lowest = findLowest()) : lowest),
  };

  /** `day` represents all days of its weekday; `follows` is true if the day before is a holiday. */
  function limitsOfKind(day: number, isHoliday: boolean, follows: boolean) {
    const weekday = ((day % 7) + 7) % 7;
    const kind = weekday * 4 + (isHoliday ? 2 : 0) + (follows ? 1 : 0);
    return (known[kind] ??= cutByFirstListed(
      clocks,
      entriesOf(day, isHoliday, follows),
      otherwise,
    ));
  }

  function entriesOf(day: number, isHoliday: boolean, follows: boolean): Entry<ApplicableLimit>[] {
    const today = weekdayOf(day);
    const eve = weekdayOf(day - 1);
    const entries: Entry<ApplicableLimit>[] = [];
    for (const { days, kind, from, to, limit: value } of windows) {
      const isOfHoliday = kind === "holiday";
      if (isOfHoliday ? isHoliday && days.has("holiday") : days.has(today)) {
        entries.push({ from, to: to <= from ? millisecondsOfDay : to, value });
      }
      if (to <= from && (isOfHoliday ? follows && days.has("holiday") : days.has(eve))) {
        entries.push({ from: 0, to, value });
      }
    }
    return entries;
  }

  function findLowest(): Hundredths | null {
    let found: Hundredths | null = null;
    for (const day of week) {
      for (const isHoliday of [false, true]) {
        for (const follows of [false, true]) {
          for (const { limit } of limitsOfKind(day, isHoliday, follows).values) {
            found = lower(found, limit);
          }
        }
      }
    }
    return found;
  }
}

/** Computed once for the rules of a project, also if its sensors have rules of their own. */
function exceptionsOf(rules: LimitRules, owner: LimitOwner, weighting: Weighting) {
  let known = cachedExceptions.get(rules);
  if (known === undefined) cachedExceptions.set(rules, (known = {}));
  return (known[`${owner} ${weighting}`] ??= cutExceptions(rules, owner, weighting));
}

const cachedExceptions = new WeakMap<
  LimitRules,
  Partial<Record<`${LimitOwner} ${Weighting}`, Pieces<ApplicableLimit | null>>>
>();

function cutExceptions(rules: LimitRules, owner: LimitOwner, weighting: Weighting) {
  const limitOf = createLimits(weighting);
  const exceptions = rules.exceptions.flatMap(({ startAt, endAt, levels }) => {
    const value = limitOf(`${owner}_exception`, levels);
    return value === null ? [] : { from: startAt, to: endAt, value };
  });
  const instants = edgesOf([-Infinity, ...endsOf(exceptions), Infinity]);
  return cutByFirstListed<ApplicableLimit | null>(instants, exceptions, null);
}

/** Seven days in a row, one of each weekday. */
const week = [0, 1, 2, 3, 4, 5, 6];

/** Returns a function that creates one object for each limit and source. */
function createLimits(weighting: Weighting) {
  const known = new Map<string, ApplicableLimit>();
  return (limitSource: LimitSource, levels: LimitLevels | null): ApplicableLimit | null => {
    const limit = levels?.[weighting] ?? null;
    if (limit === null) return null;
    const name = `${limitSource} ${limit}`;
    const same = known.get(name) ?? { limit, limitSource };
    known.set(name, same);
    return same;
  };
}

function endsOf(entries: readonly Pick<Entry<unknown>, "from" | "to">[]): number[] {
  return entries.flatMap(({ from, to }) => [from, to]);
}

/** The day of a date `YYYY-MM-DD`, counted from 1970-01-01. */
function dayOf(date: string): number {
  return Date.parse(date) / millisecondsOfDay;
}

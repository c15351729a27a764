import type { SensorId } from "../ids.ts";
import type { Hundredths } from "../levels/decibel.ts";
import type { RoundingStep } from "../levels/energy.ts";
import type { LevelName } from "../levels/level-names.ts";
import type { LimitDay } from "../limits/limit-rules.ts";
import { millisecondsOfDay } from "../time/calendar-day.ts";
import type { TimeZone } from "../time/time-zone.ts";
import { weekdayOf } from "../time/wall-clock.ts";

/**
 * A criterion of a permit: a limit on a level over reference times, in a window of each date to which it applies
 * (docs/contract.md, P1). It is valid by construction: the parser of the site file has checked it.
 *
 * Worked example: `LAeq`, `mon` to `fri`, 07:00 to 18:00, over the window, at most 65 dB. Each working day has one
 * window of eleven hours, and its energy mean may be 65.00 dB, but not 65.01 dB.
 */
export interface Criterion {
  readonly id: string;
  readonly name: string;
  readonly level: AssessedLevel;
  /** A date of the holidays counts as `holiday`, and not as its weekday. */
  readonly days: readonly LimitDay[];
  /** Minutes after local midnight, 0 to 1439. */
  readonly fromMinute: number;
  /** Minutes after local midnight, 0 to 1440; at most `fromMinute`: of the next date. */
  readonly toMinute: number;
  readonly over: ReferenceRule;
  readonly limit: Hundredths;
  /** The number of reference times of one window that may exceed the limit. */
  readonly allowed: number;
  /** 0 to 1. */
  readonly minCoverage: number;
  /** The step to which a level is rounded before it is compared. */
  readonly round: RoundingStep;
  /** Null: all sensors of the project. */
  readonly sensors: readonly SensorId[] | null;
  /** The first and the last local date `YYYY-MM-DD` of the windows, both inside; null: no end. */
  readonly startsOn: string | null;
  readonly endsOn: string | null;
  readonly adjustments: readonly Adjustment[];
}

/** Decibels that are added to the levels of samples, such as those of sensitive hours. */
export interface Adjustment {
  readonly name: string;
  readonly days: readonly LimitDay[];
  /** As in a window of limits; both null: each of `days` as a whole. */
  readonly fromMinute: number | null;
  readonly toMinute: number | null;
  readonly add: Hundredths;
}

/** The levels that a criterion may limit: energy means, and highest levels. */
export type AssessedLevel = Extract<LevelName, "LAeq" | "LCeq" | "LZeq" | "LAFmax" | "LCpeak">;

/** The reference times of a window; `seconds` is their length. */
export type ReferenceRule =
  | { readonly kind: "window" | "sample" }
  | { readonly kind: "block" | "rolling"; readonly seconds: number };

/** The criteria that apply to a sensor, in their order: those that name it, and those that name no sensor. */
export function criteriaOf(
  criteria: readonly Criterion[],
  sensorId: SensorId,
): readonly Criterion[] {
  return criteria.filter(({ sensors }) => sensors === null || setOf(sensors).has(sensorId));
}

/** The criteria that are named; null: all. */
export function namedCriteria(
  criteria: readonly Criterion[],
  named: readonly string[] | null,
): readonly Criterion[] {
  return named === null ? criteria : criteria.filter(({ id }) => setOf(named).has(id));
}

/** The set of a list, cached: the same lists of thousands are checked for many sensors. */
function setOf(list: readonly string[]): ReadonlySet<string> {
  const known = sets.get(list);
  if (known !== undefined) return known;
  const set = new Set(list);
  sets.set(list, set);
  return set;
}

const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** True if the level of a reference time is the highest of its samples; else it is their energy mean. */
export function isOfHighest({ level }: Pick<Criterion, "level">): boolean {
  return level === "LAFmax" || level === "LCpeak";
}

/** The local dates to which rules apply. */
export interface Calendar {
  readonly timeZone: TimeZone;
  /** By local date `YYYY-MM-DD`. */
  readonly holidays: Pick<ReadonlySet<string>, "has" | "size"> & { keys(): Iterable<string> };
}

/**
 * The day by which criteria and their adjustments match a date, counted from 1970-01-01: only `holiday` on a date of
 * the holidays, else its weekday. Windows of limits match a holiday by both (docs/contract.md, 3).
 */
export function ruleDayOf(calendar: Pick<Calendar, "holidays">, day: number): LimitDay {
  return holidayDaysOf(calendar).has(day) ? "holiday" : weekdayOf(day);
}

/** The days of the holidays since 1970-01-01, in order. A range may have a million days, and dates are texts. */
export function holidayDaysOf({ holidays }: Pick<Calendar, "holidays">): ReadonlySet<number> {
  const known = holidayDays.get(holidays);
  if (known !== undefined) return known;
  const days = Array.from(holidays.keys(), (date) => Date.parse(date) / millisecondsOfDay);
  const found = new Set(days.toSorted((one, other) => one - other));
  holidayDays.set(holidays, found);
  return found;
}

const holidayDays = new WeakMap<Calendar["holidays"], ReadonlySet<number>>();

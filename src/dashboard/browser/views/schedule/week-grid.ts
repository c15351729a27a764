/*
 * Worked example of a week: `sat` 22:00 to 07:00 at 50 over a default of 60 makes Saturday 60 to 22:00 and then 50,
 * which goes on, and Sunday 50 to 07:00, which is of the day before, and then 60. The day `holiday` has only the
 * blocks of windows with `holiday`; `none` there means: as on its weekday.
 */

import { decibelsOf } from "../../../../acoustics/levels/decibel.ts";
import type { Weighting } from "../../../../acoustics/levels/weighting.ts";
import {
  findMatchingRules,
  type MatchingRule,
} from "../../../../acoustics/limits/matching-rules.ts";
import {
  type LimitRules,
  type LimitSchedule,
  type LimitSource,
  minutesOfDay,
} from "../../../../acoustics/limits/limit-rules.ts";
import { dateOf } from "../../../../acoustics/time/calendar-day.ts";
import type { Instant } from "../../../../acoustics/time/instant.ts";
import type { TimeZone } from "../../../../acoustics/time/time-zone.ts";
import { merged } from "../../data/grouped.ts";

/** A part of a day of the week in which one rule holds. */
export interface WeekBlock {
  /** Minutes after midnight: `from` to before `to`. */
  readonly from: number;
  readonly to: number;
  /** dB; null where no limit applies. */
  readonly limit: number | null;
  readonly limitSource: LimitSource;
  /** Position in its owner's list, from 1; null for a default. */
  readonly position: number | null;
  /** The window began the day before, and belongs to that. */
  readonly isOfDayBefore: boolean;
  /** The window goes on into the next day, or came out of the day before. */
  readonly goesOn: boolean;
}

/** The days of the grid: Monday to Sunday, and a holiday on any of them. */
export const gridDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun", "holiday"] as const;
export type GridDay = (typeof gridDays)[number];

/** 1970-01-05, a Monday. */
const monday = 4;

/**
 * The limits of a week without holidays and exceptions, in blocks of one rule each; each day's blocks run from 00:00
 * to 24:00. The rule of the service decides at each edge of a window.
 */
export function weekGrid(
  rules: { readonly sensor: LimitRules; readonly project: LimitRules },
  weighting: Weighting,
): ReadonlyMap<GridDay, readonly WeekBlock[]> {
  const withoutExceptions = {
    sensor: { ...rules.sensor, exceptions: [] },
    project: { ...rules.project, exceptions: [] },
  };
  const edges = edgesOf(rules);
  return new Map(
    gridDays.map((name, index) => {
      const isHoliday = name === "holiday";
      const day = monday + (isHoliday ? 0 : index);
      const schedule: LimitSchedule = {
        ...withoutExceptions,
        timeZone: "UTC" as TimeZone,
        holidays: new Map(isHoliday ? [[dateOf(day), null]] : []),
      };
      const blocks = edges.slice(0, -1).map((from, edge): WeekBlock => {
        const rule = ruleAt(schedule, weighting, day, from);
        const shown = isHoliday && rule?.limitSource.endsWith("_holiday") !== true ? null : rule;
        return blockOf(shown, day, from, edges[edge + 1] ?? minutesOfDay);
      });
      return [name, joined(blocks)];
    }),
  );
}

/** True if a schedule has a limit for a weighting, apart from exceptions. */
export function hasLimits({ windows, default: levels }: LimitRules, weighting: Weighting): boolean {
  return (
    (levels !== null && levels[weighting] !== null) ||
    windows.some((window) => window.levels[weighting] !== null)
  );
}

/** The minutes at which a window may begin or end. */
function edgesOf({ sensor, project }: { sensor: LimitRules; project: LimitRules }): number[] {
  const ends = [...sensor.windows, ...project.windows].flatMap(({ fromMinute, toMinute }) => [
    fromMinute,
    toMinute,
  ]);
  return [...new Set([0, ...ends, minutesOfDay])].toSorted((left, right) => left - right);
}

function ruleAt(
  schedule: LimitSchedule,
  weighting: Weighting,
  day: number,
  minute: number,
): MatchingRule | null {
  // Without exceptions, only the wall clock decides.
  const wallClock = { day, millisecond: minute * 60_000 };
  const [first = null] = findMatchingRules(schedule, weighting, 0 as Instant, wallClock, 1).rules;
  return first;
}

function blockOf(rule: MatchingRule | null, day: number, from: number, to: number): WeekBlock {
  const window = rule?.window ?? null;
  const isOvernight =
    window !== null &&
    window.window.toMinute <= window.window.fromMinute &&
    window.window.toMinute !== 0;
  return {
    from,
    to,
    limit: rule === null ? null : decibelsOf(rule.limit),
    limitSource: rule?.limitSource ?? "none",
    position: rule?.position ?? null,
    isOfDayBefore: window !== null && window.startsOn < day,
    goesOn: isOvernight,
  };
}

/** Neighbours of the same rule and the same day as one. */
function joined(blocks: readonly WeekBlock[]): WeekBlock[] {
  return merged(blocks, (before, block) => {
    const isSame =
      before.limitSource === block.limitSource &&
      before.position === block.position &&
      before.isOfDayBefore === block.isOfDayBefore;
    return isSame ? { ...before, to: block.to } : null;
  });
}

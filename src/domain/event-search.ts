import { dateOf } from "./calendar-day.ts";
import type { Hundredths } from "./decibel.ts";
import type { Instant } from "./instant.ts";
import { type LimitRules, type LimitSchedule, minutesOfDay } from "./limit-rules.ts";
import { evaluateLimitAt } from "./limit-schedule.ts";
import type { Weighting } from "./weighting.ts";

/**
 * The lowest limit that may ever hold by a schedule; null where none ever does. What does not exceed
 * it is no event at any time, so a search need not look at it twice.
 *
 * Apart from exceptions the limit depends on the weekday, on whether the date and the one before it are
 * holidays, and on the side of each `from` and `to` on which the clock stands: every such case is put
 * to the schedule. Example: a sensor whose own default is 90 and that has no windows, in a project with a
 * default of 60 and a window at 50 on Sundays, has the lowest limit 50: the project's default never holds.
 */
export function lowestLimitOf(schedule: LimitSchedule, weighting: Weighting): Hundredths | null {
  let byWeighting = lowestLimits.get(schedule);
  if (byWeighting === undefined) lowestLimits.set(schedule, (byWeighting = new Map()));
  let lowest = byWeighting.get(weighting);
  if (lowest === undefined) byWeighting.set(weighting, (lowest = findLowest(schedule, weighting)));
  return lowest;
}

/** Schedules never change; a changed one is another object. */
const lowestLimits = new WeakMap<LimitSchedule, Map<Weighting, Hundredths | null>>();

function findLowest(schedule: LimitSchedule, weighting: Weighting): Hundredths | null {
  const owners = [schedule.sensor, schedule.project];
  const exceptions = owners.flatMap(({ exceptions: all }) =>
    all.flatMap(({ levels }) => levels[weighting] ?? []),
  );
  const [sensor, project] = [
    withoutExceptions(schedule.sensor),
    withoutExceptions(schedule.project),
  ];
  const windows = owners.flatMap((rules) => rules.windows);
  const clocks = new Set([0, ...windows.flatMap((window) => [window.fromMinute, window.toMinute])]);
  // The end of a day is the midnight of the next.
  clocks.delete(minutesOfDay);
  const ordinary = week.flatMap((day) =>
    holidaysAround(day).flatMap((holidays) =>
      [...clocks].flatMap((minute) => {
        const clock = { day, millisecond: minute * 60_000 };
        const rules = { timeZone: schedule.timeZone, sensor, project, holidays };
        return evaluateLimitAt(rules, weighting, anyInstant, clock).limit ?? [];
      }),
    ),
  );
  return [...exceptions, ...ordinary].reduce<Hundredths | null>(
    (lowest, limit) => (lowest === null || limit < lowest ? limit : lowest),
    null,
  );
}

/** One day of each weekday. */
const week = [0, 1, 2, 3, 4, 5, 6];

/** Without exceptions the instant is not looked at. */
const anyInstant = 0 as Instant;

function withoutExceptions(rules: LimitRules): LimitRules {
  return { ...rules, exceptions: [] };
}

function holidaysAround(day: number): ReadonlySet<string>[] {
  const [before, date] = [dateOf(day - 1), dateOf(day)];
  return [new Set(), new Set([before]), new Set([date]), new Set([before, date])];
}

/**
 * The work bound of one request: a first statement searches as many samples as a busy site needs, and
 * all together more than a year of five-minute samples (at least 10,000 by the contract, 2.4).
 */
const searchFirst = 10_000;
const searchInAll = 150_000;

/** How many samples the next statement may search after `searched`; 0 where the bound is reached. */
export function searchAllowance(searched: number): number {
  return (searched < searchFirst ? searchFirst : searchInAll) - searched;
}

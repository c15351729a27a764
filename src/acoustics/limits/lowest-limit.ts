import { dateOf } from "#acoustics/time/calendar-day.ts";
import type { Hundredths } from "#acoustics/levels/decibel.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { Interval } from "#acoustics/time/interval.ts";
import { type LimitRules, type LimitSchedule, minutesOfDay } from "./limit-rules.ts";
import { evaluateLimitAt } from "./limit-at-instant.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";

/**
 * The lowest limit that may hold by a schedule within a range; null where none may. What does not
 * exceed it is no event, so a search need not look at it twice.
 *
 * Apart from exceptions the limit depends on the weekday, on whether the date and the one before it are
 * holidays, and on the side of each `from` and `to` on which the clock stands: every such case is put
 * to the schedule. Example: a sensor whose own default is 90 and that has no windows, in a project with a
 * default of 60 and a window at 50 on Sundays, has the lowest limit 50: the project's default never holds.
 */
export function lowestLimitOf(
  schedule: LimitSchedule,
  weighting: Weighting,
  { startAt, endAt }: Interval,
): Hundredths | null {
  const exceptions = [schedule.sensor, schedule.project]
    .flatMap((rules) => rules.exceptions)
    .filter((exception) => exception.startAt <= endAt && startAt < exception.endAt)
    .flatMap(({ levels }) => levels[weighting] ?? []);
  return lowestOf([...exceptions, ...ordinaryLimitsOf(schedule, weighting)]);
}

/** The limits that may hold where there is no exception. */
function ordinaryLimitsOf(schedule: LimitSchedule, weighting: Weighting): readonly Hundredths[] {
  const known = knownLimits.get(schedule) ?? new Map<Weighting, readonly Hundredths[]>();
  const limits = known.get(weighting) ?? findOrdinaryLimits(schedule, weighting);
  knownLimits.set(schedule, known.set(weighting, limits));
  return limits;
}

/** Schedules never change; a changed one is another object. */
const knownLimits = new WeakMap<LimitSchedule, Map<Weighting, readonly Hundredths[]>>();

function findOrdinaryLimits(schedule: LimitSchedule, weighting: Weighting): readonly Hundredths[] {
  const { timeZone } = schedule;
  const [sensor, project] = [
    withoutExceptions(schedule.sensor),
    withoutExceptions(schedule.project),
  ];
  const windows = [sensor, project].flatMap((rules) => rules.windows);
  const clocks = new Set([0, ...windows.flatMap((window) => [window.fromMinute, window.toMinute])]);
  // The end of a day is the midnight of the next.
  clocks.delete(minutesOfDay);
  const limits = week.flatMap((day) =>
    holidaysAround(day).flatMap((holidays) =>
      [...clocks].flatMap((minute) => {
        const clock = { day, millisecond: minute * 60_000 };
        const rules = { timeZone, sensor, project, holidays };
        return evaluateLimitAt(rules, weighting, anyInstant, clock).limit ?? [];
      }),
    ),
  );
  return [...new Set(limits)];
}

function lowestOf(limits: readonly Hundredths[]): Hundredths | null {
  return limits.length === 0 ? null : (Math.min(...limits) as Hundredths);
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
 * The work bound of one request: more than a year of five-minute samples (at least 10,000 by the
 * contract, 2.4). A first statement searches as many as a busy site needs; the next ones so many that,
 * where the rest is as loud as what was searched, they bring no more candidates than can be judged in
 * a few milliseconds.
 */
const searchFirst = 10_000;
const searchInAll = 150_000;
const exceedancesAtOnce = 10_000;

/**
 * How many samples the next statement may search, after so many have been and so many of them were
 * candidates; 0 where the bound is reached.
 */
export function searchAllowance(searched: number, candidates: number): number {
  if (searched < searchFirst) return searchFirst - searched;
  const asLoud = candidates === 0 ? searchInAll : (exceedancesAtOnce * searched) / candidates;
  return Math.min(Math.ceil(asLoud), searchInAll - searched);
}

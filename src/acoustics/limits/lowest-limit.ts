import { dateOf } from "#acoustics/time/calendar-day.ts";
import type { Hundredths } from "#acoustics/levels/decibel.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { Interval } from "#acoustics/time/interval.ts";
import { type LimitRules, type LimitSchedule, minutesOfDay } from "./limit-rules.ts";
import { evaluateLimitAt } from "./limit-at-instant.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";

/**
 * The lowest limit that a schedule may give within a range, or null if it gives none. A sample that does
 * not exceed it is not an event, so the search for events skips it.
 *
 * Apart from exceptions, the limit depends on the weekday, on whether the date and the day before it are
 * holidays, and on the time of day relative to each `from` and `to`. The schedule is evaluated for every
 * such case. Worked example: the sensor's default is 90; its project has a default of 60 and a window at
 * 50 on Sundays. The lowest limit is 50; the project's default never applies.
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
  const limits = [...exceptions, ...ordinaryLimitsOf(schedule, weighting)];
  return limits.length === 0 ? null : (Math.min(...limits) as Hundredths);
}

/** The limits that may apply outside exceptions. */
function ordinaryLimitsOf(schedule: LimitSchedule, weighting: Weighting): readonly Hundredths[] {
  const cached = cachedLimits.get(schedule) ?? new Map<Weighting, readonly Hundredths[]>();
  const limits = cached.get(weighting) ?? findOrdinaryLimits(schedule, weighting);
  cachedLimits.set(schedule, cached.set(weighting, limits));
  return limits;
}

// A schedule never changes: a changed one is another object.
const cachedLimits = new WeakMap<LimitSchedule, Map<Weighting, readonly Hundredths[]>>();

function findOrdinaryLimits(schedule: LimitSchedule, weighting: Weighting): readonly Hundredths[] {
  const { timeZone } = schedule;
  const sensor = withoutExceptions(schedule.sensor);
  const project = withoutExceptions(schedule.project);
  const windows = [...sensor.windows, ...project.windows];
  const minutes = new Set([
    0,
    ...windows.flatMap((window) => [window.fromMinute, window.toMinute]),
  ]);
  // The end of a day is the midnight of the next.
  minutes.delete(minutesOfDay);
  const limits = week.flatMap((day) =>
    holidaysAround(day).flatMap((holidays) =>
      [...minutes].flatMap((minute) => {
        const wallClock = { day, millisecond: minute * 60_000 };
        const rules = { timeZone, sensor, project, holidays };
        return evaluateLimitAt(rules, weighting, anyInstant, wallClock).limit ?? [];
      }),
    ),
  );
  return [...new Set(limits)];
}

/** Seven days in a row, one of each weekday. */
const week = [0, 1, 2, 3, 4, 5, 6];

/** Only exceptions depend on the instant itself. */
const anyInstant = 0 as Instant;

function withoutExceptions(rules: LimitRules): LimitRules {
  return { ...rules, exceptions: [] };
}

/** Every combination of the day and the day before it being holidays. */
function holidaysAround(day: number): ReadonlySet<string>[] {
  const [before, date] = [dateOf(day - 1), dateOf(day)];
  return [new Set(), new Set([before]), new Set([date]), new Set([before, date])];
}

import { dateOf } from "#acoustics/time/calendar-day.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type {
  ApplicableLimit,
  LimitException,
  LimitLevels,
  LimitSchedule,
  LimitSource,
  LimitWindow,
} from "./limit-rules.ts";
import { offsetAt } from "#acoustics/time/time-zone.ts";
import { type WallClock, wallClockOf, weekdayOf } from "#acoustics/time/wall-clock.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";

/**
 * Which limit holds at one instant, by today's schedule; every other answer is derived from this
 * one. The instant is read as wall clock in the project's zone, and the first match wins: an
 * exception, a holiday's window, a weekday's window, the default; of each, the sensor's before the
 * project's and the first listed before the next. An entry without a level for the asked weighting
 * does not match.
 *
 * A window belongs whole to the day on which it starts. Worked example: `sat` 22:00 to 07:00 rules
 * Sunday 03:00, because it started on Saturday, and it does so on a holiday Sunday too, unless a
 * window with `holiday` started on one of the two dates and covers 03:00.
 */
export function evaluateLimit(
  schedule: LimitSchedule,
  weighting: Weighting,
  instant: Instant,
): ApplicableLimit {
  const wallClock = wallClockOf(instant, offsetAt(schedule.timeZone, instant));
  return evaluateLimitAt(schedule, weighting, instant, wallClock);
}

/** The same, where the wall clock of `instant` in the schedule's zone is known already. */
export function evaluateLimitAt(
  { sensor, project, holidays }: LimitSchedule,
  weighting: Weighting,
  instant: Instant,
  wallClock: WallClock,
): ApplicableLimit {
  const inForce = (exception: LimitException) =>
    exception.levels[weighting] !== null &&
    exception.startAt <= instant &&
    instant < exception.endAt;
  const onHoliday = (window: LimitWindow) =>
    window.levels[weighting] !== null &&
    window.days.includes("holiday") &&
    covers(window, wallClock, (day) => holidays.has(dateOf(day)));
  const onWeekday = (window: LimitWindow) =>
    window.levels[weighting] !== null &&
    covers(window, wallClock, (day) => window.days.includes(weekdayOf(day)));
  return (
    limitOf("sensor_exception", sensor.exceptions.find(inForce)?.levels) ??
    limitOf("project_exception", project.exceptions.find(inForce)?.levels) ??
    limitOf("sensor_holiday", sensor.windows.find(onHoliday)?.levels) ??
    limitOf("project_holiday", project.windows.find(onHoliday)?.levels) ??
    limitOf("sensor_schedule", sensor.windows.find(onWeekday)?.levels) ??
    limitOf("project_schedule", project.windows.find(onWeekday)?.levels) ??
    limitOf("sensor_default", sensor.default) ??
    limitOf("project_default", project.default) ?? { limit: null, limitSource: "none" }
  );

  function limitOf(
    limitSource: LimitSource,
    levels: LimitLevels | null | undefined,
  ): ApplicableLimit | null {
    const limit = levels?.[weighting] ?? null;
    return limit === null ? null : { limit, limitSource };
  }
}

/** Whether the wall clock lies in the window that starts on its day, or on the day before. */
function covers(
  window: LimitWindow,
  { day, millisecond }: WallClock,
  startsOn: (day: number) => boolean,
): boolean {
  const from = window.fromMinute * 60_000;
  const to = window.toMinute * 60_000;
  const isOvernight = to <= from;
  return (
    (from <= millisecond && (isOvernight || millisecond < to) && startsOn(day)) ||
    (isOvernight && millisecond < to && startsOn(day - 1))
  );
}

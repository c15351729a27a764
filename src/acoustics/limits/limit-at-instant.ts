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
 * The limit that applies at one instant, by today's schedule (contract, section 3). This function is the
 * authority: the timeline and the lowest limit ask it.
 *
 * The instant is read as wall clock in the project's zone. The first match wins: exception, holiday
 * window, weekday window, default. In each of them the sensor's entries come before the project's, and an
 * entry comes before those listed after it. An entry without a level for the weighting does not match.
 *
 * A window belongs whole to the day it starts on. Worked example: `sat` 22:00 to 07:00 covers Sunday
 * 03:00, because it starts on Saturday. It also covers 03:00 of a Sunday that is a holiday, unless a
 * window with `holiday` covers it, starting on that Sunday or, if Saturday is a holiday, on Saturday.
 */
export function evaluateLimit(
  schedule: LimitSchedule,
  weighting: Weighting,
  instant: Instant,
): ApplicableLimit {
  const wallClock = wallClockOf(instant, offsetAt(schedule.timeZone, instant));
  return evaluateLimitAt(schedule, weighting, instant, wallClock);
}

/** The same, for callers that already know the wall clock of `instant` in the schedule's zone. */
export function evaluateLimitAt(
  { sensor, project, holidays }: LimitSchedule,
  weighting: Weighting,
  instant: Instant,
  wallClock: WallClock,
): ApplicableLimit {
  const applies = (exception: LimitException) =>
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
    limitOf("sensor_exception", sensor.exceptions.find(applies)?.levels) ??
    limitOf("project_exception", project.exceptions.find(applies)?.levels) ??
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

/** Whether the window covers the wall clock, starting on a day that `startsOn` accepts. */
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

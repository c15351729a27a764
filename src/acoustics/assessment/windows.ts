/*
 * A window lasts from the first second at which its date's wall clock shows `from` or later, to the first second at
 * which the wall clock shows the end's date and `to`, or later (docs/contract.md, P2). So a clock change makes it
 * longer or shorter, and a skipped end becomes the end of the skipped hour. A skipped date has no window, and a window
 * without length is omitted.
 *
 * Worked example: 22:00 to 07:00 in Dublin is 10 hours from 2019-10-26 on, and 8 hours from 2019-03-30 on. 01:15 to
 * 01:45 of 2019-03-31 is omitted, because both become 02:00.
 */

import { millisecondsOfDay } from "../time/calendar-day.ts";
import type { SecondRange } from "../time/contract-period.ts";
import { firstSecondShowing, localDayOf, secondsOfDay, spanAt } from "../time/local-day.ts";
import { type Calendar, type Criterion, holidayDaysOf, ruleDayOf } from "./criterion.ts";

/** A stretch of time that is assessed as a whole: the seconds from `start` to before `end`. */
export interface AssessmentWindow {
  /** The local date that it belongs to, in days since 1970-01-01. */
  readonly day: number;
  readonly start: number;
  readonly end: number;
}

/** The members of a criterion that decide its windows. */
export type WindowRule = Pick<
  Criterion,
  "days" | "fromMinute" | "toMinute" | "startsOn" | "endsOn"
>;

/** The windows of a criterion that overlap a range of seconds, each whole, in order of time. They do not overlap. */
export function* windowsOf(
  rule: WindowRule,
  calendar: Calendar,
  { first, last }: SecondRange,
): Generator<AssessmentWindow, void> {
  const zone = calendar.timeZone;
  const dayOf = (second: number) => localDayOf(second, spanAt(zone, second)).day;
  const days = new Set(rule.days);
  // A window ends at the latest on the date after its own. A clock that goes back may show a date twice.
  const firstDay = Math.max(dayOf(first) - 2, dayOfDate(rule.startsOn) ?? -Infinity);
  const lastDay = Math.min(dayOf(last) + 2, dayOfDate(rule.endsOn) ?? Infinity);
  for (const day of candidateDays(rule, holidayDaysOf(calendar), firstDay, lastDay)) {
    if (!days.has(ruleDayOf(calendar, day))) continue;
    const window = windowOn(rule, calendar, day);
    if (window === null || window.end <= first) continue;
    if (window.start > last) return;
    yield window;
  }
}

/** The days that may have a window, in order. Without weekdays these are holidays, which are few in a long range. */
function candidateDays(
  { days }: WindowRule,
  holidays: ReadonlySet<number>,
  first: number,
  last: number,
): Iterable<number> {
  if (days.some((day) => day !== "holiday") || last - first < holidays.size) {
    return daysBetween(first, last);
  }
  return [...holidays].filter((day) => first <= day && day <= last);
}

function* daysBetween(first: number, last: number): Generator<number, void> {
  for (let day = first; day <= last; day += 1) yield day;
}

/**
 * The least number of windows of a criterion that overlap a range of seconds, without computing them: a weekday has one
 * a week, unless its date is a holiday or its window has no length.
 */
export function leastWindows(
  rule: WindowRule,
  { timeZone, holidays }: Calendar,
  { first, last }: SecondRange,
): number {
  const dayOf = (second: number) => localDayOf(second, spanAt(timeZone, second)).day;
  const firstDay = Math.max(dayOf(first), dayOfDate(rule.startsOn) ?? -Infinity);
  const lastDay = Math.min(dayOf(last), dayOfDate(rule.endsOn) ?? Infinity);
  const weeks = Math.floor((lastDay - firstDay) / 7);
  const weekdays = rule.days.filter((day) => day !== "holiday").length;
  // In two of a hundred weeks a clock change may leave a window without length.
  return Math.max(0, Math.floor(0.96 * weeks * weekdays) - holidays.size);
}

/** The window of a local date of any weekday; null if it has no length. */
function windowOn(
  { fromMinute, toMinute }: WindowRule,
  { timeZone }: Calendar,
  day: number,
): AssessmentWindow | null {
  const midnight = day * secondsOfDay;
  const start = firstSecondShowing(timeZone, midnight + fromMinute * 60);
  if (localDayOf(start, spanAt(timeZone, start)).day !== day) return null;
  const endMidnight = toMinute > fromMinute ? midnight : midnight + secondsOfDay;
  const end = firstSecondShowing(timeZone, endMidnight + toMinute * 60);
  return end > start ? { day, start, end } : null;
}

function dayOfDate(date: string | null): number | null {
  return date === null ? null : Date.parse(date) / millisecondsOfDay;
}

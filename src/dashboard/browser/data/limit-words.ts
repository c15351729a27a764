import type { ExplanationFragment } from "../graphql/generated/event-sample.ts";
import type { RulesFragment } from "../graphql/generated/schedule-rules.ts";
import type { LimitDay, LimitSource } from "../../../acoustics/limits/limit-rules.ts";
import { type Weekday, weekdayOf, weekdays } from "../../../acoustics/time/wall-clock.ts";
import {
  dateTimeText,
  dayNumber,
  monthNames,
  secondOf,
  type TimeZone,
} from "../time/local-time.ts";
import { say } from "../words/say.ts";

/*
 * The limits of a schedule in words. The types are what the server sends.
 */

/** A schedule of a project or a sensor. */
export type ScheduleFacts = RulesFragment;
export type LimitLevels = NonNullable<ScheduleFacts["default"]>;
export type LimitWindow = ScheduleFacts["windows"][number];
export type LimitException = ScheduleFacts["exceptions"][number];

/** A rule that matches at an instant, with all that its words need. */
export type LimitRule = ExplanationFragment["rules"][number];

/** The name of each source. */
export const sourceNames: Readonly<Record<LimitSource, string>> = {
  sensor_exception: "Sensor exception",
  project_exception: "Project exception",
  sensor_holiday: "Sensor holiday",
  project_holiday: "Project holiday",
  sensor_schedule: "Sensor schedule",
  project_schedule: "Project schedule",
  sensor_default: "Sensor default",
  project_default: "Project default",
  none: "No limit",
};

export const dayNames: Readonly<Record<LimitDay, string>> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
  holiday: "Holiday",
};

/** `every day 23:00–07:00, belongs to Monday 16 November`: a rule, but for its source and its position. */
export function ruleWords(rule: LimitRule, zone: TimeZone): string {
  const { exception, window, startsOn, holiday } = rule;
  if (exception !== null) return exceptionWords(exception, zone);
  if (window === null) return "applies where nothing else does";
  const belongs = startsOn === null ? "" : `, belongs to ${longDate(startsOn)}`;
  const named = holiday === null ? "" : `, ${holiday.name ?? "a holiday"}`;
  return `${windowWords(window)}${belongs}${named}`;
}

/** `every day 23:00–07:00`. */
export function windowWords({ days, from, to }: LimitWindow): string {
  return `${daysWords(days)} ${from}–${to}`;
}

/** `Night works, Mon 16 Nov 2026 20:00 to Tue 17 Nov 2026 06:00`. */
export function exceptionWords({ name, startAt, endAt }: LimitException, zone: TimeZone): string {
  const [start = "", end = ""] = [startAt, endAt].map((at) => dateTimeText(secondOf(at), zone));
  return `${name === null ? "" : `${name}, `}${say("stretch", { start, end })}`;
}

/** `every day`, `Monday to Friday`, `Saturday, Sunday and holidays`. */
export function daysWords(days: readonly LimitDay[]): string {
  const chosen = weekdays.filter((day) => days.includes(day));
  const [first] = chosen;
  const last = chosen.at(-1);
  const isRun =
    first !== undefined &&
    last !== undefined &&
    chosen.length === weekdays.indexOf(last) - weekdays.indexOf(first) + 1;
  const named = (day: Weekday) => say(`day.${day}`);
  let parts: string[] = chosen.map(named);
  if (chosen.length === weekdays.length) parts = [say("days.every")];
  else if (isRun && chosen.length > 2) {
    parts = [say("days.run", { first: named(first), last: named(last) })];
  }
  if (days.includes("holiday")) parts.push(say("days.holidays"));
  const [some, end = say("days.never")] = [parts.slice(0, -1).join(", "), parts.at(-1)];
  return some === "" ? end : say("days.and", { some, last: end });
}

/** `Monday 16 November` of `2026-11-16`. */
export function longDate(date: string): string {
  return `${dayNames[weekdayOf(dayNumber(date) ?? 0)]} ${dayAndMonth(date)}`;
}

/** `16 November` of `2026-11-16`. */
export function dayAndMonth(date: string): string {
  const [, month = 1, day = 1] = date.split("-").map(Number);
  return `${day} ${monthNames[month - 1] ?? ""}`;
}

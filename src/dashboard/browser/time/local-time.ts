import { dateOf, millisecondsOfDay } from "../../../acoustics/time/calendar-day.ts";
import { isCalendarDate } from "../../../acoustics/time/instant.ts";
import {
  firstSecondOfDay,
  formatLocalDateTime,
  localDayOf,
  secondsOfDay,
  spanAt,
  spansBetween,
} from "../../../acoustics/time/local-day.ts";
import { parseTimeZone, type TimeZone } from "../../../acoustics/time/time-zone.ts";
import { clockOfMinute } from "../../../acoustics/time/clock-text.ts";
import { spoken } from "../words/words.ts";

/*
 * Times of the page are Unix seconds. What people read is the wall clock of the project's zone, which the rules of
 * the service work out here, too.
 */

/** A zone that the server named. A browser that does not know it shows UTC. */
export function zoneOf(name: string): TimeZone {
  return parseTimeZone(name) ?? ("UTC" as TimeZone);
}

/** The second of an instant that the server sent. */
export function secondOf(instant: string): number {
  return Math.floor(Date.parse(instant) / 1000);
}

/** `2019-03-31T01:30:00.000Z`: the form that the server takes. */
export function instantText(second: number): string {
  return new Date(second * 1000).toISOString();
}

/** Days since 1970-01-01 of `YYYY-MM-DD`, or null if the calendar has no such date. */
export function dayNumber(date: string): number | null {
  if (!isCalendarDate(date)) return null;
  return Date.parse(`${date}T00:00:00Z`) / millisecondsOfDay;
}

/** The date that the wall clock shows, `YYYY-MM-DD`. */
export function localDate(second: number, zone: TimeZone): string {
  return dateOf(localDayOf(second, spanAt(zone, second)).day);
}

/** The wall clock, `HH:mm`. */
export function localClock(second: number, zone: TimeZone): string {
  const { clock } = localDayOf(second, spanAt(zone, second));
  return clockOfMinute(Math.floor(clock / 60));
}

/** The wall clock, `HH:mm:ss`. */
export function localClockSeconds(second: number, zone: TimeZone): string {
  return localIso(second, zone).slice(11, 19);
}

/** The wall clock, `YYYY-MM-DD HH:mm`. */
export function localMinute(second: number, zone: TimeZone): string {
  return `${localDate(second, zone)} ${localClock(second, zone)}`;
}

/** The wall clock with its offset, `YYYY-MM-DDTHH:mm:ss±HH:mm`. */
export function localIso(second: number, zone: TimeZone): string {
  return formatLocalDateTime(zone, second);
}

/** `UTC+1`, `UTC−3:30`, `UTC+0`. */
export function offsetText(second: number, zone: TimeZone): string {
  const { offset } = spanAt(zone, second);
  const size = Math.abs(offset);
  const minutes = Math.floor((size % 3600) / 60);
  const rest = minutes === 0 ? "" : `:${String(minutes).padStart(2, "0")}`;
  return `UTC${offset < 0 ? "−" : "+"}${Math.floor(size / 3600)}${rest}`;
}

/**
 * The zone's name for its time then, such as `IST` and `GMT`; `UTC+5:30` where it has no short name. A locale knows the
 * names of its own part of the world only, so that several are queried.
 */
export function zoneAbbreviation(second: number, zone: TimeZone): string {
  for (const format of nameFormats(zone)) {
    const parts = format.formatToParts(second * 1000);
    const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
    if (/^[A-Z]{2,5}$/.test(name)) return name;
  }
  return offsetText(second, zone);
}

const namingLocales = ["en-GB", "en-US", "en-IE", "en-AU", "en-IN"] as const;
const formats = new Map<string, readonly Intl.DateTimeFormat[]>();

function nameFormats(timeZone: string): readonly Intl.DateTimeFormat[] {
  let found = formats.get(timeZone);
  if (found === undefined) {
    found = namingLocales.map(
      (locale) => new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "short" }),
    );
    formats.set(timeZone, found);
  }
  return found;
}

/** From January. */
export const monthNames =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** `Mon 25 Mar 2019` of `2019-03-25`, in the words of a report or, without them, of the page. */
export function dateText(date: string, words = spoken.value): string {
  const at = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(at.getTime())) return date;
  return `${weekdayDateText(date, words)} ${at.getUTCFullYear()}`;
}

/** `Mon 25 Mar` of `2019-03-25`. */
export function weekdayDateText(date: string, words = spoken.value): string {
  const at = new Date(`${date}T00:00:00Z`);
  const weekday =
    words?.["weekdays.short"].split(" ")[at.getUTCDay()] ?? at.toUTCString().slice(0, 3);
  return `${weekday} ${shortDateText(date, words)}`;
}

/** `25 Mar` of `2019-03-25`, `25. März`. */
export function shortDateText(date: string, words = spoken.value): string {
  const at = new Date(`${date}T00:00:00Z`);
  const short = words?.["months.short"].split(" ")[at.getUTCMonth()];
  return `${dayText(at.getUTCDate(), words)} ${short ?? monthNames[at.getUTCMonth()]?.slice(0, 3)}`;
}

/** `25`, `25.`, `1er`: a day of a month. */
export function dayText(day: number, words = spoken.value): string {
  return `${day}${words?.[day === 1 ? "date.first" : "date.mark"] ?? ""}`;
}

/** `28 Apr 2019 23:00`. */
export function dayTimeText(second: number, zone: TimeZone): string {
  const date = localDate(second, zone);
  return `${shortDateText(date)} ${Number(date.slice(0, 4))} ${localClock(second, zone)}`;
}

/** `Mon 25 Mar 2019 23:40`. */
export function dateTimeText(second: number, zone: TimeZone, words = spoken.value): string {
  return `${dateText(localDate(second, zone), words)} ${localClock(second, zone)}`;
}

/** The first second of a day, counted from 1970-01-01. */
export function startOfDay(day: number, zone: TimeZone): number {
  return firstSecondOfDay(zone, day);
}

/** How long a day is, in seconds: 23 or 25 hours at clock changes, 0 for a day that never was. */
export function lengthOfDay(day: number, zone: TimeZone): number {
  return startOfDay(day + 1, zone) - startOfDay(day, zone);
}

/** The day that the wall clock shows, counted from 1970-01-01. */
export function localDay(second: number, zone: TimeZone): number {
  return localDayOf(second, spanAt(zone, second)).day;
}

/** A clock change inside a range: `second` is the first of the new offset. */
export interface ClockChange {
  readonly second: number;
  /** The clock without the change, and with it, `HH:mm`. */
  readonly from: string;
  readonly to: string;
  /** The change in seconds, above zero where clocks go forward. */
  readonly by: number;
}

/** The clock changes between two seconds, both included. */
export function clockChanges(first: number, last: number, zone: TimeZone): ClockChange[] {
  const spans = [...spansBetween(zone, first, last)];
  return spans.slice(1).flatMap((span, index) => {
    const before = spans[index];
    if (before === undefined || span.start > last) return [];
    const clockWith = (offset: number) => {
      const seconds = (((span.start + offset) % secondsOfDay) + secondsOfDay) % secondsOfDay;
      return clockOfMinute(Math.floor(seconds / 60));
    };
    return {
      second: span.start,
      from: clockWith(before.offset),
      to: clockWith(span.offset),
      by: span.offset - before.offset,
    };
  });
}

export { dateOf };
export type { TimeZone };

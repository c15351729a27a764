/*
 * Worked example of ticks: in Dublin, 27 October 2019 has ticks `00:00`, `01:00 IST`, `01:00 GMT`, `02:00` an hour
 * apart.
 */

import { spansBetween } from "../../../acoustics/time/local-day.ts";
import {
  dateOf,
  dateText,
  localClock,
  localDate,
  localDay,
  shortDateText,
  startOfDay,
  type TimeZone,
  zoneAbbreviation,
} from "../time/local-time.ts";

/** A tick of a time axis. */
export interface TimeTick {
  readonly second: number;
  /** One or two lines. */
  readonly label: string;
}

const minutes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720];
const days = [1, 2, 7, 14];
const months = [1, 2, 3, 6, 12, 24, 60];

/**
 * Ticks at whole minutes, hours, days or months of the wall clock: the closest that are not more than `most`. Both
 * passes of a repeated hour have theirs, with the zone's abbreviation. The first tick and each midnight have the
 * date.
 */
export function timeTicks(first: number, last: number, zone: TimeZone, most: number): TimeTick[] {
  const length = last - first + 1;
  const fits = (seconds: number) => length / seconds <= Math.max(2, most);
  const ofMinutes = minutes.find((step) => fits(step * 60));
  if (ofMinutes !== undefined) return clockTicks(first, last, zone, ofMinutes * 60);
  const ofDays = days.find((step) => fits(step * 86_400));
  if (ofDays !== undefined) return dayTicks(first, last, zone, ofDays);
  return monthTicks(first, last, zone, months.find((step) => fits(step * 2_629_800)) ?? 60);
}

function clockTicks(first: number, last: number, zone: TimeZone, step: number): TimeTick[] {
  const seconds: number[] = [];
  for (const { start, end, offset } of spansBetween(zone, first, last)) {
    const from = Math.max(start, first);
    const until = Math.min(end - 1, last);
    const begin = Math.ceil((from + offset) / step) * step - offset;
    for (let second = begin; second <= until; second += step) seconds.push(second);
  }
  let dated = "";
  return seconds.map((second) => {
    const date = localDate(second, zone);
    const clock = `${localClock(second, zone)}${isRepeated(second, zone) ? ` ${zoneAbbreviation(second, zone)}` : ""}`;
    const isNew = date !== dated;
    dated = date;
    return { second, label: isNew ? `${clock}\n${shortDateText(date)}` : clock };
  });
}

/** True if the wall clock shows this time twice. */
export function isRepeated(second: number, zone: TimeZone): boolean {
  const minute = `${localDate(second, zone)} ${localClock(second, zone)}`;
  const shows = (other: number) =>
    `${localDate(other, zone)} ${localClock(other, zone)}` === minute;
  for (const { start, offset } of spansBetween(zone, second - 10_800, second + 10_800)) {
    const other = second + offsetOf(second, zone) - offset;
    if (other !== second && other >= start && shows(other)) return true;
  }
  return false;
}

function offsetOf(second: number, zone: TimeZone): number {
  for (const { offset } of spansBetween(zone, second, second)) return offset;
  return 0;
}

/** Every day, every second, or Mondays. */
function dayTicks(first: number, last: number, zone: TimeZone, step: number): TimeTick[] {
  const ticks: TimeTick[] = [];
  // 1970-01-05 was a Monday.
  for (let day = localDay(first, zone); day <= localDay(last, zone); day += 1) {
    const second = startOfDay(day, zone);
    if (second < first || second >= startOfDay(day + 1, zone) || (day - 4) % step !== 0) continue;
    const date = dateOf(day);
    ticks.push({ second, label: `${dateText(date).slice(0, 3)}\n${shortDateText(date)}` });
  }
  return ticks;
}

function monthTicks(first: number, last: number, zone: TimeZone, step: number): TimeTick[] {
  const ticks: TimeTick[] = [];
  const start = new Date(`${localDate(first, zone)}T00:00:00Z`);
  let index = start.getUTCFullYear() * 12 + start.getUTCMonth();
  for (; ; index += 1) {
    if (index % step !== 0) continue;
    const midnight = Date.UTC(Math.floor(index / 12), index % 12, 1);
    const second = startOfDay(midnight / 86_400_000, zone);
    if (second > last) return ticks;
    if (second < first) continue;
    const [, month = ""] = shortDateText(dateOf(midnight / 86_400_000)).split(" ");
    ticks.push({ second, label: `${month}\n${Math.floor(index / 12)}` });
  }
}

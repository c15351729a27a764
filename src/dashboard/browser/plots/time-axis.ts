/*
 * Worked example of ticks: in Dublin, 27 October 2019 has ticks `00:00`, `01:00 IST`, `01:00 GMT`, `02:00` an hour
 * apart.
 */

import { type SecondSpan, spanAt, spansBetween } from "../../../acoustics/time/local-day.ts";
import {
  dateOf,
  dateText,
  lengthOfDay,
  localClock,
  localDate,
  localDay,
  shortDateText,
  startOfDay,
  type TimeZone,
  zoneAbbreviation,
} from "../time/local-time.ts";
import { daysOfMonth, monthOf } from "../time/range.ts";
import { multiples } from "./ticks.ts";

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
  const midnights = (shown: readonly number[], labelOf: (date: string) => string) =>
    shown.flatMap((day): TimeTick[] => {
      const second = startOfDay(day, zone);
      const isShown = second >= first && second <= last && lengthOfDay(day, zone) > 0;
      return isShown ? [{ second, label: labelOf(dateOf(day)) }] : [];
    });
  const [fromDay, toDay] = [localDay(first, zone), localDay(last, zone)];
  const ofDays = days.find((step) => fits(step * 86_400));
  if (ofDays !== undefined) {
    // Every day, every second, or Mondays: 1970-01-05 was one.
    const numbers = multiples(fromDay - 4, toDay - 4, ofDays).map((day) => day + 4);
    return midnights(numbers, (date) => `${dateText(date).slice(0, 3)}\n${shortDateText(date)}`);
  }
  const ofMonths = months.find((step) => fits(step * 2_629_800)) ?? 60;
  const shown = multiples(monthOf(fromDay).index, monthOf(toDay).index, ofMonths);
  return midnights(
    shown.map((index) => daysOfMonth(index).from),
    (date) => `${shortDateText(date).split(" ")[1]}\n${Number(date.slice(0, 4))}`,
  );
}

function clockTicks(first: number, last: number, zone: TimeZone, step: number): TimeTick[] {
  const seconds = [...spansBetween(zone, first, last)].flatMap(({ start, end, offset }) => {
    const [from, until] = [Math.max(start, first), Math.min(end - 1, last)];
    return multiples(from + offset, until + offset, step).map((local) => local - offset);
  });
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
  const local = second + spanAt(zone, second).offset;
  const spans = [...spansBetween(zone, second - 10_800, second + 10_800)];
  const isIn = ({ start, end, offset }: SecondSpan) =>
    start <= local - offset && local - offset < end;
  return spans.filter(isIn).length > 1;
}

/*
 * Worked example: on 2019-03-31 Dublin's clock goes from 01:00 to 02:00, so cell 1 is skipped. In
 * Australia/Lord_Howe it goes back from 02:00 to 01:30: cell 1 has two parts, of an hour and of half an hour.
 */

import { firstSecondShowing, secondsOfDay } from "../../../acoustics/time/local-day.ts";
import { grouped } from "../data/grouped.ts";
import type { HourLevelFragment } from "../graphql/generated/hour-statistics.ts";
import { dateOf, lengthOfDay, localClock, localDay, type TimeZone } from "../time/local-time.ts";

/**
 * An hour of the wall clock, as `aggregates(bucket: hour)` has it, in Unix seconds, the end excluded. A clock change
 * makes it shorter, or splits it.
 */
export type HourLevel = Omit<HourLevelFragment, "startAt" | "endAt"> & {
  readonly start: number;
  readonly end: number;
};

/** One local day of the heat map, 24 cells. */
export interface HeatDay {
  /** Counted from 1970-01-01. */
  readonly day: number;
  readonly date: string;
  readonly cells: readonly HeatCell[];
}

/**
 * An hour of the wall clock on one day. A repeated hour has two parts, one after the other. `skipped`: the
 * clock never showed it. `outside`: it is before the first hour or after the last.
 */
export type HeatCell =
  | { readonly kind: "hours"; readonly parts: readonly HourLevel[] }
  | { readonly kind: "skipped" }
  | { readonly kind: "outside" };

/** The local days of hours without holes, oldest first, 24 hours each. A day that never was has no row. */
export function heatDays(hours: readonly HourLevel[], zone: TimeZone): HeatDay[] {
  const [first, last] = [hours[0], hours.at(-1)];
  if (first === undefined || last === undefined) return [];
  const parts = grouped(hours, ({ start }) => `${localDay(start, zone)} ${clockHour(start, zone)}`);
  const days: HeatDay[] = [];
  const lastDay = localDay(last.end - 1, zone);
  for (let day = localDay(first.start, zone); day <= lastDay; day += 1) {
    if (lengthOfDay(day, zone) === 0) continue;
    const cells = Array.from({ length: 24 }, (_, hour): HeatCell => {
      const found = parts.get(`${day} ${hour}`);
      if (found !== undefined) return { kind: "hours", parts: found };
      // The clock shows a later hour at once where it skips all of this one.
      const shown = firstSecondShowing(zone, day * secondsOfDay + hour * 3600);
      return { kind: clockHour(shown, zone) === hour ? "outside" : "skipped" };
    });
    days.push({ day, date: dateOf(day), cells });
  }
  return days;
}

/** The hour that the wall clock shows, 0 to 23. */
export function clockHour(second: number, zone: TimeZone): number {
  return Number(localClock(second, zone).slice(0, 2));
}

/** The hours of a cell: two where the clock showed it twice, none where there is nothing. */
export function partsAt(
  days: readonly HeatDay[],
  { dayIndex, hour }: { readonly dayIndex: number; readonly hour: number },
): readonly HourLevel[] {
  const cell = days[dayIndex]?.cells[hour];
  return cell?.kind === "hours" ? cell.parts : [];
}

/** All hours of some days, without the cells that have none. */
export function hoursIn(days: readonly HeatDay[]): HourLevel[] {
  return days.flatMap(({ cells }) =>
    cells.flatMap((cell) => (cell.kind === "hours" ? cell.parts : [])),
  );
}

/** Cells with data, with an exceedance, and empty ones. Each part of a split cell counts; a skipped hour is empty. */
export function countCells(days: readonly HeatDay[]) {
  const hours = hoursIn(days);
  const points = hours.filter(({ Leq }) => Leq !== null).length;
  const skipped = days.flatMap(({ cells }) => cells.filter(({ kind }) => kind === "skipped"));
  return {
    points,
    over: hours.filter(({ events }) => events > 0).length,
    gaps: hours.length - points + skipped.length,
  };
}

/*
 * Worked example: on 2019-03-31 Dublin's clock goes from 01:00 to 02:00, so cell 1 is skipped. In
 * Australia/Lord_Howe it goes back from 02:00 to 01:30: cell 1 has two parts, of an hour and of half an hour.
 */

import { spansBetween } from "../../../acoustics/time/local-day.ts";
import type { HourLevelFragment } from "../graphql/generated/hour-statistics.ts";
import {
  dateOf,
  lengthOfDay,
  localClock,
  localDay,
  startOfDay,
  type TimeZone,
} from "../time/local-time.ts";

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
  const parts = new Map<string, HourLevel[]>();
  for (const hour of hours) {
    const key = `${localDay(hour.start, zone)} ${clockHour(hour.start, zone)}`;
    const known = parts.get(key);
    if (known === undefined) parts.set(key, [hour]);
    else known.push(hour);
  }
  const days: HeatDay[] = [];
  const lastDay = localDay(last.end - 1, zone);
  for (let day = localDay(first.start, zone); day <= lastDay; day += 1) {
    if (lengthOfDay(day, zone) === 0) continue;
    let shown: ReadonlySet<number> | undefined;
    const cells = Array.from({ length: 24 }, (_, hour): HeatCell => {
      const found = parts.get(`${day} ${hour}`);
      if (found !== undefined) return { kind: "hours", parts: found };
      shown ??= hoursShown(day, zone);
      return { kind: shown.has(hour) ? "outside" : "skipped" };
    });
    days.push({ day, date: dateOf(day), cells });
  }
  return days;
}

/** The hour that the wall clock shows, 0 to 23. */
export function clockHour(second: number, zone: TimeZone): number {
  return Number(localClock(second, zone).slice(0, 2));
}

/** Cells with data, with an exceedance, and empty ones. Each part of a split cell counts; a skipped hour is empty. */
export function countCells(days: readonly HeatDay[]): {
  points: number;
  over: number;
  gaps: number;
} {
  const cells = days.flatMap((day) => day.cells);
  const hours = cells.flatMap((cell) => (cell.kind === "hours" ? cell.parts : []));
  const withData = hours.filter(({ Leq }) => Leq !== null).length;
  const skipped = cells.filter(({ kind }) => kind === "skipped").length;
  return {
    points: withData,
    over: hours.filter(({ events }) => events > 0).length,
    gaps: hours.length - withData + skipped,
  };
}

/** The hours that the wall clock shows on a day: all but those that a clock change skips whole. */
function hoursShown(day: number, zone: TimeZone): ReadonlySet<number> {
  const [start, end] = [startOfDay(day, zone), startOfDay(day + 1, zone)];
  const shown = new Set<number>();
  for (const span of spansBetween(zone, start, end - 1)) {
    const last = Math.min(span.end, end) - 1;
    for (let second = Math.max(span.start, start); second <= last; second += 3600) {
      shown.add(clockHour(second, zone));
    }
    shown.add(clockHour(last, zone));
  }
  return shown;
}

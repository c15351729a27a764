import { secondsOfDay, spansBetween } from "../../../acoustics/time/local-day.ts";
import { merged } from "../data/grouped.ts";
import { dayNumber, lengthOfDay, startOfDay, type TimeZone } from "../time/local-time.ts";
import type { Stretch } from "./level-shapes.ts";
import { multiples } from "./ticks.ts";

/** When evening and night begin on the project's wall clock, as `indicators.periods` has it: `HH:mm`. */
export interface PeriodClocks {
  readonly day: string;
  readonly evening: string;
  readonly night: string;
}

export interface Shade extends Stretch {
  readonly kind: "evening" | "night";
}

/** Evenings and nights of a range by the wall clock: the night of a spring change is an hour shorter. */
export function periodShades(
  first: number,
  last: number,
  zone: TimeZone,
  { day, evening, night }: PeriodClocks,
): Shade[] {
  const parts = [
    { from: 0, to: secondsOfClock(day), kind: "night" },
    { from: secondsOfClock(evening), to: secondsOfClock(night), kind: "evening" },
    { from: secondsOfClock(night), to: secondsOfDay, kind: "night" },
  ] as const;
  const shades = [...spansBetween(zone, first, last)].flatMap(({ start, end, offset }) => {
    const [from, until] = [Math.max(start, first), Math.min(end, last + 1)];
    const midnights = multiples(from + offset - secondsOfDay + 1, until - 1 + offset, secondsOfDay);
    return midnights.flatMap((midnight) =>
      parts.map(({ kind, ...part }): Shade => ({
        first: Math.max(midnight - offset + part.from, from),
        end: Math.min(midnight - offset + part.to, until),
        kind,
      })),
    );
  });
  return merged(
    shades.filter((shade) => shade.end > shade.first),
    (before, shade) =>
      before.kind === shade.kind && before.end === shade.first
        ? { ...before, end: shade.end }
        : null,
  );
}

export interface HolidayShade extends Stretch {
  readonly name: string;
}

/** The holidays that meet a range, as their local days last. */
export function holidayShades(
  first: number,
  last: number,
  zone: TimeZone,
  holidays: readonly { readonly date: string; readonly name: string | null }[],
): HolidayShade[] {
  return holidays.flatMap(({ date, name }) => {
    const day = dayNumber(date);
    if (day === null || lengthOfDay(day, zone) === 0) return [];
    const shade = {
      first: startOfDay(day, zone),
      end: startOfDay(day + 1, zone),
      name: name ?? "Holiday",
    };
    return shade.end > first && shade.first <= last ? [shade] : [];
  });
}

/** Seconds since midnight of `HH:mm`. */
function secondsOfClock(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return hour * 3600 + minute * 60;
}

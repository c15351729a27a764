import { secondsOfDay, spansBetween } from "../../../acoustics/time/local-day.ts";
import { dayNumber, lengthOfDay, startOfDay, type TimeZone } from "../time/local-time.ts";

/** When evening and night begin on the project's wall clock, as `indicators.periods` has it: `HH:mm`. */
export interface PeriodClocks {
  readonly day: string;
  readonly evening: string;
  readonly night: string;
}

export interface Shade {
  /** Unix seconds; the end is outside. */
  readonly first: number;
  readonly end: number;
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
  const shades: Shade[] = [];
  for (const { start, end, offset } of spansBetween(zone, first, last)) {
    const [from, until] = [Math.max(start, first), Math.min(end, last + 1)];
    const lastDay = Math.floor((until - 1 + offset) / secondsOfDay);
    for (let number = Math.floor((from + offset) / secondsOfDay); number <= lastDay; number += 1) {
      for (const part of parts) {
        const midnight = number * secondsOfDay - offset;
        const shade = {
          first: Math.max(midnight + part.from, from),
          end: Math.min(midnight + part.to, until),
          kind: part.kind,
        };
        if (shade.end > shade.first) append(shades, shade);
      }
    }
  }
  return shades;
}

export interface HolidayShade {
  readonly first: number;
  readonly end: number;
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

function append(shades: Shade[], shade: Shade): void {
  const previous = shades.at(-1);
  if (previous?.kind === shade.kind && previous.end === shade.first) {
    shades[shades.length - 1] = { ...previous, end: shade.end };
  } else shades.push(shade);
}

/** Seconds since midnight of `HH:mm`. */
function secondsOfClock(clock: string): number {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  return hour * 3600 + minute * 60;
}

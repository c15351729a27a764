import type { Hundredths } from "../../src/acoustics/levels/decibel.ts";
import { type Instant, parseInstant } from "../../src/acoustics/time/instant.ts";
import type {
  LimitDay,
  LimitException,
  LimitLevels,
  LimitRules,
  LimitSchedule,
  LimitWindow,
} from "../../src/acoustics/limits/limit-rules.ts";
import type { Weighting } from "../../src/acoustics/levels/weighting.ts";
import { parseTimeZone, type TimeZone } from "../../src/acoustics/time/time-zone.ts";

/** A schedule in the words of a site file, for tests. */
export function scheduleOf(parts: {
  timeZone?: string;
  holidays?: readonly string[];
  sensor?: Partial<LimitRules>;
  project?: Partial<LimitRules>;
}): LimitSchedule {
  const none = { exceptions: [], windows: [], default: null };
  return {
    timeZone: zoneOf(parts.timeZone ?? "UTC"),
    holidays: new Map((parts.holidays ?? []).map((date) => [date, null])),
    sensor: { ...none, ...parts.sensor },
    project: { ...none, ...parts.project },
  };
}

/** `days` are separated by spaces, `clock` is `HH:mm-HH:mm`, levels are in dB. */
export function windowOf(
  days: string,
  clock: string,
  levels: Partial<Record<Weighting, number>>,
): LimitWindow {
  const [from = "", to = ""] = clock.split("-");
  return {
    days: days.split(" ") as LimitDay[],
    fromMinute: minuteOf(from),
    toMinute: minuteOf(to),
    levels: levelsOf(levels),
  };
}

export function exceptionOf(
  startAt: string,
  endAt: string,
  levels: Partial<Record<Weighting, number>>,
): LimitException {
  return {
    name: null,
    startAt: instantOf(startAt),
    endAt: instantOf(endAt),
    levels: levelsOf(levels),
  };
}

/** Whole dB, as hundredths. */
export function levelsOf(levels: Partial<Record<Weighting, number>>): LimitLevels {
  const level = (decibels: number | undefined) =>
    decibels === undefined ? null : ((decibels * 100) as Hundredths);
  return { A: level(levels.A), C: level(levels.C), Z: level(levels.Z) };
}

export function instantOf(text: string): Instant {
  const instant = parseInstant(text);
  if (instant === null) throw new Error(`${text} is not an instant`);
  return instant;
}

export function zoneOf(text: string): TimeZone {
  const zone = parseTimeZone(text);
  if (zone === null) throw new Error(`${text} is not a time zone`);
  return zone;
}

function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}

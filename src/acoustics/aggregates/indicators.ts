import type { ExclusionTest } from "../assessment/exclusions.ts";
import type { Hundredths } from "../levels/decibel.ts";
import { energyOf, energyOfDecibels, levelOfEnergy, roundLevel } from "../levels/energy.ts";
import type { SecondRange } from "../time/contract-period.ts";
import { localDayOf, secondsOfDay, spanAt, spansBetween } from "../time/local-day.ts";
import type { TimeZone } from "../time/time-zone.ts";
import { levelAt, type OpenColumns } from "./sample-columns.ts";
import { coverageOf } from "./sample-interval.ts";

/*
 * Noise indicators by local day (2002/49/EC, annex I). A day lasts from the start of its `day` period to the same time
 * of the next date: the early hours belong to the night that began on the date before.
 */

/** When the periods of a day begin, in minutes after local midnight. Invariant: `day < evening < night`. */
export interface Periods {
  readonly day: number;
  readonly evening: number;
  readonly night: number;
}

/** 2002/49/EC, annex I, 1. */
export const defaultPeriods: Periods = { day: 7 * 60, evening: 19 * 60, night: 23 * 60 };

const periodNames = ["day", "evening", "night"] as const;
export type PeriodName = (typeof periodNames)[number];

/** The samples of one period of one day. */
export interface PeriodSum {
  samples: number;
  coveredSeconds: number;
  /** Durations of the excluded samples, which are not counted elsewhere. */
  excludedSeconds: number;
  /** The sum of duration times energy. */
  energy: number;
}

/** The sums of the periods, by day since 1970-01-01. */
export type PeriodSums = Map<number, Record<PeriodName, PeriodSum>>;

/** Opens columns: the returned function adds the sample at an index of them to the sum of its period. */
export function createPeriodAdder(
  zone: TimeZone,
  periods: Periods,
  sums: PeriodSums,
  isExcluded: ExclusionTest,
): OpenColumns {
  let span = { start: 0, end: 0, offset: 0 };
  return ({ seconds, durations, levels }) =>
    (index) => {
      const level = levelAt(levels.LAeq, index);
      if (level === null) return;
      const second = seconds[index] ?? 0;
      if (second < span.start || span.end <= second) span = spanAt(zone, second);
      const { day, period } = periodAt(periods, localDayOf(second, span));
      let ofDay = sums.get(day);
      if (ofDay === undefined) sums.set(day, (ofDay = emptyDay()));
      const sum = ofDay[period];
      const duration = durations[index] ?? 0;
      if (isExcluded(second)) {
        sum.excludedSeconds += duration;
        return;
      }
      sum.samples += 1;
      sum.coveredSeconds += duration;
      sum.energy += duration * energyOf(level);
    };
}

/** The period of a wall clock, and the day that it belongs to. */
function periodAt(
  { day: ofDay, evening, night }: Periods,
  wallClock: ReturnType<typeof localDayOf>,
) {
  const { day, clock } = wallClock;
  if (clock < ofDay * 60) return { day: day - 1, period: "night" } as const;
  if (clock < evening * 60) return { day, period: "day" } as const;
  return { day, period: clock < night * 60 ? "evening" : "night" } as const;
}

/** A range of days since 1970-01-01, both ends included. */
export interface DayRange {
  readonly firstDay: number;
  readonly lastDay: number;
}

/** The days from the first to the last that overlaps a range; one of them may have been skipped. */
export function daysOfRange(
  zone: TimeZone,
  periods: Periods,
  { first, last }: SecondRange,
): DayRange {
  let firstDay = Infinity;
  let lastDay = -Infinity;
  // A clock goes back by less than two days, so only the ends of the range decide.
  const spans = [
    ...spansBetween(zone, first, Math.min(last, first + 2 * secondsOfDay)),
    ...spansBetween(zone, Math.max(first, last - 2 * secondsOfDay), last),
  ];
  for (const span of spans) {
    // Inside a span, the wall clock never goes back.
    for (const second of [Math.max(first, span.start), Math.min(last, span.end - 1)]) {
      const { day } = periodAt(periods, localDayOf(second, span));
      firstDay = Math.min(firstDay, day);
      lastDay = Math.max(lastDay, day);
    }
  }
  return { firstDay, lastDay };
}

/** The levels of one day, and their sums. A level is null without enough samples. */
export interface DayIndicators {
  readonly day: number;
  readonly levels: Readonly<Record<PeriodName, number | null>>;
  readonly Lden: number | null;
  readonly coverage: Readonly<Record<PeriodName, PeriodCoverage>>;
}

export interface PeriodCoverage {
  /** The actual length of the whole period. */
  readonly seconds: number;
  readonly samples: number;
  readonly coveredSeconds: number;
  readonly excludedSeconds: number;
  readonly coverage: number;
}

/** The indicators of one day, unrounded. */
export function indicatorsOf(
  zone: TimeZone,
  periods: Periods,
  day: number,
  sums: PeriodSums,
  minCoverage: number,
): DayIndicators {
  const sumsOfDay = sums.get(day) ?? emptyDay();
  const lengths = lengthsOfPeriods(zone, periods, day);
  const coverage = forEachPeriod((period) => {
    const { samples, coveredSeconds, excludedSeconds } = sumsOfDay[period];
    const seconds = lengths[period];
    return {
      seconds,
      samples,
      coveredSeconds,
      excludedSeconds,
      coverage: coverageOf(coveredSeconds, seconds),
    };
  });
  const levels = forEachPeriod((period) => {
    const { samples, coveredSeconds, energy } = sumsOfDay[period];
    const isEnough = samples > 0 && coverage[period].coverage >= minCoverage;
    return isEnough ? levelOfEnergy(energy / coveredSeconds) : null;
  });
  return { day, levels, Lden: dayEveningNightLevel(periods, levels), coverage };
}

/** The actual lengths of the periods of a day. Worked example: the night of 2019-10-26 in Dublin had 9 hours. */
function lengthsOfPeriods(zone: TimeZone, periods: Periods, day: number) {
  const clocks = { ...periods, end: periods.day + 1440 };
  const [from, to] = [day * secondsOfDay, (day + 2) * secondsOfDay];
  // No zone is further from UTC than 16 hours.
  const spans = [...spansBetween(zone, from - 57_600, to + 57_600)];
  const secondsBetween = (fromMinute: number, toMinute: number) =>
    spans.reduce((seconds, { start, end, offset }) => {
      const begin = Math.max(start + offset, from + fromMinute * 60);
      return seconds + Math.max(0, Math.min(end + offset, from + toMinute * 60) - begin);
    }, 0);
  return {
    day: secondsBetween(clocks.day, clocks.evening),
    evening: secondsBetween(clocks.evening, clocks.night),
    night: secondsBetween(clocks.night, clocks.end),
  };
}

/**
 * Lden of the levels of the periods (2002/49/EC, annex I): 5 dB are added to the evening and 10 dB to the night, and
 * each is weighted with the hours of its period by the wall clock. Null unless all three levels exist.
 */
export function dayEveningNightLevel(
  { day, evening, night }: Periods,
  levels: Readonly<Record<PeriodName, number | null>>,
): number | null {
  if (levels.day === null || levels.evening === null || levels.night === null) return null;
  const energy =
    (evening - day) * energyOfDecibels(levels.day) +
    (night - evening) * energyOfDecibels(levels.evening + 5) +
    (1440 - night + day) * energyOfDecibels(levels.night + 10);
  return levelOfEnergy(energy / 1440);
}

/** The long-term levels: energy averages of the levels that are not null, with equal weights (ISO 1996-2). */
export function longTermOf(periods: Periods, days: Iterable<DayIndicators>) {
  const counts = { day: 0, evening: 0, night: 0 };
  const energies = { day: 0, evening: 0, night: 0 };
  for (const { levels } of days) {
    for (const period of periodNames) {
      const level = levels[period];
      if (level === null) continue;
      counts[period] += 1;
      energies[period] += energyOfDecibels(level);
    }
  }
  const levels = forEachPeriod((period) =>
    counts[period] === 0 ? null : levelOfEnergy(energies[period] / counts[period]),
  );
  return { levels, Lden: dayEveningNightLevel(periods, levels), counts };
}

/** Rounds a level that may be null. */
export function roundIndicator(level: number | null): Hundredths | null {
  return level === null ? null : roundLevel(level);
}

function forEachPeriod<Value>(make: (period: PeriodName) => Value): Record<PeriodName, Value> {
  return { day: make("day"), evening: make("evening"), night: make("night") };
}

function emptyDay(): Record<PeriodName, PeriodSum> {
  return forEachPeriod(() => ({ samples: 0, coveredSeconds: 0, excludedSeconds: 0, energy: 0 }));
}

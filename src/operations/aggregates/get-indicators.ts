import type { AggregateArguments } from "../../acoustics/aggregates/arguments.ts";
import {
  type DayIndicators,
  type DayRange,
  daysOfRange,
  indicatorsOf,
  longTermOf,
  type Periods,
  type PeriodSums,
  roundIndicator,
} from "../../acoustics/aggregates/indicators.ts";
import { decibelsOf } from "../../acoustics/levels/decibel.ts";
import { dateOf } from "../../acoustics/time/calendar-day.ts";
import type { TimeZone } from "../../acoustics/time/time-zone.ts";
import { clockOfMinute } from "../../acoustics/time/clock-text.ts";
import { exclusionsOfField } from "../exclusions/open-exclusions.ts";
import type { OperationContext } from "../operation-context.ts";
import type { SensorReference } from "../projects/sensor-settings.ts";
import { addUpPeriods, type PeriodAddition } from "./add-up.ts";
import { isWanted, type OpenedSource, openRange, type WantedFields } from "./open-source.ts";

export type IndicatorRequest = AggregateArguments & {
  readonly minCoverage: number;
  readonly validOnly: boolean;
};

/**
 * The noise indicators by local day, A-weighted. Scope `v0:data:read`. Throws the errors of `openRange`. Charges
 * records for each day.
 */
export async function getIndicators(
  context: OperationContext,
  reference: SensorReference,
  request: IndicatorRequest,
  wanted: WantedFields,
) {
  const { sensor, meta, interval, counted } = await openRange(context, reference, request);
  const { schedule, periods } = sensor.reading;
  const { timeZone } = schedule;
  const openExclusions = exclusionsOfField(context, sensor, request);
  const settings = { timeZone, periods, openExclusions };
  const days =
    counted &&
    isWanted(wanted, fieldsThatRead) &&
    (await readDays(context, counted, settings, request.minCoverage));
  return {
    meta,
    interval,
    periods: presentPeriods(periods),
    days: days ? days.map(presentDay) : [],
    longTerm: days ? presentLongTerm(periods, days) : null,
  };
}

const fieldsThatRead = ["days", "longTerm"];

async function readDays(
  { budget }: OperationContext,
  { seconds, source }: OpenedSource,
  settings: PeriodAddition,
  minCoverage: number,
): Promise<DayIndicators[]> {
  const { timeZone, periods } = settings;
  const days = daysOfRange(timeZone, periods, seconds);
  budget.charge(recordsOfDay * (days.lastDay - days.firstDay + 1));
  const sums = await addUpPeriods(source, seconds, settings);
  return indicatorsOfDays(timeZone, periods, days, sums, minCoverage);
}

/** A day needs some ten microseconds, and a range may have thousands. */
const recordsOfDay = 5;

/** The indicators of days in order. */
export function indicatorsOfDays(
  timeZone: TimeZone,
  periods: Periods,
  { firstDay, lastDay }: DayRange,
  sums: PeriodSums,
  minCoverage: number,
): DayIndicators[] {
  const days = Array.from({ length: lastDay - firstDay + 1 }, (_, index) => firstDay + index);
  return days.map((day) => indicatorsOf(timeZone, periods, day, sums, minCoverage));
}

/** The indicators of a day in the form of the answer. */
function presentDay({ day, levels, Lden, coverage }: DayIndicators) {
  return {
    date: dateOf(day),
    ...presentIndicators(levels, Lden),
    ...coverage,
  };
}

/** The levels of the periods and their sum, rounded, in dB. */
export function presentIndicators(levels: DayIndicators["levels"], Lden: number | null) {
  return {
    Lday: decibelsOf(roundIndicator(levels.day)),
    Levening: decibelsOf(roundIndicator(levels.evening)),
    Lnight: decibelsOf(roundIndicator(levels.night)),
    Lden: decibelsOf(roundIndicator(Lden)),
  };
}

function presentLongTerm(periods: Periods, days: readonly DayIndicators[]) {
  const { levels, Lden, counts } = longTermOf(periods, days);
  return {
    ...presentIndicators(levels, Lden),
    days: counts.day,
    evenings: counts.evening,
    nights: counts.night,
  };
}

function presentPeriods({ day, evening, night }: Periods) {
  return {
    day: clockOfMinute(day),
    evening: clockOfMinute(evening),
    night: clockOfMinute(night),
  };
}

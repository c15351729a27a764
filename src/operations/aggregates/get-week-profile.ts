import { summarize } from "../../acoustics/aggregates/aggregate.ts";
import { hoursOfWeek, secondsOfHours } from "../../acoustics/aggregates/week-profile.ts";
import { formatInstant } from "../../acoustics/time/instant.ts";
import { weekdays } from "../../acoustics/time/wall-clock.ts";
import { exclusionsOfField } from "../exclusions/open-exclusions.ts";
import type { OperationContext } from "../operation-context.ts";
import type { ReadableSensor, SensorReference } from "../projects/sensor-settings.ts";
import { addUpWeek } from "./add-up.ts";
import { type AggregateRequest, neededFor } from "./list-aggregates.ts";
import { type OpenedSource, openRange, type WantedFields } from "./open-source.ts";
import { presentSummary } from "./present-aggregate.ts";

export type WeekRequest = Omit<AggregateRequest, "bucket" | "maxBuckets">;

/**
 * The hours of the week of a sensor by wall clock, Monday 00 first. Scope `v0:data:read`. Throws the errors of
 * `openRange`.
 */
export async function getWeekProfile(
  context: OperationContext,
  reference: SensorReference,
  request: WeekRequest,
  wanted: WantedFields,
) {
  const { sensor, meta, interval, counted } = await openRange(context, reference, request);
  return {
    meta,
    fweighting: request.weighting,
    interval,
    limitRecalculatedAt: formatInstant(context.request.now),
    cells: counted === null ? [] : await readCells(context, sensor, counted, request, wanted),
  };
}

async function readCells(
  context: OperationContext,
  sensor: ReadableSensor,
  { seconds, source, interval }: OpenedSource,
  request: WeekRequest,
  wanted: WantedFields,
) {
  context.budget.charge(hoursOfWeek);
  const { weighting, minCoverage } = request;
  const { schedule } = sensor.reading;
  const openExclusions = exclusionsOfField(context, sensor, request);
  const addition = { weighting, schedule, openExclusions, ...neededFor(wanted, weighting) };
  const sums = await addUpWeek(source, seconds, addition);
  const lengths = secondsOfHours(schedule.timeZone, seconds);
  return sums.map((sum, index) => {
    const summary = summarize(sum, lengths[index] ?? 0, interval, minCoverage);
    const day = weekdays[Math.floor(index / 24)] ?? "mon";
    return { day, hour: index % 24, ...presentSummary(summary) };
  });
}

import { summarize } from "../../acoustics/aggregates/aggregate.ts";
import type { AggregateArguments } from "../../acoustics/aggregates/arguments.ts";
import { hoursOfWeek, secondsOfHours } from "../../acoustics/aggregates/week-profile.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import { formatInstant } from "../../acoustics/time/instant.ts";
import { weekdays } from "../../acoustics/time/wall-clock.ts";
import { exclusionsOfField } from "../exclusions/open-exclusions.ts";
import type { OperationContext } from "../operation-context.ts";
import type { SensorReference } from "../projects/sensor-settings.ts";
import { addUpWeek } from "./add-up.ts";
import { type AggregateSettings, neededFor } from "./list-aggregates.ts";
import { openRange } from "./open-range.ts";
import { presentSummary } from "./present-aggregate.ts";
import type { WantedFields } from "./wanted-fields.ts";
import type { OpenedSource } from "./open-source.ts";

export type WeekRequest = AggregateArguments & {
  readonly weighting: Weighting;
  readonly minCoverage: number;
  readonly validOnly: boolean;
};

/**
 * The hours of the week of a sensor, Monday 00 first, by the wall clock. Scope `v0:data:read`. Throws as `openRange`
 * does.
 */
export async function getWeekProfile(
  context: OperationContext,
  reference: SensorReference,
  request: WeekRequest,
  wanted: WantedFields,
) {
  const { sensor, meta, interval, counted } = await openRange(context, reference, request);
  const { schedule } = sensor.reading;
  const openExclusions = exclusionsOfField(context, sensor, request);
  const settings = { ...request, schedule, openExclusions };
  return {
    meta,
    fweighting: request.weighting,
    interval,
    limitRecalculatedAt: formatInstant(context.request.now),
    cells: counted === null ? [] : await readCells(context, counted, settings, wanted),
  };
}

async function readCells(
  { budget }: OperationContext,
  { seconds, source, interval }: OpenedSource,
  settings: AggregateSettings,
  wanted: WantedFields,
) {
  budget.charge(hoursOfWeek);
  const addition = { ...settings, ...neededFor(wanted, settings.weighting) };
  const sums = await addUpWeek(source, seconds, addition);
  const lengths = await source.run(secondsOfHours(settings.schedule.timeZone, seconds));
  return source.run(presentEach());

  function* presentEach() {
    const cells = [];
    for (const [index, sum] of sums.entries()) {
      const summary = summarize(sum, lengths[index] ?? 0, interval, settings.minCoverage);
      const day = weekdays[Math.floor(index / 24)] ?? "mon";
      cells.push({ day, hour: index % 24, ...presentSummary(summary) });
      yield;
    }
    return cells;
  }
}

import {
  type Exceedance,
  type ExceedanceSearch,
  selectExceedances,
} from "../../database/queries/events/exceedances.ts";
import type { SecondRange } from "../../acoustics/time/contract-period.ts";
import { exceedsLimit, type Hundredths } from "../../acoustics/levels/decibel.ts";
import { lowestLimitOf } from "../../acoustics/limits/lowest-limit.ts";
import { instantOfSecond } from "../../acoustics/time/instant.ts";
import type { LimitSource } from "../../acoustics/limits/limit-rules.ts";
import { createLimitLookup } from "../../acoustics/limits/limit-timeline.ts";
import type { Cursor, PageRequest } from "../../acoustics/paging.ts";
import type { ReadableSensor } from "../projects/sensor-settings.ts";
import type { OperationContext } from "../operation-context.ts";
import { searchInSteps } from "./search-steps.ts";

/** A sample whose level exceeds the limit at its second. */
export interface FoundEvent extends Exceedance {
  readonly limit: Hundredths;
  readonly limitSource: LimitSource;
}

/**
 * Searches in steps until there are `pageSize + 1` events, the range ends, or the work bound cuts the search at the
 * second `cutAt` of a sample. The database finds the samples above the lowest limit of the range; the schedule then
 * decides for each of them if it exceeds the limit at its own second.
 */
export async function searchEvents(
  { database, principal, budget }: OperationContext,
  { sensorNo, reading: { schedule } }: ReadableSensor,
  seconds: SecondRange,
  { order, pageSize, weighting }: PageRequest,
): Promise<{ readonly events: readonly FoundEvent[]; readonly cutAt: Cursor | null }> {
  const range = { startAt: instantOfSecond(seconds.first), endAt: instantOfSecond(seconds.last) };
  const above = lowestLimitOf(schedule, weighting, range);
  if (above === null) return { events: [], cutAt: null };
  const limitAt = createLimitLookup(schedule, weighting);
  const select = (search: ExceedanceSearch) => selectExceedances(database, principal.keyId, search);
  const events: FoundEvent[] = [];
  const steps = searchInSteps(select, budget, { sensorNo, weighting, seconds, order, above });
  for await (const { exceedances, cutAt } of steps) {
    for (const event of eventsAmong(exceedances, limitAt)) events.push(event);
    if (cutAt !== null || events.length > pageSize) return { events, cutAt };
  }
  return { events, cutAt: null };
}

/** Those samples that exceed the limit at their own second. */
export function eventsAmong(
  exceedances: readonly Exceedance[],
  limitAt: ReturnType<typeof createLimitLookup>,
): FoundEvent[] {
  const events: FoundEvent[] = [];
  for (const { second, level } of exceedances) {
    const { limit, limitSource } = limitAt(instantOfSecond(second));
    if (limit !== null && exceedsLimit(level, limit))
      events.push({ second, level, limit, limitSource });
  }
  return events;
}

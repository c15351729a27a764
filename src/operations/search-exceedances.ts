import { type Exceedance, selectExceedances } from "#database/queries/exceedances.ts";
import type { SecondRange } from "#acoustics/time/contract-period.ts";
import { exceedsLimit, type Hundredths } from "#acoustics/levels/decibel.ts";
import { lowestLimitOf } from "#acoustics/limits/lowest-limit.ts";
import { instantOfSecond } from "#acoustics/time/instant.ts";
import type { LimitSource } from "#acoustics/limits/limit-rules.ts";
import { createLimitLookup } from "#acoustics/limits/limit-timeline.ts";
import { type Cursor, type PageRequest, secondsBeyond } from "#acoustics/paging.ts";
import type { ReadableSensor } from "./sensor-settings.ts";
import type { OperationContext } from "./operation-context.ts";
import { nextSearchSize } from "./search-bound.ts";

/** A sample above the limit that holds at its second. */
export interface FoundEvent extends Exceedance {
  readonly limit: Hundredths;
  readonly limitSource: LimitSource;
}

/** What a search found, in its order. */
export interface FoundEvents {
  readonly events: readonly FoundEvent[];
  /** The last sample searched where the work bound cut the search; null where the range ended. */
  readonly cutAt: Cursor | null;
}

/**
 * Searches step by step until there are `pageSize + 1` events, the range ends, or the work bound
 * is reached. The database brings what exceeds the lowest limit of all; the schedule says, sample by
 * sample, what exceeds its own.
 */
export async function searchEvents(
  { database, principal }: OperationContext,
  { sensorNo, reading: { schedule } }: ReadableSensor,
  seconds: SecondRange,
  { order, pageSize, weighting }: PageRequest,
): Promise<FoundEvents> {
  const range = { startAt: instantOfSecond(seconds.first), endAt: instantOfSecond(seconds.last) };
  const above = lowestLimitOf(schedule, weighting, range);
  if (above === null) return { events: [], cutAt: null };
  const limitAt = createLimitLookup(schedule, weighting);
  const events: FoundEvent[] = [];
  let rest: SecondRange | null = seconds;
  let searched = 0;
  let judged = 0;
  while (rest !== null && events.length <= pageSize) {
    const searchAtMost = nextSearchSize(searched, judged);
    const search = { sensorNo, weighting, seconds: rest, order, above, searchAtMost };
    const found = await selectExceedances(database, principal.grants, search);
    for (const exceedance of found.exceedances) {
      const held = limitAt(instantOfSecond(exceedance.second));
      if (held.limit !== null && exceedsLimit(exceedance.level, held.limit)) {
        const { second, level } = exceedance;
        events.push({ second, level, limit: held.limit, limitSource: held.limitSource });
      }
    }
    searched += found.searched;
    judged += found.exceedances.length;
    const cursor = found.lastSearched as Cursor | null;
    if (cursor === null || found.searched < searchAtMost) break;
    rest = secondsBeyond(rest, cursor, order);
    if (rest !== null && nextSearchSize(searched, judged) === 0) return { events, cutAt: cursor };
  }
  return { events, cutAt: null };
}

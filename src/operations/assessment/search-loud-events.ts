import type { EpisodeEvent } from "../../acoustics/events/episodes.ts";
import { exceedsLimit } from "../../acoustics/levels/decibel.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import type { LimitSchedule } from "../../acoustics/limits/limit-rules.ts";
import { createLimitLookup } from "../../acoustics/limits/limit-timeline.ts";
import { lowestLimitOf } from "../../acoustics/limits/lowest-limit.ts";
import { secondsBeyond } from "../../acoustics/paging.ts";
import type { SecondRange } from "../../acoustics/time/contract-period.ts";
import { instantOfSecond } from "../../acoustics/time/instant.ts";
import type { FoundExceedances } from "../../database/queries/events/exceedances.ts";
import type { LoudSample, LoudSearch } from "../../database/queries/events/loud-samples.ts";
import type { SampleSource } from "../aggregates/each-sample.ts";
import { type SearchBudget, searchInSteps } from "../events/search-steps.ts";
import type { OpenExclusions } from "../exclusions/open-exclusions.ts";

/** An event without its annotations. */
export type LoudEvent = Omit<EpisodeEvent, "label" | "recordingId">;

/** Source of the samples of one sensor. The next sample of an event is inside the contract, or there is none. */
export interface LoudSource extends Pick<
  SampleSource,
  "sensorNo" | "intervalSeconds" | "contract"
> {
  readonly select: (search: LoudSearch) => Promise<FoundExceedances<LoudSample>>;
  readonly budget: SearchBudget;
  /** Samples in these are no events. */
  readonly openExclusions: OpenExclusions;
  /** True if a long search may use two statements at once. */
  readonly mayHalve: boolean;
}

/** The events of a range, oldest first, with durations (docs/contract.md, A1). `searched` counts each step. */
export async function* searchLoudEvents(
  source: LoudSource,
  { schedule, weighting }: { readonly schedule: LimitSchedule; readonly weighting: Weighting },
  seconds: SecondRange,
  searched: (samples: number) => void,
): AsyncGenerator<readonly LoudEvent[], void> {
  const { sensorNo, intervalSeconds, contract, budget, mayHalve } = source;
  const limitAt = createLimitLookup(schedule, weighting);
  const isExcluded = (await source.openExclusions(seconds))();
  let samples = 0;
  let found = 0;
  const select = (search: Omit<LoudSearch, "intervalSeconds" | "expectsMany">) =>
    source.select({ ...search, intervalSeconds, expectsMany: found * 40 >= samples });
  let rest: SecondRange | null = seconds;
  while (rest !== null) {
    const above = lowestLimitOf(schedule, weighting, {
      startAt: instantOfSecond(rest.first),
      endAt: instantOfSecond(rest.last),
    });
    if (above === null) return;
    const part: SecondRange = rest;
    const search = { sensorNo, weighting, seconds: part, order: "asc", above } as const;
    rest = null;
    // A search ends at the work bound of a page; the next search continues after it.
    for await (const step of searchInSteps(select, budget, search, mayHalve)) {
      searched(step.searched);
      samples += step.searched;
      found += step.exceedances.length;
      yield eventsAmong(step.exceedances);
      if (step.cutAt !== null) rest = secondsBeyond(part, step.cutAt, "asc");
    }
  }

  function eventsAmong(loud: readonly LoudSample[]): LoudEvent[] {
    const events: LoudEvent[] = [];
    for (const { second, level, LAFmax, next } of loud) {
      const { limit } = limitAt(instantOfSecond(second));
      if (limit === null || !exceedsLimit(level, limit) || isExcluded(second)) continue;
      const isCut = next !== null && next <= contract.last;
      events.push({
        second,
        duration: isCut ? next - second : intervalSeconds,
        level,
        limit,
        LAFmax,
      });
    }
    return events;
  }
}

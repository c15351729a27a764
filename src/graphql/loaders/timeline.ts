import { GatewayError } from "#domain/errors.ts";
import type { Interval } from "#domain/interval.ts";
import { evaluateLimitTimeline, type LimitSegment } from "#domain/limit-timeline.ts";
import { requireScopes } from "#domain/viewer.ts";
import type { Weighting } from "#domain/weighting.ts";
import { recordsPerSearch } from "#graphql/read-budget.ts";
import { type LoadConfiguration, requireReading } from "./configurations.ts";
import type { Reader } from "./reader.ts";
import type { SensorReference } from "./sensor-reference.ts";

/** What holds at a sensor by its schedule. All need `v0:projects:read`. */
export interface TimelineLoaders {
  /** The segments of a range of at most 366 days. Throws `not_found`, `contract_unavailable`. */
  loadLimitTimeline(
    reference: SensorReference,
    weighting: Weighting,
    range: Interval,
  ): Promise<readonly LimitSegment[]>;
}

const longestRange = 366 * 24 * 60 * 60 * 1000;

export function createTimelineLoaders(
  { viewer, budget }: Reader,
  loadConfiguration: LoadConfiguration,
): TimelineLoaders {
  const readingOf = async (reference: SensorReference) => {
    requireScopes(viewer, ["v0:projects:read"]);
    budget.take(recordsPerSearch);
    return requireReading(await loadConfiguration(reference)).reading;
  };
  return {
    async loadLimitTimeline(reference, weighting, range) {
      const { schedule } = await readingOf(reference);
      budget.take(0);
      if (range.endAt - range.startAt > longestRange) {
        throw GatewayError.invalidRequest([
          { parameter: "endAt", detail: "must be at most 366 days after startAt" },
        ]);
      }
      return evaluateLimitTimeline(schedule, weighting, range);
    },
  };
}

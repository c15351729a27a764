import { RequestError } from "#http/request-error.ts";
import type { Interval } from "#acoustics/time/interval.ts";
import { evaluateLimitTimeline, type LimitSegment } from "#acoustics/limits/limit-timeline.ts";
import { requireScopes } from "#auth/principal.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";
import { recordsPerDayOfLimits } from "./read-budget.ts";
import { type LoadSensorSettings, requireReading } from "./sensor-settings.ts";
import type { OperationContext } from "./operation-context.ts";
import type { SensorReference } from "./sensor-reference.ts";

/** What holds at a sensor by its schedule. All need `v0:projects:read`. */
export interface TimelineLoaders {
  /**
   * The segments of a range of at most 366 days. Throws `forbidden`, `invalid_request`, `not_found`,
   * `contract_unavailable`.
   */
  loadLimitTimeline(
    reference: SensorReference,
    weighting: Weighting,
    range: Interval,
  ): Promise<readonly LimitSegment[]>;
}

const longestDays = 366;
const day = 24 * 60 * 60 * 1000;

export function createTimelineLoaders(
  { principal, budget }: OperationContext,
  loadSensorSettings: LoadSensorSettings,
): TimelineLoaders {
  return {
    async loadLimitTimeline(reference, weighting, range) {
      requireScopes(principal, ["v0:projects:read"]);
      const days = (range.endAt - range.startAt) / day;
      if (days > longestDays) {
        throw RequestError.invalidRequest([
          { parameter: "endAt", detail: `must be at most ${longestDays} days after startAt` },
        ]);
      }
      budget.take(Math.ceil(days + 1) * recordsPerDayOfLimits);
      const { reading } = requireReading(await loadSensorSettings(reference));
      budget.take(0);
      return evaluateLimitTimeline(reading.schedule, weighting, range);
    },
  };
}

import { decibelsOf } from "#acoustics/levels/decibel.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";
import { evaluateLimitTimeline, type LimitSegment } from "#acoustics/limits/limit-timeline.ts";
import { millisecondsOfDay } from "#acoustics/time/calendar-day.ts";
import type { Interval } from "#acoustics/time/interval.ts";
import { requireScopes } from "#auth/principal.ts";
import { RequestError } from "#http/request-error.ts";
import type { OperationContext } from "./operation-context.ts";
import { presentInterval } from "./present-interval.ts";
import { recordsPerDayOfLimits } from "./read-budget.ts";
import {
  type ReadableSensor,
  requireReadableSensor,
  type SensorReference,
} from "./sensor-settings.ts";

/** A period in which one limit applies, as clients see it. */
export type PresentedSegment = ReturnType<typeof presentSegment>;

/**
 * The limit at a sensor over a range of at most 366 days, as contiguous segments. Scope
 * `v0:projects:read`. Throws `forbidden`, `invalid_request`, `not_found`, `contract_unavailable`.
 */
export async function getLimitTimeline(
  context: OperationContext,
  reference: SensorReference,
  weighting: Weighting,
  range: Interval,
): Promise<readonly PresentedSegment[]> {
  const { reading } = await authorizeTimeline(context, reference, range);
  return evaluateLimitTimeline(reading.schedule, weighting, range).map(presentSegment);
}

const longestDays = 366;

async function authorizeTimeline(
  context: OperationContext,
  reference: SensorReference,
  { startAt, endAt }: Interval,
): Promise<ReadableSensor> {
  const { principal, budget } = context;
  requireScopes(principal, ["v0:projects:read"]);
  const days = (endAt - startAt) / millisecondsOfDay;
  if (days > longestDays) {
    throw RequestError.invalidRequest([
      { parameter: "endAt", detail: `must be at most ${longestDays} days after startAt` },
    ]);
  }
  budget.take(Math.ceil(days + 1) * recordsPerDayOfLimits);
  const sensor = await requireReadableSensor(context, reference);
  // Meanwhile, every other timeline of the same document has taken its records.
  budget.requireNotExceeded();
  return sensor;
}

function presentSegment({ limit, limitSource, ...interval }: LimitSegment) {
  return { ...presentInterval(interval), limit: decibelsOf(limit), limitSource };
}

import { decibelsOf } from "../../acoustics/levels/decibel.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import type { LimitSchedule } from "../../acoustics/limits/limit-rules.ts";
import { estimateSegments, evaluateLimitTimeline } from "../../acoustics/limits/limit-timeline.ts";
import { millisecondsOfDay } from "../../acoustics/time/calendar-day.ts";
import { formatInstant, type Instant, type Interval } from "../../acoustics/time/instant.ts";
import { requireScopes } from "../../auth/principal.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";
import { type ReadBudget, segmentsPerRecord } from "../read-budget.ts";
import { withRulesAsOf } from "../projects/rules-as-of.ts";
import {
  type ReadableSensor,
  requireSensorWithinBudget,
  type SensorReference,
} from "../projects/sensor-settings.ts";

/**
 * The limit at a sensor over a range of at most 366 days, as contiguous segments. Scope `v0:projects:read`. Throws
 * `forbidden`, `invalid_request`, `not_found`, `contract_unavailable`. `asOf`: the instant whose rules apply; null: the
 * present rules.
 */
export async function getLimitTimeline(
  context: OperationContext,
  reference: SensorReference,
  { weighting, asOf }: { readonly weighting: Weighting; readonly asOf: Instant | null },
  range: Interval,
) {
  const sensor = await authorizeTimeline(context, reference, range);
  const { schedule } = (await withRulesAsOf(context, sensor, asOf)).reading;
  context.request.signal.throwIfAborted();
  await chargeSegments(context.budget, schedule, weighting, range);
  return presentTimeline(schedule, weighting, range);
}

const longestDays = 366;

/** Charges one record for each day. */
async function authorizeTimeline(
  context: OperationContext,
  reference: SensorReference,
  { startAt, endAt }: Interval,
): Promise<ReadableSensor> {
  requireScopes(context.principal, ["v0:projects:read"]);
  const days = (endAt - startAt) / millisecondsOfDay;
  if (days > longestDays) {
    throw RequestError.invalidRequest([
      { parameter: "endAt", detail: `must be at most ${longestDays} days after startAt` },
    ]);
  }
  return requireSensorWithinBudget(context, reference, Math.ceil(days + 1));
}

/** Charges the records of the segments before they are computed. */
async function chargeSegments(
  budget: ReadBudget,
  schedule: LimitSchedule,
  weighting: Weighting,
  range: Interval,
): Promise<void> {
  // When the budget is exceeded, the other timelines of the same document need no estimate.
  budget.requireNotExceeded();
  budget.charge(Math.ceil(estimateSegments(schedule, weighting, range) / segmentsPerRecord));
  // All timelines of a document are charged before the first one is computed.
  await Promise.resolve();
  budget.requireNotExceeded();
}

function presentTimeline(schedule: LimitSchedule, weighting: Weighting, range: Interval) {
  const presented = [];
  // Each segment starts at the end of the one before: both use one text.
  let startAt = formatInstant(range.startAt);
  for (const segment of evaluateLimitTimeline(schedule, weighting, range)) {
    const endAt = formatInstant(segment.endAt);
    const { limitSource } = segment;
    presented.push({ startAt, endAt, limit: decibelsOf(segment.limit), limitSource });
    startAt = endAt;
  }
  return presented;
}

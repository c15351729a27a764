import { decibelsOf } from "../../acoustics/levels/decibel.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import type { LimitSchedule } from "../../acoustics/limits/limit-rules.ts";
import { estimateSegments, evaluateLimitTimeline } from "../../acoustics/limits/limit-timeline.ts";
import { millisecondsOfDay } from "../../acoustics/time/calendar-day.ts";
import { formatInstant, type Instant, type Interval } from "../../acoustics/time/instant.ts";
import { requireScopes } from "../../auth/principal.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import { runInSlices } from "../in-slices.ts";
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
  const { signal } = context.request;
  const sensor = await authorizeTimeline(context, reference, range);
  const { schedule } = (await withRulesAsOf(context, sensor, asOf)).reading;
  await runInSlices(signal, chargeSegments(context.budget, schedule, weighting, range));
  return runInSlices(signal, presentTimeline(context.budget, schedule, weighting, range));
}

const longestDays = 366;

/** Reading the clock after each segment would cost as much time as the segment. */
const segmentsPerStep = 50;

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
function* chargeSegments(
  budget: ReadBudget,
  schedule: LimitSchedule,
  weighting: Weighting,
  range: Interval,
): Generator<void, void> {
  // When the budget is exceeded, the other timelines of the same document need no estimate.
  budget.requireNotExceeded();
  const segments = yield* estimateSegments(schedule, weighting, range);
  budget.charge(Math.ceil(segments / segmentsPerRecord));
}

/** Each step presents some segments. */
function* presentTimeline(
  budget: ReadBudget,
  schedule: LimitSchedule,
  weighting: Weighting,
  range: Interval,
) {
  // By now, every other timeline of the same document has been charged.
  budget.requireNotExceeded();
  const presented = [];
  // Each segment starts at the end of the one before: both use one text.
  let startAt = formatInstant(range.startAt);
  for (const segment of evaluateLimitTimeline(schedule, weighting, range)) {
    const endAt = formatInstant(segment.endAt);
    const { limitSource } = segment;
    presented.push({ startAt, endAt, limit: decibelsOf(segment.limit), limitSource });
    startAt = endAt;
    if (presented.length % segmentsPerStep === 0) yield;
  }
  return presented;
}

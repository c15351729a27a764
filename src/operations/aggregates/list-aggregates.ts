import { type AggregateParts, summarize } from "../../acoustics/aggregates/aggregate.ts";
import { tooManyBuckets } from "../../acoustics/aggregates/arguments.ts";
import {
  type BucketKind,
  bucketLengths,
  type CutBucket,
  type LocalBucket,
  localBuckets,
} from "../../acoustics/aggregates/buckets.ts";
import { equivalentLevel, type LevelName } from "../../acoustics/levels/level-names.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import type { LimitSchedule } from "../../acoustics/limits/limit-rules.ts";
import { formatInstant, type Interval } from "../../acoustics/time/instant.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import { exclusionsOfField } from "../exclusions/open-exclusions.ts";
import type { OperationContext } from "../operation-context.ts";
import type { ReadableSensor, SensorReference } from "../projects/sensor-settings.ts";
import { addUpBuckets } from "./add-up.ts";
import { bucketsOf, listAtMost, requireFewLimitDays } from "./buckets-of-range.ts";
import { isWanted, type OpenedSource, openRange, type WantedFields } from "./open-source.ts";
import { createBucketPresenter, type PresentedAggregate } from "./present-aggregate.ts";

export interface AggregateRequest extends Interval {
  readonly bucket: BucketKind;
  readonly weighting: Weighting;
  readonly minCoverage: number;
  readonly maxBuckets: number;
  /** Only samples that are not excluded count. */
  readonly validOnly: boolean;
}

export interface SeriesRequest extends Omit<AggregateRequest, "bucket" | "maxBuckets"> {
  readonly maxPoints: number;
}

/**
 * The aggregates of a sensor over the buckets of a range. Scope `v0:data:read`. Throws as `openRange` does, and
 * `invalid_request` of `maxBuckets` if the range has more buckets, and of `endAt` for `limit` over more than 366
 * days.
 */
export async function listAggregates(
  context: OperationContext,
  reference: SensorReference,
  request: AggregateRequest,
  wanted: WantedFields,
) {
  const range = await openRange(context, reference, request);
  const { sensor, counted } = range;
  if (counted === null) return presentPage(context, range, request, []);
  const buckets = cut(sensor.reading.schedule, request, counted);
  const aggregates = await aggregate(context, sensor, counted, buckets, request, wanted);
  return presentPage(context, range, request, aggregates);
}

/** The same over the shortest local buckets, at least the interval long, at most `maxPoints`; else years. */
export async function getSeries(
  context: OperationContext,
  reference: SensorReference,
  request: SeriesRequest,
  wanted: WantedFields,
) {
  const range = await openRange(context, reference, request);
  const { sensor, counted } = range;
  if (counted === null) return presentPage(context, range, { ...request, bucket: "year" }, []);
  const { bucket, buckets } = chooseBuckets(sensor.reading.schedule, counted, request);
  const aggregates = await aggregate(context, sensor, counted, buckets, request, wanted);
  return presentPage(context, range, { ...request, bucket }, aggregates);
}

function chooseBuckets(
  schedule: LimitSchedule,
  { seconds, interval }: OpenedSource,
  { weighting, maxPoints }: SeriesRequest,
): { readonly bucket: LocalBucket; readonly buckets: readonly CutBucket[] } {
  for (const bucket of localBuckets) {
    if (bucketLengths[bucket] < interval.seconds) continue;
    const buckets = listAtMost(
      bucketsOf(schedule, bucket, weighting, seconds),
      bucket === "year" ? Infinity : maxPoints,
    );
    if (buckets !== null) return { bucket, buckets };
  }
  throw new Error("a range has years");
}

function presentPage(
  { request }: OperationContext,
  { meta, interval }: Awaited<ReturnType<typeof openRange>>,
  { bucket, weighting }: Pick<AggregateRequest, "bucket" | "weighting">,
  buckets: readonly PresentedAggregate[],
) {
  return {
    meta,
    bucket,
    fweighting: weighting,
    interval,
    limitRecalculatedAt: formatInstant(request.now),
    buckets,
  };
}

function cut(
  schedule: LimitSchedule,
  { bucket, weighting, maxBuckets }: AggregateRequest,
  { seconds }: OpenedSource,
): CutBucket[] {
  requireFewLimitDays(bucket, seconds);
  const buckets = listAtMost(bucketsOf(schedule, bucket, weighting, seconds), maxBuckets);
  if (buckets === null) throw RequestError.invalidRequest([tooManyBuckets(maxBuckets)]);
  return buckets;
}

async function aggregate(
  context: OperationContext,
  sensor: ReadableSensor,
  { source, interval }: OpenedSource,
  buckets: readonly CutBucket[],
  request: Pick<AggregateRequest, "weighting" | "minCoverage" | "validOnly">,
  wanted: WantedFields,
) {
  context.budget.charge(buckets.length);
  const { weighting, minCoverage } = request;
  const { schedule } = sensor.reading;
  // Formatting the local time costs more time than the rest of a bucket.
  const present = createBucketPresenter(wanted.has("localStartAt") ? schedule.timeZone : null);
  const openExclusions = exclusionsOfField(context, sensor, request);
  const addition = { weighting, schedule, openExclusions, ...neededFor(wanted, weighting) };
  return addUpBuckets(source, buckets, addition, (bucket, sum) => {
    const summary = summarize(sum, bucket.end - bucket.start, interval, minCoverage);
    return present(bucket, summary);
  });
}

/** The levels to read and the parts to compute for the selected fields. */
export function neededFor(
  wanted: WantedFields,
  weighting: Weighting,
): { readonly levels: readonly LevelName[]; readonly parts: AggregateParts } {
  const parts = {
    percentiles: isWanted(wanted, fieldsOfPercentiles),
    limits: isWanted(wanted, fieldsOfLimits),
  };
  const isCounted = isWanted(wanted, fieldsOfLevel) || parts.percentiles || parts.limits;
  const others = (["LAFmax", "LAFmin", "LCpeak"] as const).filter((name) => wanted.has(name));
  return { levels: isCounted ? [equivalentLevel[weighting], ...others] : others, parts };
}

const fieldsOfLevel =
  "samples coveredSeconds excludedSeconds coverage Leq LeqMax LeqMin over".split(" ");
const fieldsOfPercentiles = ["Leq10", "Leq50", "Leq90"];
const fieldsOfLimits =
  "limitedSeconds events overSeconds overFraction maxOver lowestLimit highestLimit".split(" ");

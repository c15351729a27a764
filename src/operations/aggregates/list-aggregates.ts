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
import { formatInstant } from "../../acoustics/time/instant.ts";
import type { Interval } from "../../acoustics/time/interval.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import { exclusionsOfField, type OpenExclusions } from "../exclusions/open-exclusions.ts";
import type { OperationContext } from "../operation-context.ts";
import type { SensorReference } from "../projects/sensor-settings.ts";
import { addUpBuckets } from "./add-up.ts";
import { bucketsOf, listInSteps, requireFewLimitDays } from "./buckets-of-range.ts";
import { isWanted, type WantedFields } from "./wanted-fields.ts";
import { openRange } from "./open-range.ts";
import { createBucketPresenter, type PresentedAggregate } from "./present-aggregate.ts";
import type { OpenedSource } from "./open-source.ts";

export interface AggregateRequest extends Interval {
  readonly bucket: BucketKind;
  readonly weighting: Weighting;
  readonly minCoverage: number;
  readonly maxBuckets: number;
  /** Only samples count that are not excluded. */
  readonly validOnly: boolean;
}

export interface SeriesRequest extends Interval {
  readonly weighting: Weighting;
  readonly minCoverage: number;
  readonly maxPoints: number;
  readonly validOnly: boolean;
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
  const { counted } = range;
  const { schedule } = range.sensor.reading;
  if (counted === null) return presentPage(context, range, request, []);
  const buckets = await cut(schedule, request, counted);
  const openExclusions = exclusionsOfField(context, range.sensor, request);
  const settings = { ...request, schedule, openExclusions };
  const aggregates = await aggregate(context, counted, buckets, settings, wanted);
  return presentPage(context, range, request, aggregates);
}

/**
 * The same over the shortest buckets of local time that are not shorter than the interval of the samples, and at most
 * `maxPoints`; years, if none are.
 */
export async function getSeries(
  context: OperationContext,
  reference: SensorReference,
  request: SeriesRequest,
  wanted: WantedFields,
) {
  const range = await openRange(context, reference, request);
  const { schedule } = range.sensor.reading;
  const { counted } = range;
  if (counted === null) return presentPage(context, range, { ...request, bucket: "year" }, []);
  const { bucket, buckets } = await counted.source.run(chooseBuckets(schedule, counted, request));
  const openExclusions = exclusionsOfField(context, range.sensor, request);
  const settings = { ...request, schedule, openExclusions };
  const aggregates = await aggregate(context, counted, buckets, settings, wanted);
  return presentPage(context, range, { ...request, bucket }, aggregates);
}

function* chooseBuckets(
  schedule: LimitSchedule,
  { seconds, interval }: OpenedSource,
  { weighting, maxPoints }: SeriesRequest,
): Generator<void, { readonly bucket: LocalBucket; readonly buckets: readonly CutBucket[] }> {
  for (const bucket of localBuckets) {
    if (bucketLengths[bucket] < interval.seconds) continue;
    const buckets = yield* listInSteps(
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

async function cut(
  schedule: LimitSchedule,
  { bucket, weighting, maxBuckets }: AggregateRequest,
  { seconds, source }: OpenedSource,
): Promise<CutBucket[]> {
  requireFewLimitDays(bucket, seconds);
  const buckets = await source.run(
    listInSteps(bucketsOf(schedule, bucket, weighting, seconds), maxBuckets),
  );
  if (buckets === null) throw RequestError.invalidRequest([tooManyBuckets(maxBuckets)]);
  return buckets;
}

/** The settings that aggregates depend on. */
export interface AggregateSettings {
  readonly schedule: LimitSchedule;
  readonly weighting: Weighting;
  readonly minCoverage: number;
  readonly openExclusions: OpenExclusions;
}

async function aggregate(
  { budget }: OperationContext,
  { source, interval }: OpenedSource,
  buckets: readonly CutBucket[],
  settings: AggregateSettings,
  wanted: WantedFields,
) {
  budget.charge(buckets.length);
  // Formatting it takes longer than the rest of a bucket.
  const present = createBucketPresenter(
    wanted.has("localStartAt") ? settings.schedule.timeZone : null,
  );
  const addition = { ...settings, ...neededFor(wanted, settings.weighting) };
  return addUpBuckets(source, buckets, addition, (bucket, sum) => {
    const summary = summarize(sum, bucket.end - bucket.start, interval, settings.minCoverage);
    return present(bucket, summary);
  });
}

/** The levels to read and the parts to work out for the fields that are wanted. */
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

const fieldsOfLevel = [
  "samples",
  "coveredSeconds",
  "excludedSeconds",
  "coverage",
  "Leq",
  "LeqMax",
  "LeqMin",
  "over",
];
const fieldsOfPercentiles = ["Leq10", "Leq50", "Leq90"];
const fieldsOfLimits = [
  "limitedSeconds",
  "events",
  "overSeconds",
  "overFraction",
  "maxOver",
  "lowestLimit",
  "highestLimit",
];

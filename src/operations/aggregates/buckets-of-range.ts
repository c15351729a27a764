import { longestLimitDays, tooManyLimitDays } from "../../acoustics/aggregates/arguments.ts";
import {
  type BucketKind,
  type CutBucket,
  cutIntoBuckets,
  type LocalBucket,
} from "../../acoustics/aggregates/buckets.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import type { LimitSchedule } from "../../acoustics/limits/limit-rules.ts";
import { evaluateLimitTimeline } from "../../acoustics/limits/limit-timeline.ts";
import { lengthOf, type SecondRange } from "../../acoustics/time/contract-period.ts";
import { instantOfSecond } from "../../acoustics/time/instant.ts";
import { secondsOfDay } from "../../acoustics/time/local-day.ts";
import { RequestError } from "../../http/requests/request-error.ts";

/** Throws `invalid_request` of `endAt` if the buckets of limits would have too many days. */
export function requireFewLimitDays(bucket: BucketKind, seconds: SecondRange): void {
  if (bucket !== "limit" || lengthOf(seconds) <= longestLimitDays * secondsOfDay) return;
  throw RequestError.invalidRequest([tooManyLimitDays]);
}

/** The buckets as a list; null if there are more than `atMost`. */
export function listAtMost<Bucket>(buckets: Iterable<Bucket>, atMost: number): Bucket[] | null {
  const list: Bucket[] = [];
  for (const bucket of buckets) {
    if (list.length === atMost) return null;
    list.push(bucket);
  }
  return list;
}

/** The buckets of a range, one after the other. */
export function bucketsOf(
  schedule: LimitSchedule,
  bucket: BucketKind,
  weighting: Weighting,
  seconds: SecondRange,
): Iterable<CutBucket> {
  if (bucket === "limit") return segmentsInSeconds(schedule, weighting, seconds);
  if (bucket === "range") {
    const { first, last } = seconds;
    return [{ start: first, end: last + 1, isPartial: false, limit: null, limitSource: null }];
  }
  return localBucketsOf(schedule, bucket, seconds);
}

function* localBucketsOf(
  { timeZone }: LimitSchedule,
  bucket: LocalBucket,
  seconds: SecondRange,
): Generator<CutBucket, void> {
  for (const { start, end, isPartial } of cutIntoBuckets(timeZone, bucket, seconds)) {
    yield { start, end, isPartial, limit: null, limitSource: null };
  }
}

/** The segments of the limit timeline, cut to whole seconds, and as long as possible. */
function* segmentsInSeconds(
  schedule: LimitSchedule,
  weighting: Weighting,
  seconds: SecondRange,
): Generator<CutBucket, void> {
  const range = {
    startAt: instantOfSecond(seconds.first),
    endAt: instantOfSecond(seconds.last),
  };
  const open: CutBucket[] = [];
  for (const segment of evaluateLimitTimeline(schedule, weighting, range)) {
    const { limit, limitSource } = segment;
    const start = Math.ceil(segment.startAt / 1000);
    const end = Math.ceil(segment.endAt / 1000);
    if (start === end) continue;
    const before = open.pop();
    // Segments with the same limit are neighbours if the segment between them has no whole second.
    const continues = before?.limit === limit && before.limitSource === limitSource;
    if (before !== undefined && !continues) yield before;
    const first = continues ? before.start : start;
    open.push({ start: first, end, isPartial: false, limit, limitSource });
  }
  yield* open;
}

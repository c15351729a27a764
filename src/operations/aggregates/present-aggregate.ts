import type { Aggregate } from "../../acoustics/aggregates/aggregate.ts";
import type { CutBucket } from "../../acoustics/aggregates/buckets.ts";
import { decibelsOf, subtractLevels } from "../../acoustics/levels/decibel.ts";
import { formatInstant, instantOfSecond } from "../../acoustics/time/instant.ts";
import { formatLocalDateTime } from "../../acoustics/time/local-day.ts";
import type { TimeZone } from "../../acoustics/time/time-zone.ts";

/** Presents the aggregates of buckets in the form of the answer. Without a zone, local times are not selected. */
export function createBucketPresenter(timeZone: TimeZone | null) {
  // Most buckets begin at the end of the one before: both use one text.
  let end = NaN;
  let endAt = "";
  return (bucket: CutBucket, summary: Aggregate) => {
    const startAt = bucket.start === end ? endAt : formatInstant(instantOfSecond(bucket.start));
    ({ end } = bucket);
    endAt = formatInstant(instantOfSecond(end));
    const { limit, limitSource } = bucket;
    const { Leq } = summary;
    // The summary itself becomes the presented bucket: a copy for each of thousands of buckets would double the cost.
    return Object.assign(presentSummary(summary), {
      startAt,
      endAt,
      localStartAt: timeZone === null ? "" : formatLocalDateTime(timeZone, bucket.start),
      partial: bucket.isPartial,
      limit: decibelsOf(limit),
      limitSource,
      over: Leq === null || limit === null ? null : decibelsOf(subtractLevels(Leq, limit)),
    });
  };
}

/** An aggregate of a bucket in the form of the answer. */
export type PresentedAggregate = ReturnType<ReturnType<typeof createBucketPresenter>>;

/** A summary with its levels in dB. */
export function presentSummary(summary: Aggregate) {
  return {
    seconds: summary.seconds,
    samples: summary.samples,
    expectedSamples: summary.expectedSamples,
    coveredSeconds: summary.coveredSeconds,
    excludedSeconds: summary.excludedSeconds,
    coverage: summary.coverage,
    Leq: decibelsOf(summary.Leq),
    Leq10: decibelsOf(summary.Leq10),
    Leq50: decibelsOf(summary.Leq50),
    Leq90: decibelsOf(summary.Leq90),
    LeqMax: decibelsOf(summary.LeqMax),
    LeqMin: decibelsOf(summary.LeqMin),
    LAFmax: decibelsOf(summary.LAFmax),
    LAFmin: decibelsOf(summary.LAFmin),
    LCpeak: decibelsOf(summary.LCpeak),
    limitedSeconds: summary.limitedSeconds,
    events: summary.events,
    overSeconds: summary.overSeconds,
    overFraction: summary.overFraction,
    maxOver: decibelsOf(summary.maxOver),
    lowestLimit: decibelsOf(summary.lowestLimit),
    highestLimit: decibelsOf(summary.highestLimit),
  };
}

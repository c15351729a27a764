import type { Aggregate } from "#acoustics/aggregates/aggregate.ts";
import type { CutBucket } from "#acoustics/aggregates/buckets.ts";
import { decibelsOf, subtractLevels } from "#acoustics/levels/decibel.ts";
import { formatInstant, instantOfSecond } from "#acoustics/time/instant.ts";
import { formatLocalDateTime } from "#acoustics/time/local-day.ts";
import type { TimeZone } from "#acoustics/time/time-zone.ts";

/** The aggregate of a bucket, as clients see it. Without a zone, nobody asks for its local time. */
export function presentAggregate(
  { start, end, isPartial, limit, limitSource }: CutBucket,
  summary: Aggregate,
  timeZone: TimeZone | null,
) {
  const { Leq } = summary;
  // One object for each of thousands of buckets: a copy of the summary would cost as much again.
  return Object.assign(presentSummary(summary), {
    startAt: formatInstant(instantOfSecond(start)),
    endAt: formatInstant(instantOfSecond(end)),
    localStartAt: timeZone === null ? "" : formatLocalDateTime(timeZone, start),
    partial: isPartial,
    limit: decibelsOf(limit),
    limitSource,
    over: Leq === null || limit === null ? null : decibelsOf(subtractLevels(Leq, limit)),
  });
}

/** A summary with its levels in dB. */
export function presentSummary(summary: Aggregate) {
  return {
    seconds: summary.seconds,
    samples: summary.samples,
    expectedSamples: summary.expectedSamples,
    coveredSeconds: summary.coveredSeconds,
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

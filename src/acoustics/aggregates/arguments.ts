import type { ParameterIssue } from "../errors.ts";
import { findPageIssues } from "../paging.ts";
import type { Interval } from "../time/instant.ts";

/** The arguments of the fields of aggregates. A field may lack some of them. */
export interface AggregateArguments extends Interval {
  readonly minCoverage?: number;
  readonly maxBuckets?: number;
  readonly maxPoints?: number;
  /** In dB. */
  readonly binWidth?: number;
  readonly percents?: readonly number[];
}

/** The smallest and the greatest number of buckets in a list. */
export const bucketCounts = { lowest: 1, highest: 10_000 } as const;

/** The smallest and the greatest number of points in a series. */
export const pointCounts = { lowest: 10, highest: 5000 } as const;

/** The widths of the bins of a distribution, in dB. */
const binWidths: readonly number[] = [0.5, 1, 2, 5];

/** The smallest and the greatest number of percentages in a distribution. */
const percentCounts = { lowest: 1, highest: 20 } as const;

/** The greatest number of samples in the range of one field: two years of minutes, ten of five minutes. */
export const samplesPerField = 1_100_000;

/** The samples that cost as much as a record of a page: summing one takes a twentieth of presenting one. */
export const samplesPerRecord = 20;

/** The greatest number of days of `bucket: limit`. */
export const longestLimitDays = 366;

/** Checks arguments. Returns every issue under the name of its argument. */
export function findAggregateIssues({
  startAt,
  endAt,
  minCoverage = 0,
  maxBuckets = bucketCounts.lowest,
  maxPoints = pointCounts.lowest,
  binWidth = 1,
  percents = [1],
}: AggregateArguments): ParameterIssue[] {
  const issues = findPageIssues({ startAt, endAt });
  const require = (parameter: string, isValid: boolean, detail: string) => {
    if (!isValid) issues.push({ parameter, detail });
  };
  require("minCoverage", minCoverage >= 0 && minCoverage <= 1, "must be from 0 to 1");
  require("maxBuckets", isBetween(bucketCounts, maxBuckets), rangeRule(bucketCounts));
  require("maxPoints", isBetween(pointCounts, maxPoints), rangeRule(pointCounts));
  require("binWidth", binWidths.includes(binWidth), `must be one of ${binWidths.join(", ")}`);
  const arePercents =
    isBetween(percentCounts, percents.length) &&
    percents.every((percent) => percent > 0 && percent < 100);
  require("percents", arePercents, `must be ${percentCounts.lowest} to ${percentCounts.highest} numbers above 0 and below 100`);
  return issues;
}

export const tooManySamples: ParameterIssue = {
  parameter: "endAt",
  detail: `is too late: one field may read at most ${samplesPerField.toLocaleString("en")} samples; request a shorter range`,
};

export const tooManyLimitDays: ParameterIssue = {
  parameter: "endAt",
  detail: `is too late: with bucket limit, the part inside the contract may have at most ${longestLimitDays} days`,
};

/** The issue of a range that has more buckets than requested. */
export function tooManyBuckets(maxBuckets: number): ParameterIssue {
  return {
    parameter: "maxBuckets",
    detail: `is ${maxBuckets}, and the range has more buckets: request longer buckets, a shorter range, or up to ${bucketCounts.highest} buckets`,
  };
}

interface Bounds {
  readonly lowest: number;
  readonly highest: number;
}

function isBetween({ lowest, highest }: Bounds, value: number): boolean {
  return lowest <= value && value <= highest;
}

function rangeRule({ lowest, highest }: Bounds): string {
  return `must be a whole number from ${lowest} to ${highest}`;
}

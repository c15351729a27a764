import type { LimitSource } from "../../../acoustics/limits/limit-rules.ts";
import type { SampleRow } from "../data/read-samples.ts";
import type { LevelBucketFragment } from "../graphql/generated/level-series.ts";
import { isInside } from "../data/drawn-stretches.ts";
import { extremes } from "./extremes.ts";
import { secondOf } from "../time/local-time.ts";

/** The data of a plot of levels: an entry a sample, or a bucket of many. Oldest first. */
export interface LevelData {
  readonly kind: "samples" | "buckets";
  /** Seconds from one entry to the next where none is missing. */
  readonly interval: number;
  readonly points: readonly LevelPoint[];
}

export interface LevelPoint {
  /** Id of the sample; null for a bucket. */
  readonly id: string | null;
  /** Start, Unix seconds. */
  readonly second: number;
  readonly Leq: number | null;
  /** A sample's L90 and L10, where reported; a bucket's lowest and highest sample. */
  readonly low: number | null;
  readonly high: number | null;
  /** L50 of a sample. */
  readonly middle: number | null;
  readonly LAFmax: number | null;
  /** The limit; of a bucket only if it is one and the same. */
  readonly limit: number | null;
  readonly limitSource: LimitSource | null;
  /** As served; of a bucket the highest of its samples. */
  readonly over: number | null;
  /** Samples with a level, and those above their limit. */
  readonly samples: number;
  readonly events: number;
  readonly label: string | null;
  readonly confidence: number | null;
}

/** L10 to L90 and LAFmax are A-weighted: they stand beside no level of another weighting. */
export function dataOfSamples(
  rows: readonly SampleRow[],
  interval: number,
  weighting: "A" | "C" | "Z",
): LevelData {
  const isA = weighting === "A";
  const points = rows.map(({ LA10, LA50, LA90, LAFmax, ...row }) => ({
    ...row,
    low: isA ? LA90 : null,
    high: isA ? LA10 : null,
    middle: isA ? LA50 : null,
    LAFmax: isA ? LAFmax : null,
    samples: row.Leq === null ? 0 : 1,
    events: row.over !== null && row.over > 0 ? 1 : 0,
  }));
  return { kind: "samples", interval, points };
}

/** Samples in some stretches do not count: they are drawn, and are above no limit. */
export function withoutEventsIn(
  data: LevelData,
  stretches: Parameters<typeof isInside>[1],
): LevelData {
  if (stretches.length === 0) return data;
  const points = data.points.map((point) =>
    isInside(point.second, stretches) ? { ...point, events: 0 } : point,
  );
  return { ...data, points };
}

/** Buckets without samples are gaps. */
export function dataOfBuckets(
  buckets: readonly LevelBucketFragment[],
  interval: number,
  weighting: "A" | "C" | "Z",
): LevelData {
  const points = buckets.map((bucket) => ({
    ...bare,
    second: secondOf(bucket.startAt),
    Leq: bucket.Leq,
    low: bucket.LeqMin,
    high: bucket.LeqMax,
    LAFmax: weighting === "A" ? bucket.LAFmax : null,
    limit: bucket.lowestLimit === bucket.highestLimit ? bucket.lowestLimit : null,
    over: bucket.maxOver,
    samples: bucket.samples,
    events: bucket.events,
  }));
  return { kind: "buckets", interval, points };
}

/** Hours without anything but their levels, as a line that is compared. */
export function hourLine(
  hours: readonly (readonly [start: number, Leq: number | null])[],
): LevelData {
  const points = hours.map(([second, Leq]) => ({ ...bare, second, Leq }));
  return { kind: "samples", interval: 3600, points };
}

const bare = {
  id: null,
  low: null,
  high: null,
  middle: null,
  LAFmax: null,
  limit: null,
  limitSource: null,
  over: null,
  samples: 1,
  events: 0,
  label: null,
  confidence: null,
};

/** The length that buckets have most: months and clock changes make some longer. */
export function usualDistance(seconds: readonly number[]): number {
  const distances = seconds.slice(1).map((second, index) => second - (seconds[index] ?? second));
  const sorted = distances.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 3600;
}

/** Index of the entry that is nearest to a second, or -1 if there is none. */
export function nearestPoint(points: readonly LevelPoint[], second: number | null): number {
  if (second === null) return -1;
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((points[middle]?.second ?? Infinity) < second) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [points[low - 1], points[low]];
  if (before === undefined) return after === undefined ? -1 : low;
  if (after === undefined) return low - 1;
  return second - before.second <= after.second - second ? low - 1 : low;
}

/** Whole tens that hold all levels with decibels to spare above, and one below, 30 dB apart at least. */
export function levelScale(
  levels: Iterable<number | null>,
  headroom = 1,
): { low: number; high: number } {
  const [lowest, highest] = extremes(levels);
  if (lowest > highest) return { low: 30, high: 90 };
  let low = Math.floor((lowest - 1) / 10) * 10;
  let high = Math.ceil((highest + headroom) / 10) * 10;
  for (let isAbove = true; high - low < 30; isAbove = !isAbove) {
    if (isAbove) high += 10;
    else low -= 10;
  }
  return { low, high };
}

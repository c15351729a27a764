import { extremes } from "./extremes.ts";
import { frameOf } from "./level-shapes.ts";

/** A part of the last day, its samples added up by the server. Seconds are Unix seconds, levels in dB. */
export interface SparklineBucket {
  readonly start: number;
  /** Excluded. */
  readonly end: number;
  readonly samples: number;
  readonly level: number | null;
  /** The highest level of a sample. */
  readonly highest: number | null;
  readonly limit: number | null;
  /** Samples above their limit. */
  readonly events: number;
}

/** The shapes of a small plot of levels, in its own coordinates: `width` by `height`, y downwards. */
export interface SparklineShape {
  /** Path of the level; it breaks where a bucket has none. */
  readonly level: string;
  /** Path of the limit in steps; it breaks where none is known. */
  readonly limit: string;
  /** The highest sample of each bucket with an exceedance. */
  readonly exceedances: readonly { readonly x: number; readonly y: number }[];
  readonly lowest: number | null;
  readonly highest: number | null;
}

export const width = 160;
export const height = 40;
/** Room for markers at the edges. */
const margin = 4;
/** Quiet hours do not look like storms: the scale holds this many dB at least. */
const leastSpan = 20;

export function sparklineShape(buckets: readonly SparklineBucket[]): SparklineShape {
  const [lowest] = extremes(buckets.map(({ level }) => level));
  const [, highest] = extremes(buckets.map((bucket) => bucket.highest));
  const [start, end] = [buckets[0]?.start ?? 0, buckets.at(-1)?.end ?? 1];
  const edges = { left: margin, right: width - margin, top: margin, bottom: height - margin };
  const scale = scaleOf(buckets.flatMap(({ level, highest: most, limit }) => [level, most, limit]));
  const { x, y } = frameOf(edges, { first: start, last: end - 1 }, scale, 10);
  const middle = (bucket: SparklineBucket) => x((bucket.start + bucket.end) / 2);
  let level = "";
  let limit = "";
  buckets.forEach((bucket, index) => {
    const before = buckets[index - 1];
    if (bucket.level !== null) {
      const isSinglePoint = before?.level == null && buckets[index + 1]?.level == null;
      level += `${before?.level == null ? "M" : "L"}${middle(bucket)} ${y(bucket.level)}`;
      // A path of one point would not be seen.
      if (isSinglePoint) level += "h0.1";
    }
    if (bucket.limit !== null) {
      if (before?.limit == null) limit += `M${x(bucket.start)} ${y(bucket.limit)}`;
      else if (before.limit !== bucket.limit) limit += `V${y(bucket.limit)}`;
      limit += `H${x(bucket.end)}`;
    }
  });
  return {
    level,
    limit,
    exceedances: buckets.flatMap((bucket) =>
      bucket.events > 0 && bucket.highest !== null
        ? [{ x: middle(bucket), y: y(bucket.highest) }]
        : [],
    ),
    lowest: Number.isFinite(lowest) ? lowest : null,
    highest: Number.isFinite(highest) ? highest : null,
  };
}

function scaleOf(levels: readonly (number | null)[]): { low: number; high: number } {
  const [low, high] = extremes(levels);
  const span = Math.max(leastSpan, high - low);
  return { low: (low + high - span) / 2, high: (low + high + span) / 2 };
}

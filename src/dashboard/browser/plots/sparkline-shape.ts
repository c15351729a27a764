import { extremes } from "./extremes.ts";
import { dots, frameOf, line, steps, type Stretch } from "./level-shapes.ts";

/** A part of the last day, its samples added up by the server. Seconds are Unix seconds, levels in dB. */
export interface SparklineBucket extends Stretch {
  readonly samples: number;
  readonly level: number | null;
  /** The highest level of a sample. */
  readonly highest: number | null;
  readonly limit: number | null;
  /** Samples above their limit. */
  readonly events: number;
}

export const width = 160;
export const height = 40;
/** Room for markers at the edges. */
const margin = 4;
/** Quiet hours do not look like storms: the scale holds this many dB at least. */
const leastSpan = 20;

/** The shapes of a small plot of levels, in its own coordinates: `width` by `height`, y downwards. */
export function sparklineShape(buckets: readonly SparklineBucket[]) {
  const [lowest] = extremes(buckets.map(({ level }) => level));
  const [, highest] = extremes(buckets.map((bucket) => bucket.highest));
  const [first, end] = [buckets[0]?.first ?? 0, buckets.at(-1)?.end ?? 1];
  const edges = { left: margin, right: width - margin, top: margin, bottom: height - margin };
  const scale = scaleOf(buckets.flatMap(({ level, highest: most, limit }) => [level, most, limit]));
  const frame = frameOf(edges, { first, last: end - 1 }, scale, 10);
  const middle = (bucket: SparklineBucket) => (bucket.first + bucket.end) / 2;
  const places = buckets.map((bucket) => ({ second: middle(bucket), level: bucket.level }));
  const isKnown = (index: number) => buckets[index]?.level != null;
  // A line of one point would not be seen.
  const alone = places.filter((_, index) => !isKnown(index - 1) && !isKnown(index + 1));
  return {
    /** Paths of the level and of the limit; they break where a bucket has none. */
    level: line(frame, places, "level", true) + dots(frame, 0, alone, "level"),
    limit: steps(
      frame,
      buckets.map(({ limit, ...bucket }) => ({ ...bucket, level: limit })),
    ),
    /** The highest sample of each bucket with an exceedance. */
    exceedances: buckets.flatMap((bucket) =>
      bucket.events > 0 && bucket.highest !== null
        ? [{ x: frame.x(middle(bucket)), y: frame.y(bucket.highest) }]
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

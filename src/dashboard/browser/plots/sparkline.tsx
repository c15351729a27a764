import { useMemo } from "preact/hooks";
import { levelText } from "../components/level-text.ts";
import { sampleCounts } from "./plot-summary.ts";
import { height, type SparklineBucket, sparklineShape, width } from "./sparkline-shape.ts";

/** The last day of a sensor, small: its level, its limit in steps, and a mark at each exceedance. */
export function Sparkline({ buckets }: { readonly buckets: readonly SparklineBucket[] }) {
  const shape = useMemo(() => sparklineShape(buckets), [buckets]);
  const { points, over } = sampleCounts(buckets);
  const { lowest, highest } = shape;
  const levels =
    lowest === null || highest === null
      ? "no levels"
      : `${levelText(lowest)} to ${levelText(highest)}, ${over} of ${points} above the limit`;
  return (
    <svg
      class="svg-plot"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`Last 24 h of data: ${levels}`}
      data-points={points}
      data-over={over}
      data-ready="true"
    >
      <g fill="none" stroke-width="1.5" stroke-linejoin="round">
        <path stroke="var(--limit)" d={shape.limit} />
        <path stroke="var(--level)" stroke-linecap="round" d={shape.level} />
      </g>
      {shape.exceedances.map(({ x, y }) => (
        <circle key={x} fill="var(--alarm)" cx={x} cy={y} r="2.2" />
      ))}
    </svg>
  );
}

import "./statistics.css";
import type { PlotCounts } from "../../../components/plot-block.tsx";
import {
  levelDistributionDocument,
  type LevelDistributionQuery,
} from "../../../graphql/generated/level-distribution.ts";
import { useQuery } from "../../../graphql/use-query.ts";
import { useProject } from "../../../state/project-scope.tsx";
import { AverageDayBlock } from "./average-day-block.tsx";
import { DistributionBlock } from "./distribution-block.tsx";
import { ExceedanceHoursBlock } from "./exceedance-hours-block.tsx";
import { HeatMapBlock } from "./heat-map-block.tsx";
import { useHours } from "./hour-query.ts";
import { statisticsRange } from "./shown-range.ts";

/** The level of each weighting that is spread. */
const levelOfWeighting = { A: "LAeq", C: "LCeq", Z: "LZeq" } as const;

/** The shown range of a sensor by hour, and by level. */
export function StatisticsTab() {
  const shown = statisticsRange(useProject());
  const query = useHours(shown);
  const distribution = useQuery(
    levelDistributionDocument,
    shown && { ...shown.variables, level: levelOfWeighting[shown.variables.weighting] },
    "v0:data:read",
  );
  if (shown === null) {
    return <p class="muted">The contract has none of these days: choose others.</p>;
  }
  const counts = countsOf(distribution.data);
  return (
    <div class="stack">
      {query.isTooLong ? (
        <p role="note" class="card">
          Choose 416 days or fewer to see the heat map, the average day and exceedances by hour: the
          server gives 10,000 hours at once.
        </p>
      ) : (
        <>
          <HeatMapBlock query={query} />
          <AverageDayBlock query={query} counts={counts} />
        </>
      )}
      <DistributionBlock query={distribution} counts={counts} />
      {!query.isTooLong && <ExceedanceHoursBlock query={query} counts={counts} />}
    </div>
  );
}

/** The counts of the range that all its plots state. */
function countsOf(data: LevelDistributionQuery | null): PlotCounts | null {
  const { distribution, aggregates, availability } = data?.sensor ?? {};
  if (distribution == null || aggregates == null || availability == null) return null;
  return {
    points: distribution.samples,
    over: aggregates.buckets.reduce((sum, { events }) => sum + events, 0),
    gaps: availability.gapCount,
  };
}

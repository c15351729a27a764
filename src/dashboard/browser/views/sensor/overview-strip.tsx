import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TableContent } from "../../components/data-table.tsx";
import { levelColumns, numbers, texts } from "../../components/plain-table.tsx";
import { exactLevel } from "../../components/level-text.ts";
import { PlotBlock } from "../../components/plot-block.tsx";
import { sensorVariables } from "../../data/sensor-variables.ts";
import { levelSeriesDocument } from "../../graphql/generated/level-series.ts";
import { useQuery } from "../../graphql/use-query.ts";
import type { LevelBucket } from "../../plots/level-data.ts";
import { plotSummary, sampleCounts } from "../../plots/plot-summary.ts";
import { useElementWidth } from "../../plots/use-element-width.ts";
import { useThemeRound } from "../../plots/use-theme-round.ts";
import { weighting } from "../../state/address.ts";
import { asOf } from "../../state/as-of.ts";
import { useSensor } from "../../state/project-scope.tsx";
import { dateText, localDate, localMinute, secondOf } from "../../time/local-time.ts";
import { spokenDates } from "../../time/range-text.ts";
import { drawStrip } from "./draw-strip.ts";
import { StripBrush } from "./strip-brush.tsx";
import type { Zoom } from "./use-zoom.ts";

/** The whole contract, small, with the shown range as a brush that can be moved. */
export function OverviewStrip({ zoom }: { readonly zoom: Zoom }) {
  const { project, sensor, zone, shownZone, contract, range } = useSensor();
  const query = useQuery(
    levelSeriesDocument,
    contract === null
      ? null
      : { ...sensorVariables(project.id, sensor.id, contract), maxPoints: 500 },
  );
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = useElementWidth(canvas);
  const theme = useThemeRound();
  const [drawn, setDrawn] = useState<unknown>(null);
  const buckets = useMemo<readonly LevelBucket[]>(
    () => query.data?.sensor?.series?.buckets ?? [],
    [query.data],
  );
  useLayoutEffect(() => {
    if (canvas.current === null || width === 0 || contract === null || query.data === null) return;
    drawStrip(canvas.current, width, buckets, contract, shownZone, asOf.value);
    setDrawn(buckets);
  }, [buckets, width, theme, shownZone, query.data]);
  if (contract === null) return null;
  const [from, to] = [contract.first, contract.last].map((second) =>
    dateText(localDate(second, zone)),
  );
  const summary = plotSummary({
    quantity: `L${weighting.value}eq`,
    time: spokenDates(localDate(contract.first, zone), localDate(contract.last, zone)),
    levels: buckets.flatMap(({ LeqMin, LeqMax }) => [LeqMin, LeqMax]),
    counts: sampleCounts(buckets),
  });
  const table = (): TableContent => ({
    caption: `Whole contract, ${from} to ${to}: each row is the energy mean of several samples`,
    columns: [...texts("Time"), ...levelColumns("Leq", "Lowest", "Highest"), ...numbers("Above")],
    rows: buckets
      .filter(({ samples }) => samples > 0)
      .map(({ startAt, Leq, LeqMin, LeqMax, events }) => [
        localMinute(secondOf(startAt), shownZone),
        exactLevel(Leq),
        exactLevel(LeqMin),
        exactLevel(LeqMax),
        String(events),
      ]),
  });
  return (
    <PlotBlock
      testId="overview-strip"
      title="Whole contract"
      quantity={`${from} to ${to}`}
      counts={null}
      isReady={drawn === buckets && !query.isLoading}
      table={table}
      file={{ name: "contract" }}
    >
      <div class="overview-strip">
        <canvas ref={canvas} role="img" aria-label={`Whole contract, ${summary}`} />
        <StripBrush contract={contract} range={range} zoom={zoom} />
      </div>
    </PlotBlock>
  );
}

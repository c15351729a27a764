import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TableContent } from "../../components/data-table.tsx";
import { levelColumns, numbers, texts } from "../../components/plain-table.tsx";
import { exactLevel } from "../../components/level-text.ts";
import { PlotBlock } from "../../components/plot-block.tsx";
import { sensorVariables } from "../../data/sensor-variables.ts";
import { levelSeriesDocument } from "../../graphql/generated/level-series.ts";
import { useQuery } from "../../graphql/use-query.ts";
import { type LevelBucket, levelScale } from "../../plots/level-data.ts";
import { plotSummary, sampleCounts } from "../../plots/plot-summary.ts";
import { useElementWidth } from "../../plots/use-element-width.ts";
import { useThemeRound } from "../../plots/use-theme-round.ts";
import { weighting } from "../../state/address.ts";
import { shownUntil } from "../../state/shown-until.ts";
import { useSensor } from "../../state/project-scope.tsx";
import {
  dateText,
  localDate,
  localMinute,
  secondOf,
  type TimeZone,
} from "../../time/local-time.ts";
import { spokenDates } from "../../time/range-text.ts";
import { StripBrush } from "./strip-brush.tsx";
import type { Zoom } from "./use-zoom.ts";
import { paletteOf } from "../../plots/palette.ts";
import { timeTicks } from "../../plots/time-axis.ts";

/** The whole contract, small, with the shown range as a brush that can be moved. */
export function OverviewStrip({ zoom }: { readonly zoom: Zoom }) {
  const { project, sensor, zone, contract, range } = useSensor();
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
    drawStrip(canvas.current, width, buckets, contract, zone, shownUntil.value);
    setDrawn(buckets);
  }, [buckets, width, theme, zone, query.data]);
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
        localMinute(secondOf(startAt), zone),
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

const plotHeight = 48;
const axisHeight = 34;

/** Envelope and energy mean of a contract, with a red mark below each bucket with an exceedance. */
function drawStrip(
  canvas: HTMLCanvasElement,
  width: number,
  buckets: readonly LevelBucket[],
  { first, last }: { readonly first: number; readonly last: number },
  zone: TimeZone,
  now: number,
): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = (plotHeight + axisHeight) * ratio;
  context.scale(ratio, ratio);
  const palette = paletteOf(canvas);
  context.fillStyle = palette.nodataSoft;
  context.globalAlpha = 0.5;
  const x = (second: number) => ((second - first) / (last - first + 1)) * width;
  // The future is not missing.
  context.fillRect(0, 0, Math.max(0, Math.min(width, x(now))), plotHeight);
  context.globalAlpha = 1;
  const { low, high } = levelScale(buckets.flatMap(({ LeqMin, LeqMax }) => [LeqMin, LeqMax]));
  const y = (level: number) => plotHeight * (1 - (level - low) / (high - low));
  for (const [index, { startAt, Leq, LeqMin, LeqMax, events }] of buckets.entries()) {
    const from = x(secondOf(startAt));
    const next = buckets[index + 1];
    const to = next === undefined ? width : x(secondOf(next.startAt));
    const size = Math.max(0.5, to - from);
    if (LeqMin !== null && LeqMax !== null) {
      context.fillStyle = palette.band;
      context.fillRect(from, y(LeqMax), size, Math.max(1, y(LeqMin) - y(LeqMax)));
    }
    if (Leq !== null) {
      context.fillStyle = palette.level;
      context.fillRect(from, y(Leq) - 0.75, size, 1.5);
    }
    if (events > 0) {
      context.fillStyle = palette.alarm;
      context.fillRect(from, plotHeight - 4, Math.max(1, size), 4);
    }
  }
  context.font = `11px ${palette.font}`;
  context.textBaseline = "top";
  for (const { second, label } of timeTicks(first, last, zone, width / 72)) {
    const at = x(second);
    context.fillStyle = palette.hairline;
    context.fillRect(at, plotHeight, 1, 4);
    context.fillStyle = palette.muted;
    for (const [line, text] of label.split("\n").entries()) {
      const half = context.measureText(text).width / 2;
      if (at - half < 0 || at + half > width) continue;
      context.fillText(text, at - half, plotHeight + 6 + 13 * line);
    }
  }
}

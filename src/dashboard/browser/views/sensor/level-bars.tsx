import type { Signal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { TableContent } from "../../components/data-table.tsx";
import { levelColumns, numbers, texts } from "../../components/plain-table.tsx";
import { IssueNote } from "../../components/issue-note.tsx";
import { countText, exactLevel, levelText, quantityText } from "../../components/level-text.ts";
import { PlotBlock, type PlotCounts } from "../../components/plot-block.tsx";
import { receivedText } from "../../components/share-text.ts";
import { Skeleton } from "../../components/skeleton.tsx";
import { sensorVariables } from "../../data/sensor-variables.ts";
import { ask } from "../../graphql/ask.ts";
import { levelBarsDocument, type LevelBarsQuery } from "../../graphql/generated/level-bars.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { createBarsCanvas, fullCoverage, type LevelBar } from "../../plots/bars-canvas.ts";
import { longRange } from "../../plots/level-canvas.ts";
import { plotSummary, sampleCounts } from "../../plots/plot-summary.ts";
import { useElementWidth } from "../../plots/use-element-width.ts";
import { useThemeRound } from "../../plots/use-theme-round.ts";
import { weighting } from "../../state/address.ts";
import { useProject, useSensor } from "../../state/project-scope.tsx";
import {
  dateText,
  dateTimeText,
  localDate,
  localMinute,
  secondOf,
  type TimeZone,
} from "../../time/local-time.ts";
import { spokenRange } from "../../time/range-text.ts";
import { dayCount, type LocalRange } from "../../time/range.ts";
import { CursorLine } from "./cursor-line.tsx";
import type { Zoom } from "./use-zoom.ts";

interface Bar extends LevelBar {
  readonly expectedSamples: number;
}

type BarLength = "hour" | "day" | "month";

const names: Readonly<Record<BarLength, string>> = {
  hour: "Hourly levels",
  day: "Daily levels",
  month: "Monthly levels",
};

/** The level of each hour of the range; of a long range, of each day or month. */
export function LevelBars(props: {
  /** The counts of the range. */
  readonly counts: PlotCounts | null;
  readonly cursor: Signal<number | null>;
  readonly zoom: Zoom;
}) {
  const { counts, cursor, zoom } = props;
  const { project, sensor, range, zone } = useSensor();
  const days = dayCount(range, zone);
  const bucket: BarLength = days <= 35 ? "hour" : days <= 800 ? "day" : "month";
  const variables = { ...sensorVariables(project.id, sensor.id, range), bucket };
  const query = useAsked<LoadedBars>(
    async (signal) => {
      const { data, issues } = await ask(levelBarsDocument, variables, signal);
      const buckets = data?.sensor?.aggregates?.buckets;
      return { data: { range, bucket, bars: buckets?.map(barOf) ?? null }, issues };
    },
    JSON.stringify(variables),
    "v0:data:read",
  );
  const [issue] = query.issues;
  if (query.data?.bars === null && issue !== undefined) return <IssueNote issue={issue} />;
  if (query.data === null) return <Skeleton height={280} />;
  if (query.data.bars?.every(({ samples }) => samples === 0) === true) return null;
  return (
    <BarsBlock
      loaded={query.data}
      counts={counts}
      isStale={query.isLoading}
      cursor={cursor}
      zoom={zoom}
    />
  );
}

/** Days of weeks have a sample above the limit more often than not: their bars show how many. */
function isLong({ first, last }: LocalRange): boolean {
  return last - first > longRange;
}

interface LoadedBars {
  readonly range: LocalRange;
  readonly bucket: BarLength;
  readonly bars: readonly Bar[] | null;
}

function BarsBlock(props: {
  readonly loaded: LoadedBars;
  readonly counts: PlotCounts | null;
  readonly isStale: boolean;
  readonly cursor: Signal<number | null>;
  readonly zoom: Zoom;
}) {
  const { loaded: shown, counts, isStale, cursor, zoom } = props;
  const { zone } = useProject();
  const host = useRef<HTMLDivElement>(null);
  const width = useElementWidth(host);
  const theme = useThemeRound();
  const [drawn, setDrawn] = useState<unknown>(null);
  const bars = useMemo(() => shown.bars ?? [], [shown]);
  const quantity =
    shown.bucket === "hour" ? quantityText(weighting.value, 3600) : `L${weighting.value}eq`;
  useLayoutEffect(() => {
    if (host.current === null || width === 0) return undefined;
    const unit = `dB(${weighting.value})`;
    const showsShares = isLong(shown.range);
    const view = { range: shown.range, zone, unit, showsShares, width, height: 180 };
    const plot = createBarsCanvas(host.current, bars, view, () => setDrawn(shown));
    plot.ctx.canvas.setAttribute("role", "img");
    plot.ctx.canvas.setAttribute("aria-label", summaryOf(shown, quantity, zone));
    return () => plot.destroy();
  }, [shown, bars, width, theme, zone]);
  const name = names[shown.bucket];
  const table = () => barsTable(bars, name, zone);
  return (
    <PlotBlock
      testId="level-bars"
      title={name}
      quantity={quantity}
      counts={counts}
      isReady={drawn === shown && !isStale}
      isStale={isStale}
      table={table}
      file={{ name: "level-bars", title: `${name}, ${quantity}` }}
    >
      <div
        class="level-bars"
        ref={host}
        onPointerMove={(event) => {
          const at = secondAt(event, shown.range);
          if (event.pointerType === "mouse") cursor.value = at;
        }}
        onDblClick={zoom.reset}
      >
        <CursorLine cursor={cursor} range={shown.range} />
      </div>
      <BarReadOut bars={bars} shown={shown} cursor={cursor} />
    </PlotBlock>
  );
}

function barsTable(bars: readonly Bar[], caption: string, zone: TimeZone): TableContent {
  return {
    caption,
    columns: [...texts("Time"), ...levelColumns("Leq"), ...numbers("Above", "Samples", "Expected")],
    rows: bars.map(({ first, Leq, events, samples, expectedSamples }) => [
      localMinute(first, zone),
      exactLevel(Leq),
      String(events),
      String(samples),
      String(expectedSamples),
    ]),
  };
}

/** The exceedances are those of the samples, not of the means. */
function summaryOf({ range, bars }: LoadedBars, quantity: string, zone: TimeZone): string {
  const shown = bars ?? [];
  return plotSummary({
    quantity,
    time: spokenRange(range, zone),
    levels: shown.map(({ Leq }) => Leq),
    counts: sampleCounts(shown),
  });
}

/** The bar under the cursor in words. */
function BarReadOut(props: {
  readonly bars: readonly Bar[];
  readonly shown: LoadedBars;
  readonly cursor: Signal<number | null>;
}) {
  const { bars, cursor } = props;
  const { bucket, range } = props.shown;
  const { zone } = useProject();
  const second = cursor.value;
  const bar = bars.find(({ first, end }) => second !== null && first <= second && second < end);
  if (bar === undefined) {
    return (
      <p class="small muted text-line">
        Red: {isLong(range) ? "the share of the samples" : "a sample"} above the limit. Hatched:
        less than {fullCoverage * 100} % of the time has samples.
      </p>
    );
  }
  const { first, Leq, events, samples, expectedSamples } = bar;
  const day = dateText(localDate(first, zone));
  const time = bucket === "hour" ? dateTimeText(first, zone) : `${bucket} from ${day}`;
  const level = Leq === null ? "no level" : levelText(Leq);
  return (
    <p class="small text-line">
      <strong>{time}</strong>: {level} · {countText(events)} of {countText(samples)} above ·{" "}
      {receivedText(samples, expectedSamples)} samples
    </p>
  );
}

/** The second of the range under the pointer; null beside the plotting area. */
function secondAt(
  event: PointerEvent & { currentTarget: HTMLElement },
  { first, last }: LocalRange,
): number | null {
  const track = event.currentTarget.querySelector(".cursor-track");
  if (track === null) return null;
  const { left, width } = track.getBoundingClientRect();
  const share = (event.clientX - left) / Math.max(1, width);
  return share < 0 || share > 1 ? null : Math.round(first + share * (last - first));
}

type Bucket = NonNullable<NonNullable<LevelBarsQuery["sensor"]>["aggregates"]>["buckets"][number];

function barOf({ startAt, endAt, ...rest }: Bucket): Bar {
  return { ...rest, first: secondOf(startAt), end: secondOf(endAt) };
}

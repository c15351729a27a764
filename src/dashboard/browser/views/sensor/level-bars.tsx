import type { Signal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { IssueNote } from "#dashboard/browser/components/issue-note.tsx";
import { exactLevel, levelText, quantityText } from "#dashboard/browser/components/level-text.ts";
import { PlotBlock } from "#dashboard/browser/components/plot-block.tsx";
import { Skeleton } from "#dashboard/browser/components/skeleton.tsx";
import { ask } from "#dashboard/browser/graphql/ask.ts";
import { levelBarsDocument } from "#dashboard/browser/graphql/generated/level-bars.ts";
import { useAsked } from "#dashboard/browser/graphql/use-query.ts";
import {
  createBarsCanvas,
  fullCoverage,
  type LevelBar,
} from "#dashboard/browser/plots/bars-canvas.ts";
import { useElementWidth } from "#dashboard/browser/plots/use-element-width.ts";
import { useThemeRound } from "#dashboard/browser/plots/use-theme-round.ts";
import { weighting } from "#dashboard/browser/state/address.ts";
import { useProject } from "#dashboard/browser/state/project-scope.tsx";
import {
  dateText,
  dateTimeText,
  instantText,
  localDate,
  localMinute,
  secondOf,
} from "#dashboard/browser/time/local-time.ts";
import { dayCount, type LocalRange } from "#dashboard/browser/time/range.ts";
import { CursorLine } from "./cursor-line.tsx";
import type { Zoom } from "./use-zoom.ts";

interface Bar extends LevelBar {
  readonly samples: number;
  readonly expectedSamples: number;
}

type BarLength = "hour" | "day" | "month";

const names: Readonly<Record<BarLength, string>> = {
  hour: "Hourly levels",
  day: "Daily levels",
  month: "Monthly levels",
};

/** The level of each hour of the range; of a long range, of each day or month. */
export function LevelBars(props: { readonly cursor: Signal<number | null>; readonly zoom: Zoom }) {
  const { cursor, zoom } = props;
  const { project, sensor, range, zone } = useProject();
  const days = dayCount(range, zone);
  const bucket: BarLength = days <= 35 ? "hour" : days <= 800 ? "day" : "month";
  const variables = {
    project: project.id,
    sensor: sensor?.id ?? "",
    first: instantText(range.first),
    last: instantText(range.last),
    weighting: weighting.value,
    bucket,
  };
  const query = useAsked<LoadedBars>(async (signal) => {
    const { data, issues } = await ask(levelBarsDocument, variables, signal);
    const buckets = data?.sensor?.aggregates?.buckets;
    return { data: { range, bucket, bars: buckets?.map(barOf) ?? null }, issues };
  }, JSON.stringify(variables));
  const [issue] = query.issues;
  if (query.data?.bars === null && issue !== undefined) return <IssueNote issue={issue} />;
  if (query.data === null) return <Skeleton height={280} />;
  if (query.data.bars?.every(({ samples }) => samples === 0) === true) return null;
  return <BarsBlock loaded={query.data} isStale={query.isLoading} cursor={cursor} zoom={zoom} />;
}

interface LoadedBars {
  readonly range: LocalRange;
  readonly bucket: BarLength;
  readonly bars: readonly Bar[] | null;
}

function BarsBlock(props: {
  readonly loaded: LoadedBars;
  readonly isStale: boolean;
  readonly cursor: Signal<number | null>;
  readonly zoom: Zoom;
}) {
  const { loaded: shown, isStale, cursor, zoom } = props;
  const { shownZone } = useProject();
  const host = useRef<HTMLDivElement>(null);
  const width = useElementWidth(host);
  const theme = useThemeRound();
  const [drawn, setDrawn] = useState<unknown>(null);
  const bars = useMemo(() => shown.bars ?? [], [shown]);
  useLayoutEffect(() => {
    if (host.current === null || width === 0) return undefined;
    const unit = `dB(${weighting.value})`;
    const view = { range: shown.range, shownZone, unit, width, height: 180 };
    const plot = createBarsCanvas(host.current, bars, view, () => setDrawn(shown));
    plot.ctx.canvas.setAttribute("role", "img");
    plot.ctx.canvas.setAttribute("aria-label", summaryOf(bars, names[shown.bucket]));
    return () => plot.destroy();
  }, [shown, bars, width, theme, shownZone]);
  const quantity = quantityText(weighting.value, 3600);
  const counts = {
    points: bars.filter(({ samples }) => samples > 0).length,
    over: bars.filter(({ events }) => events > 0).length,
    gaps: bars.filter(({ samples }) => samples === 0).length,
  };
  return (
    <PlotBlock
      testId="level-bars"
      title={names[shown.bucket]}
      {...(shown.bucket === "hour" ? { quantity } : {})}
      counts={counts}
      isReady={drawn === shown && !isStale}
      isStale={isStale}
      table={() => ({
        caption: names[shown.bucket],
        columns: [
          { title: "Time" },
          { title: "Leq", isNumber: true },
          { title: "Above", isNumber: true },
          { title: "Samples", isNumber: true },
          { title: "Expected", isNumber: true },
        ],
        rows: bars.map(({ first, Leq, events, samples, expectedSamples }) => [
          localMinute(first, shownZone),
          exactLevel(Leq),
          String(events),
          String(samples),
          String(expectedSamples),
        ]),
      })}
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
      <BarReadOut bars={bars} bucket={shown.bucket} cursor={cursor} />
    </PlotBlock>
  );
}

/** The bar under the cursor in words. */
function BarReadOut(props: {
  readonly bars: readonly Bar[];
  readonly bucket: BarLength;
  readonly cursor: Signal<number | null>;
}) {
  const { bars, bucket, cursor } = props;
  const { zone, shownZone } = useProject();
  const second = cursor.value;
  const bar = bars.find(({ first, end }) => second !== null && first <= second && second < end);
  if (bar === undefined) {
    return (
      <p class="small muted level-bars-text">
        Red: a sample above the limit. Hatched: less than {fullCoverage * 100} % of the time has
        samples.
      </p>
    );
  }
  const { first, Leq, events, samples, expectedSamples } = bar;
  const day = dateText(localDate(first, zone));
  const time = bucket === "hour" ? dateTimeText(first, shownZone) : `${bucket} from ${day}`;
  const level = Leq === null ? "no level" : levelText(Leq);
  return (
    <p class="small level-bars-text">
      <strong>{time}</strong>: {level} · {events} of {samples} above · {samples} of{" "}
      {expectedSamples} samples
    </p>
  );
}

/** Where in the range the pointer is; null beside the plotting area. */
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

function summaryOf(bars: readonly Bar[], name: string): string {
  const levels = bars.flatMap(({ Leq }) => (Leq === null ? [] : [Leq]));
  if (levels.length === 0) return `${name}: no samples`;
  const over = bars.filter(({ events }) => events > 0).length;
  const [lowest, highest] = [Math.min(...levels), Math.max(...levels)];
  return `${name}: ${levelText(lowest)} to ${levelText(highest)}, ${over} of ${levels.length} with a sample above the limit`;
}

function barOf(bucket: {
  readonly startAt: string;
  readonly endAt: string;
  readonly samples: number;
  readonly expectedSamples: number;
  readonly coverage: number;
  readonly Leq: number | null;
  readonly events: number;
}): Bar {
  const { startAt, endAt, ...rest } = bucket;
  return { ...rest, first: secondOf(startAt), end: secondOf(endAt) };
}

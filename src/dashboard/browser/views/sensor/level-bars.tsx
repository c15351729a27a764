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
  const { project, sensor, range, zone, shownZone } = useProject();
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
  const query = useAsked<{ range: LocalRange; bucket: BarLength; bars: readonly Bar[] | null }>(
    async (signal) => {
      const { data, issues } = await ask(levelBarsDocument, variables, signal);
      const buckets = data?.sensor?.aggregates?.buckets;
      return { data: { range, bucket, bars: buckets?.map(barOf) ?? null }, issues };
    },
    JSON.stringify(variables),
  );
  const host = useRef<HTMLDivElement>(null);
  const width = useElementWidth(host);
  const theme = useThemeRound();
  const [drawn, setDrawn] = useState<unknown>(null);
  const shown = query.data;
  const bars = useMemo(() => shown?.bars ?? [], [shown]);
  useLayoutEffect(() => {
    if (host.current === null || width === 0 || shown === null) return undefined;
    const unit = `dB(${weighting.value})`;
    const view = { range: shown.range, shownZone, unit, width, height: 180 };
    const plot = createBarsCanvas(host.current, bars, view, () => setDrawn(shown));
    plot.ctx.canvas.setAttribute("role", "img");
    plot.ctx.canvas.setAttribute("aria-label", summaryOf(bars, names[shown.bucket]));
    return () => plot.destroy();
  }, [shown, bars, width, theme, shownZone]);
  const [issue] = query.issues;
  if (shown?.bars === null && issue !== undefined) return <IssueNote issue={issue} />;
  if (shown === null) return <Skeleton height={240} />;
  const quantity = quantityText(weighting.value, 3600);
  const counts = {
    points: bars.filter(({ samples }) => samples > 0).length,
    over: bars.filter(({ events }) => events > 0).length,
    gaps: bars.filter(({ samples }) => samples === 0).length,
  };
  const second = cursor.value;
  const pointed = bars.find(({ first, end }) => second !== null && first <= second && second < end);
  return (
    <PlotBlock
      testId="level-bars"
      title={names[shown.bucket]}
      {...(shown.bucket === "hour" ? { quantity } : {})}
      counts={counts}
      isReady={drawn === shown && !query.isLoading}
      isStale={query.isLoading}
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
      <p class="small level-bars-text">
        {pointed === undefined ? (
          <span class="muted">
            Red: a sample above the limit. Hatched: less than {fullCoverage * 100} % of the time has
            samples.
          </span>
        ) : (
          barText(pointed, shown.bucket, (at) =>
            shown.bucket === "hour" ? dateTimeText(at, shownZone) : dateText(localDate(at, zone)),
          )
        )}
      </p>
    </PlotBlock>
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

function barText(bar: Bar, bucket: BarLength, time: (second: number) => string): string {
  const { first, Leq, events, samples, expectedSamples } = bar;
  const level = Leq === null ? "no samples" : levelText(Leq);
  const name = bucket === "hour" ? time(first) : `${bucket} of ${time(first)}`;
  return `${name}: ${level} · ${events} of ${samples} above the limit · ${samples} of ${expectedSamples} samples`;
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

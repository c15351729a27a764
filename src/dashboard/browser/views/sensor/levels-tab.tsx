import "./levels-tab.css";
import { type Signal, useSignal } from "@preact/signals";
import { useMemo, useState } from "preact/hooks";
import { ExcludedList } from "../../components/excluded-list.tsx";
import { ExportButtons } from "../../components/export-buttons.tsx";
import { IssueNote } from "../../components/issue-note.tsx";
import { quantityText } from "../../components/level-text.ts";
import { PlotBlock } from "../../components/plot-block.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { drawnStretches } from "../../data/drawn-stretches.ts";
import { fileName, samplesExport } from "../../export/samples-export.ts";
import type { Query } from "../../graphql/use-query.ts";
import type { LevelPicture } from "../../plots/level-canvas.ts";
import { LevelPlot } from "../../plots/level-plot.tsx";
import { limitSteps } from "../../plots/limit-steps.ts";
import { linkTo, open } from "../../state/address.ts";
import { useSensor } from "../../state/project-scope.tsx";
import { rangeText } from "../../time/range-text.ts";
import { ClassificationBands } from "./classification-bands.tsx";
import { LevelBars } from "./level-bars.tsx";
import { countsOf, levelSummary, levelTable } from "./level-table.ts";
import { OverviewStrip } from "./overview-strip.tsx";
import { useLevelPng } from "./use-level-png.ts";
import type { LoadedLevels } from "./use-levels.ts";
import type { RangeSummary } from "./use-sensor-range.ts";
import { useZoom, type Zoom } from "./use-zoom.ts";

const longestShaded = 62 * 86_400;

/** The level plot of the range, what was heard, bars an hour, and the whole contract with the range as a brush. */
export function LevelsTab(props: {
  readonly levels: Query<LoadedLevels>;
  readonly summary: Query<RangeSummary>;
}) {
  const { levels, summary } = props;
  const cursor = useSignal<number | null>(null);
  const zoom = useZoom();
  const issue = levels.issues[0];
  if (levels.data === null) {
    if (issue === undefined) return <Skeleton height={520} />;
    return (
      <PlotBlock testId="level-plot" title="Levels" counts={null} isReady table={null}>
        <IssueNote issue={issue} />
      </PlotBlock>
    );
  }
  return (
    <div class="stack">
      <LevelBlock
        loaded={levels.data}
        summary={summary}
        isStale={levels.isLoading}
        cursor={cursor}
        zoom={zoom}
      />
      {levels.issues.map((partial) => (
        <IssueNote key={partial.path} issue={partial} />
      ))}
      <ClassificationBands loaded={levels.data} cursor={cursor} />
      <LevelBars
        counts={countsOf(levels.data, rangeOf(levels.data, summary))}
        cursor={cursor}
        zoom={zoom}
      />
      <OverviewStrip zoom={zoom} />
    </div>
  );
}

function LevelBlock(props: {
  readonly loaded: LoadedLevels;
  readonly summary: Query<RangeSummary>;
  readonly isStale: boolean;
  readonly cursor: Signal<number | null>;
  readonly zoom: Zoom;
}) {
  const { loaded, summary, isStale, cursor, zoom } = props;
  const { project, sensor, zone, shownZone, contract } = useSensor();
  const [showsMaxima, setShowsMaxima] = useState(false);
  const [drawn, setDrawn] = useState<LevelPicture | null>(null);
  const ofRange = rangeOf(loaded, summary);
  const exclusions = ofRange?.exclusions ?? [];
  const picture = useMemo<LevelPicture>(() => {
    const { limits } = loaded;
    // Evenings and nights of months are stripes that say nothing.
    const isLong = loaded.range.last - loaded.range.first > longestShaded;
    const ownExceptions = limits?.sensor?.schedule.exceptions ?? [];
    const schedule = limits?.project?.schedule;
    return {
      data: loaded.data,
      range: loaded.range,
      zone,
      shownZone,
      unit: `dB(${loaded.weighting})`,
      limits: limitSteps(limits?.sensor?.limitTimeline ?? [], {
        sensor: ownExceptions,
        project: schedule?.exceptions ?? [],
      }),
      periods: isLong ? null : (ofRange?.indicators?.periods ?? null),
      holidays: schedule?.holidays ?? [],
      contract,
      gaps: drawnStretches(ofRange?.availability?.gaps ?? []),
      exclusions: drawnStretches(exclusions),
      showsMaxima,
    };
  }, [loaded, ofRange, shownZone, showsMaxima]);
  const counts = countsOf(loaded, ofRange);
  const interval = loaded.rows === null ? loaded.data.interval : loaded.interval;
  const quantity = quantityText(loaded.weighting, interval);
  const isReady = drawn === picture && !isStale && counts !== null;
  const shown = rangeText(loaded.range, shownZone);
  const about = { sensorId: sensor.id, range: loaded.range, weighting: loaded.weighting };
  const { png, onPicture } = useLevelPng(
    {
      title: `Levels, ${quantity}`,
      sensor: sensor.name,
      range: shown,
      zone: shownZone,
    },
    fileName(about, "png"),
  );
  return (
    <PlotBlock
      testId="level-plot"
      title="Levels"
      quantity={`${quantity} · dB(${loaded.weighting})`}
      counts={counts}
      isReady={isReady}
      isStale={isStale}
      table={() => levelTable({ ...loaded, exclusions }, `${quantity}, ${shown}`, shownZone)}
      actions={
        <ExportButtons {...samplesExport({ projectId: project.id, zone, ...about })} png={png} />
      }
    >
      <LevelPlot
        picture={picture}
        height={matchMedia("(max-width: 480px)").matches ? 240 : 360}
        quantity={quantity}
        summary={levelSummary(
          loaded.data,
          { quantity, range: loaded.range, zone: shownZone },
          counts,
        )}
        cursor={cursor}
        onDrawn={() => setDrawn(picture)}
        onToggleMaxima={() => setShowsMaxima(!showsMaxima)}
        onZoom={zoom.show}
        onReset={zoom.reset}
        onPage={zoom.page}
        onSelect={({ id }) => {
          if (id !== null) open(linkTo({ view: "event", sample: id }));
        }}
        onPicture={onPicture}
      />
      <ExcludedList exclusions={exclusions} />
      {loaded.limits?.sensor != null && loaded.limits.sensor.limitTimeline === undefined && (
        <p class="muted small">The line of the limit is drawn for ranges of 366 days and less.</p>
      )}
    </PlotBlock>
  );
}

/** The sums of the range that the levels are of; null until they have come. */
function rangeOf(
  { identity }: LoadedLevels,
  { data }: Query<RangeSummary>,
): RangeSummary["sensor"] {
  return data?.identity === identity ? data.sensor : null;
}

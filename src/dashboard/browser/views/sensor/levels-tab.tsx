import "./levels-tab.css";
import { type Signal, useSignal } from "@preact/signals";
import { useMemo, useRef, useState } from "preact/hooks";
import { QueryNote } from "../../components/query-note.tsx";
import { drawnStretches } from "../../data/drawn-stretches.ts";
import type { Query } from "../../graphql/use-query.ts";
import type { LevelPicture } from "../../plots/level-picture.ts";
import { withoutEventsIn } from "../../plots/level-data.ts";
import type { Stretch } from "../../plots/level-shapes.ts";
import { limitSteps } from "../../plots/limit-steps.ts";
import { parameter, replaceParameters, validOnly } from "../../state/address.ts";
import { useProject, useSensor } from "../../state/project-scope.tsx";
import { ClassificationBands } from "./classification-bands.tsx";
import { LevelBlock } from "./level-block.tsx";
import { countsOf } from "./level-table.ts";
import type { LoadedLevels } from "./use-levels.ts";
import type { RangeSummary } from "./use-sensor-range.ts";
import { dayNumber } from "../../time/local-time.ts";
import { daysOf, rangeOfDays, rangeOfSeconds } from "../../time/range.ts";

const longestShaded = 62 * 86_400;

/** The level plot of the range, and what was heard. */
export function LevelsTab(props: {
  readonly levels: Query<LoadedLevels>;
  readonly summary: Query<RangeSummary>;
}) {
  const { levels, summary } = props;
  const cursor = useSignal<number | null>(null);
  const zoom = useZoom();
  const ofRange = levels.data && rangeOf(levels.data, summary);
  const isValidOnly = validOnly.value;
  const excluded = useMemo(
    () => (isValidOnly ? drawnStretches(ofRange?.exclusions ?? []) : []),
    [ofRange, isValidOnly],
  );
  return (
    <div class="stack">
      {levels.data !== null && (
        <RangeLevels
          loaded={levels.data}
          ofRange={ofRange}
          excluded={excluded}
          isStale={levels.isLoading}
          isCounting={summary.isLoading}
          cursor={cursor}
          zoom={zoom}
        />
      )}
      <QueryNote query={levels} height={520} />
      {levels.data !== null && (
        <ClassificationBands loaded={levels.data} excluded={excluded} cursor={cursor} />
      )}
    </div>
  );
}

function RangeLevels(props: {
  readonly loaded: LoadedLevels;
  /** Null until it has come. */
  readonly ofRange: RangeSummary["sensor"];
  readonly isCounting: boolean;
  /** Time whose samples do not count. */
  readonly excluded: readonly Stretch[];
  readonly isStale: boolean;
  readonly cursor: Signal<number | null>;
  readonly zoom: Zoom;
}) {
  const { loaded, ofRange, isCounting, excluded, isStale, cursor, zoom } = props;
  const { sensor, zone, contract } = useSensor();
  const [showsMaxima, setShowsMaxima] = useState(false);
  const exclusions = ofRange?.exclusions ?? [];
  const picture = useMemo<LevelPicture>(() => {
    const { limits } = loaded;
    // Evenings and nights of months are stripes that say nothing.
    const isLong = loaded.range.last - loaded.range.first > longestShaded;
    const schedules = { sensor: limits?.sensor?.schedule, project: limits?.project?.schedule };
    return {
      data: withoutEventsIn(loaded.data, excluded),
      range: loaded.range,
      zone,
      unit: `dB(${loaded.weighting})`,
      limits: limitSteps(limits?.sensor?.limitTimeline ?? [], schedules),
      periods: isLong ? null : (ofRange?.indicators?.periods ?? null),
      holidays: schedules.project?.holidays ?? [],
      contract,
      gaps: drawnStretches(ofRange?.availability?.gaps ?? []),
      exclusions: drawnStretches(exclusions),
      showsMaxima,
    };
  }, [loaded, ofRange, excluded, zone, showsMaxima]);
  return (
    <LevelBlock
      title="Levels"
      fileTitle="Levels"
      hasSamples
      sensor={sensor}
      picture={picture}
      weighting={loaded.weighting}
      counts={countsOf(loaded, ofRange)}
      isStale={isStale}
      isCounting={isCounting}
      rows={loaded.rows}
      exclusions={exclusions}
      plot={{
        height: matchMedia("(max-width: 480px)").matches ? 240 : 360,
        cursor,
        onToggleMaxima: () => setShowsMaxima(!showsMaxima),
        onZoom: zoom.show,
        onReset: zoom.reset,
      }}
    >
      {loaded.limits?.sensor != null && loaded.limits.sensor.limitTimeline === undefined && (
        <p class="muted small">The line of the limit is drawn for ranges of 366 days and less.</p>
      )}
    </LevelBlock>
  );
}

/** The sums of the range that the levels are of; null until they have come. */
function rangeOf(
  { identity }: LoadedLevels,
  { data }: Query<RangeSummary>,
): RangeSummary["sensor"] {
  return data?.identity === identity ? data.sensor : null;
}

type Zoom = ReturnType<typeof useZoom>;

const shortest = 600;

/** Pan and zoom of the view's plots: they change the range in the address, without steps of the history. */
function useZoom() {
  const { range, zone, contract } = useProject();
  const before = useRef<{ from: string | undefined; to: string | undefined } | null>(null);
  const put = (first: number, last: number) => {
    const { from, to } = rangeOfSeconds(first, last, zone);
    replaceParameters({ from, to });
  };
  return {
    /** Shows a part of time, both ends inside, cut to the contract and ten minutes long at least. */
    show: (first: number, last: number) => {
      before.current ??= { from: parameter("from"), to: parameter("to") };
      const length = Math.max(shortest, last - first + 1);
      let start = first;
      if (contract !== null) {
        start = Math.max(contract.first, Math.min(start, contract.last + 1 - length));
      }
      put(start, Math.min(start + length - 1, contract?.last ?? Infinity));
    },
    /** Back to what was shown before the first zoom; else to whole days. */
    reset: () => {
      const { from, to } = before.current ?? {};
      if (before.current !== null) replaceParameters({ from, to });
      else if (dayNumber(range.from) === null || dayNumber(range.to) === null) {
        const days = daysOf(range, zone);
        const whole = rangeOfDays(days.from, days.to, zone);
        replaceParameters({ from: whole.from, to: whole.to });
      }
      before.current = null;
    },
  };
}

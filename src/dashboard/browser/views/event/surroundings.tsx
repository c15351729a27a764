import { useMemo, useState } from "preact/hooks";
import { IssueNote } from "../../components/issue-note.tsx";
import { quantityText } from "../../components/level-text.ts";
import { Skeleton } from "../../components/skeleton.tsx";
import { drawnStretches } from "../../data/drawn-stretches.ts";
import type { Schedules } from "../../data/explanation-facts.ts";
import type { LevelPicture } from "../../plots/level-chart.tsx";
import { dataOfSamples, withoutEventsIn } from "../../plots/level-data.ts";
import { limitSteps } from "../../plots/limit-steps.ts";
import { sampleCounts } from "../../plots/plot-summary.ts";
import { validOnly, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { type LocalRange, rangeOfSeconds } from "../../time/range.ts";
import { LevelBlock } from "../sensor/level-block.tsx";
import { type LoadedSurroundings, useSurroundings } from "./use-surroundings.ts";

/** The levels two hours before and after a sample, which is marked. */
export function Surroundings(props: {
  readonly sensor: SensorFacts;
  readonly second: number;
  readonly schedules: Schedules;
}) {
  const { sensor, second, schedules } = props;
  const loaded = useSurroundings(sensor.id, second);
  if (loaded.data === null) {
    const [issue] = loaded.issues;
    return issue === undefined ? <Skeleton height={420} /> : <IssueNote issue={issue} />;
  }
  return (
    <>
      <SurroundingPlot
        loaded={loaded.data}
        sensor={sensor}
        second={second}
        schedules={schedules}
        isStale={loaded.isLoading}
      />
      {loaded.issues.map((issue) => (
        <IssueNote key={issue.path} issue={issue} />
      ))}
    </>
  );
}

function SurroundingPlot(props: {
  readonly loaded: LoadedSurroundings;
  readonly sensor: SensorFacts;
  readonly second: number;
  readonly schedules: Schedules;
  readonly isStale: boolean;
}) {
  const { loaded, sensor, second, schedules, isStale } = props;
  const { zone, contract } = useProject();
  const [zoomed, setZoomed] = useState<LocalRange | null>(null);
  const range = zoomed ?? loaded.range;
  const { interval, limits } = loaded;
  const w = weighting.value;
  const gaps = drawnStretches(limits?.availability?.gaps ?? []).filter(
    ({ first, end }) => first <= range.last && end > range.first,
  );
  const picture = useMemo<LevelPicture>(
    () => ({
      data: withoutEventsIn(
        dataOfSamples(
          loaded.rows.filter((row) => row.second >= range.first && row.second <= range.last),
          interval,
          w,
        ),
        validOnly.value ? drawnStretches(limits?.exclusions ?? []) : [],
      ),
      range,
      zone,
      unit: `dB(${w})`,
      limits: limitSteps(limits?.limitTimeline ?? [], {
        sensor: schedules.sensor?.exceptions ?? [],
        project: schedules.project?.exceptions ?? [],
      }),
      periods: limits?.indicators?.periods ?? null,
      holidays: schedules.project?.holidays ?? [],
      contract,
      gaps,
      exclusions: drawnStretches(limits?.exclusions ?? []),
      marked: { first: second, end: second + interval },
    }),
    [loaded, range, zone, validOnly.value, schedules.sensor, schedules.project],
  );
  const quantity = quantityText(w, interval);
  return (
    <LevelBlock
      title="Two hours before and after"
      fileTitle="Levels around the sample"
      sensor={sensor}
      picture={picture}
      weighting={w}
      quantity={quantity}
      counts={{ ...sampleCounts(picture.data.points), gaps: gaps.length }}
      isStale={isStale}
      rows={loaded.rows}
      exclusions={limits?.exclusions ?? []}
      plot={{
        height: 240,
        onZoom: (first, last) => setZoomed(rangeOfSeconds(first, last, zone)),
        onReset: () => setZoomed(null),
      }}
    />
  );
}

import { useMemo, useState } from "preact/hooks";
import { ExcludedList } from "../../components/excluded-list.tsx";
import { ExportButtons } from "../../components/export-buttons.tsx";
import { IssueNote } from "../../components/issue-note.tsx";
import { quantityText } from "../../components/level-text.ts";
import { PlotBlock } from "../../components/plot-block.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { drawnStretches } from "../../data/drawn-stretches.ts";
import type { Schedules } from "../../data/explain-precedence.ts";
import { fileName } from "../../export/samples-export.ts";
import type { LevelPicture } from "../../plots/level-canvas.ts";
import { dataOfSamples } from "../../plots/level-data.ts";
import { LevelPlot } from "../../plots/level-plot.tsx";
import { limitSteps } from "../../plots/limit-steps.ts";
import { linkTo, open, weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { rangeText } from "../../time/range-text.ts";
import { rangeOfSeconds } from "../../time/range.ts";
import { levelSummary, levelTable } from "../sensor/level-table.ts";
import { useLevelPng } from "../sensor/use-level-png.ts";
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
        key={loaded.answeredAt}
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
  const { zone, shownZone, contract } = useProject();
  const [drawn, setDrawn] = useState<LevelPicture | null>(null);
  const [range, setRange] = useState(loaded.range);
  const { interval, limits } = loaded;
  const w = weighting.value;
  const gaps = drawnStretches(limits?.availability?.gaps ?? []).filter(
    ({ first, end }) => first <= range.last && end > range.first,
  );
  const picture = useMemo<LevelPicture>(
    () => ({
      data: dataOfSamples(
        loaded.rows.filter((row) => row.second >= range.first && row.second <= range.last),
        interval,
        w,
      ),
      range,
      zone,
      shownZone,
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
    [loaded, range, shownZone],
  );
  const quantity = quantityText(w, interval);
  const caption = `${quantity}, ${rangeText(range, shownZone)}`;
  const points = picture.data.points.filter(({ Leq }) => Leq !== null);
  const over = points.filter(({ events }) => events > 0).length;
  const { png, onPicture } = useLevelPng(
    {
      title: `Levels around the sample, ${quantity}`,
      sensor: sensor.name,
      range: rangeText(range, shownZone),
      zone: shownZone,
    },
    fileName({ sensorId: sensor.id, range, weighting: w }, "png"),
  );
  return (
    <PlotBlock
      testId="level-plot"
      title="Two hours before and after"
      quantity={`${quantity} · dB(${w})`}
      counts={{ points: points.length, over, gaps: gaps.length }}
      isReady={drawn === picture && !isStale}
      isStale={isStale}
      table={() => levelTable({ rows: loaded.rows, data: picture.data }, caption, shownZone)}
      actions={<ExportButtons png={png} />}
    >
      <LevelPlot
        picture={picture}
        height={240}
        quantity={quantity}
        summary={levelSummary(
          picture.data,
          { quantity, range, zone: shownZone },
          { points: points.length, over },
        )}
        onZoom={(first, last) => setRange(rangeOfSeconds(first, last, zone))}
        onReset={() => setRange(loaded.range)}
        onDrawn={() => setDrawn(picture)}
        onSelect={({ id }) => {
          if (id !== null) open(linkTo({ view: "event", sample: id }));
        }}
        onPicture={onPicture}
      />
      <ExcludedList exclusions={limits?.exclusions ?? []} />
    </PlotBlock>
  );
}

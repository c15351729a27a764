import { useMemo, useState } from "preact/hooks";
import type { Exclusion } from "../../components/excluded-list.tsx";
import { IssueNote } from "../../components/issue-note.tsx";
import { quantityText } from "../../components/level-text.ts";
import { Skeleton } from "../../components/skeleton.tsx";
import { drawnStretches } from "../../data/drawn-stretches.ts";
import type { SampleRow } from "../../data/read-samples.ts";
import type { Query } from "../../graphql/use-query.ts";
import type { LevelPicture } from "../../plots/level-chart.tsx";
import { dataOfSamples, type LevelData } from "../../plots/level-data.ts";
import { sampleCounts } from "../../plots/plot-summary.ts";
import { useProject } from "../../state/project-scope.tsx";
import type { SensorFacts } from "../../state/site.ts";
import { secondOf } from "../../time/local-time.ts";
import { type LocalRange, rangeOfSeconds } from "../../time/range.ts";
import { LevelBlock } from "../sensor/level-block.tsx";
import type { AssessedWindow, Criterion } from "./use-verdicts.ts";
import { decibels, weightingOf } from "./verdict-words.ts";
import type { WindowAnswer } from "./window-answer.ts";

/** The levels of a window, with the criterion's limit, its reference times and what is excluded. */
export function WindowPlot(props: {
  readonly window: AssessedWindow;
  readonly criterion: Criterion | null;
  readonly sensor: SensorFacts;
  readonly answer: WindowAnswer;
  readonly exclusions: readonly Exclusion[];
  readonly gaps: readonly { readonly startAt: string; readonly endAt: string }[];
  readonly interval: number;
  /** The samples of the window and a little around it. */
  readonly samples: Query<readonly SampleRow[]>;
  readonly whole: LocalRange;
}) {
  const { window, criterion, sensor, answer, exclusions, gaps, interval, samples, whole } = props;
  const { zone, contract } = useProject();
  const weighting = weightingOf(criterion?.level ?? "LAeq");
  const [first, end] = [secondOf(window.startAt), secondOf(window.endAt)];
  const [range, setRange] = useState(whole);
  const rows = samples.data;
  const picture = useMemo<LevelPicture | null>(
    () =>
      rows === null
        ? null
        : {
            data: withoutLimits(dataOfSamples(rows, interval, weighting)),
            range,
            zone,
            unit: `dB(${weighting})`,
            limits: [{ first, end, limit: window.limit, label: decibels(window.limit) }],
            contract,
            showsMaxima: criterion?.level === "LAFmax",
            gaps: drawnStretches(gaps),
            exclusions: drawnStretches(exclusions),
            references: referencesOf(answer),
          },
    [rows, range, zone, answer],
  );
  if (picture === null || rows === null) {
    const [issue] = samples.issues;
    return issue === undefined ? <Skeleton height={360} /> : <IssueNote issue={issue} />;
  }
  const quantity = quantityText(weighting, interval);
  const { points } = sampleCounts(picture.data.points);
  return (
    <LevelBlock
      title="Levels of the window"
      sensor={sensor}
      picture={picture}
      weighting={weighting}
      quantity={quantity}
      counts={{ points, over: window.exceeded, gaps: gaps.length }}
      rows={rows}
      plot={{
        height: 260,
        onZoom: (from, to) => setRange(rangeOfSeconds(from, to, zone)),
        onReset: () => setRange(whole),
      }}
    />
  );
}

/** Those above the limit, and the highest; each once. */
function referencesOf({ exceedances, worst }: WindowAnswer) {
  const all = [...exceedances, ...(worst === null ? [] : [worst])];
  const starts = new Map(all.map((time) => [time.startAt, time]));
  return [...starts.values()].flatMap(({ startAt, endAt, level, over }) =>
    level === null
      ? []
      : [{ first: secondOf(startAt), end: secondOf(endAt), level, isOver: (over ?? 0) > 0 }],
  );
}

/** The limits of single samples are of another question. */
function withoutLimits(data: LevelData): LevelData {
  const points = data.points.map((point) => ({
    ...point,
    limit: null,
    limitSource: null,
    over: null,
    events: 0,
  }));
  return { ...data, points };
}

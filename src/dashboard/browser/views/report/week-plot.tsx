import { useEffect, useRef } from "preact/hooks";
import { IssueNote } from "../../components/issue-note.tsx";
import { readSamples } from "../../data/read-samples.ts";
import { type Answer, ask } from "../../graphql/ask.ts";
import { sensorLimitsDocument } from "../../graphql/generated/sensor-limits.ts";
import { useAsked } from "../../graphql/use-query.ts";
import { drawLevelCanvas } from "../../plots/level-canvas.ts";
import { dataOfSamples } from "../../plots/level-data.ts";
import type { Stretch } from "../../plots/layer-parts.ts";
import { limitSteps } from "../../plots/limit-steps.ts";
import { plotSummary } from "../../plots/plot-summary.ts";
import type { PeriodClocks } from "../../plots/shading.ts";
import { useProject } from "../../state/project-scope.tsx";
import { instantText } from "../../time/local-time.ts";
import { rangeText, spokenRange } from "../../time/range-text.ts";
import type { LocalRange } from "../../time/range.ts";
import type { ReportRange } from "./use-report-figures.ts";

/** The text column of A4 with margins of 15 mm, in CSS pixels. */
const paperWidth = 680;
const plotHeight = 200;

/** Three hundred dots an inch. */
const printScale = 300 / 96;

interface DrawnWeek {
  /** A `data:` address. */
  readonly picture: string;
  readonly summary: string;
  readonly points: number;
  readonly over: number;
  readonly gaps: number;
}

/** A week of levels as a picture for paper. Only the picture is kept, for a long report has a lot of samples. */
export function WeekPlot(props: {
  readonly asked: ReportRange;
  readonly week: LocalRange;
  readonly sensorId: string;
  readonly interval: number;
  readonly quantity: string;
  readonly gaps: readonly Stretch[];
  readonly periods: PeriodClocks | null;
  readonly onDrawn: () => void;
}) {
  const { asked, week, sensorId, interval, quantity } = props;
  const { zone, shownZone, contract } = useProject();
  const host = useRef<HTMLDivElement>(null);
  const { projectId, weighting } = asked;
  const { first, last } = week;

  const read = async (signal: AbortSignal): Promise<Answer<DrawnWeek>> => {
    const range = { first: instantText(first), last: instantText(last) };
    const [samples, limits] = await Promise.all([
      readSamples(
        { projectId, sensorId, first, last, weighting, intervalSeconds: interval },
        signal,
      ),
      ask(
        sensorLimitsDocument,
        { project: projectId, sensor: sensorId, weighting, ...range, withTimeline: true },
        signal,
      ),
    ]);
    const issues = [...samples.issues, ...limits.issues];
    if (samples.data === null || host.current === null) return { data: null, issues };
    const data = dataOfSamples(samples.data, interval, weighting);
    const gaps = props.gaps.filter((gap) => gap.first <= last && gap.end > first);
    const canvas = await drawLevelCanvas(
      host.current,
      {
        data,
        range: week,
        zone,
        shownZone,
        unit: `dB(${weighting})`,
        limits: limitSteps(limits.data?.sensor?.limitTimeline ?? [], {
          sensor: limits.data?.sensor?.schedule.exceptions ?? [],
          project: limits.data?.project?.schedule.exceptions ?? [],
        }),
        periods: props.periods,
        holidays: limits.data?.project?.schedule.holidays ?? [],
        contract,
        gaps,
      },
      { width: paperWidth, height: plotHeight, scale: printScale },
    );
    const points = data.points.filter(({ Leq }) => Leq !== null);
    const over = points.filter(({ events }) => events > 0).length;
    const counts = { points: points.length, over };
    const levels = points.map(({ Leq }) => Leq);
    const summary = plotSummary({ quantity, time: spokenRange(week, zone), levels, counts });
    const drawn = { summary, ...counts, gaps: gaps.length };
    return { data: { picture: canvas.toDataURL("image/png"), ...drawn }, issues };
  };

  const { data, issues, answeredAt } = useAsked(
    read,
    `${sensorId} ${first} ${last} ${weighting} ${shownZone}`,
  );
  useEffect(() => {
    if (answeredAt !== null && data === null) props.onDrawn();
  }, [answeredAt]);
  return (
    <figure
      class="week-plot"
      data-points={data?.points}
      data-over={data?.over}
      data-gaps={data?.gaps}
    >
      <figcaption>{rangeText(week, zone)}</figcaption>
      <div class="week-picture" ref={host}>
        {data !== null && (
          <img
            src={data.picture}
            alt={data.summary}
            width={paperWidth}
            height={plotHeight}
            onLoad={props.onDrawn}
          />
        )}
      </div>
      {issues[0] !== undefined && <IssueNote issue={issues[0]} />}
    </figure>
  );
}

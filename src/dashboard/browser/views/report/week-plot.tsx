import { LevelChart } from "../../plots/level-chart.tsx";
import type { ChartLook } from "../../plots/level-picture.ts";
import { dataOfBuckets, usualDistance } from "../../plots/level-data.ts";
import { limitSteps } from "../../plots/limit-steps.ts";
import { plotSummary, sampleCounts } from "../../plots/plot-summary.ts";
import { quantityText } from "../../components/level-text.ts";
import { drawnStretches } from "../../data/drawn-stretches.ts";
import type { ScheduleFacts } from "../../data/limit-words.ts";
import { weighting } from "../../state/address.ts";
import { useProject } from "../../state/project-scope.tsx";
import { rangeText, spokenRange } from "../../time/range-text.ts";
import { clockChanges, secondOf } from "../../time/local-time.ts";
import type { SensorFigures } from "./use-report-figures.ts";
import type { LocalRange } from "../../time/range.ts";

/** The text column of A4 with margins of 15 mm, in CSS pixels. */
const paperWidth = 680;
/** 35 mm, of the levels without their axes. */
const frameHeight = 132;

const onPaper: ChartLook = {
  room: { left: 34, right: 6, top: 16, bottom: 19 },
  headroom: 10,
  hasOneLine: true,
  namesWhole: true,
  widthOf: (text) => 6.2 * text.length,
  snapsPerPixel: 10,
  name: "week-picture",
};

type SensorLevels = NonNullable<ReturnType<typeof levelsOf>>;

/** The levels of a sensor's range, of which each week draws its own; null where they are not read. */
export function levelsOf(
  figures: SensorFigures["sensor"],
  schedules: { readonly sensor: ScheduleFacts | null; readonly project: ScheduleFacts },
) {
  const buckets = figures?.series?.buckets;
  if (figures == null || buckets === undefined) return null;
  const distance = usualDistance(buckets.map(({ startAt }) => secondOf(startAt)));
  return {
    data: dataOfBuckets(buckets, distance, weighting.value),
    limits: limitSteps(figures.limitTimeline ?? [], schedules),
    gaps: drawnStretches(figures.availability?.gaps ?? []),
    exclusions: drawnStretches(figures.exclusions ?? []),
    periods: figures.indicators?.periods ?? null,
    holidays: schedules.project.holidays,
    unit: `dB(${weighting.value})`,
    quantity: quantityText(weighting.value, distance),
  };
}

/** A week of levels, drawn for paper. */
export function WeekPlot(props: { readonly week: LocalRange; readonly levels: SensorLevels }) {
  const { week, levels } = props;
  const { zone, contract } = useProject();
  const { first, last } = week;
  const points = levels.data.points.filter(({ second }) => second >= first && second <= last);
  const counts = sampleCounts(points);
  const isEarly = clockChanges(first, last, zone).some(({ second }) => second < (first + last) / 2);
  return (
    <figure
      class="week-plot"
      data-points={counts.points}
      data-over={counts.over}
      data-gaps={levels.gaps.filter((gap) => gap.first <= last && gap.end > first).length}
    >
      {/* Beside the text of a clock change, which stands above its time. */}
      <figcaption class={isEarly ? "muted late" : "muted"}>{rangeText(week, zone)}</figcaption>
      <LevelChart
        picture={{ ...levels, data: { ...levels.data, points }, range: week, zone, contract }}
        summary={plotSummary({
          quantity: levels.quantity,
          time: spokenRange(week, zone),
          levels: points.flatMap((point) => [point.low, point.high]),
          counts,
        })}
        width={paperWidth}
        height={onPaper.room.top + frameHeight + onPaper.room.bottom}
        look={onPaper}
      />
    </figure>
  );
}

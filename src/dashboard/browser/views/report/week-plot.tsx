import { type ChartLook, LevelChart, type LevelPicture } from "../../plots/level-chart.tsx";
import type { Stretch } from "../../plots/level-shapes.ts";
import { plotSummary, sampleCounts } from "../../plots/plot-summary.ts";
import { useProject } from "../../state/project-scope.tsx";
import { rangeText, spokenRange } from "../../time/range-text.ts";
import type { LocalRange } from "../../time/range.ts";

/** The text column of A4 with margins of 15 mm, in CSS pixels. */
const paperWidth = 680;
/** 35 mm. */
const paperHeight = 132;

const onPaper: ChartLook = {
  room: { left: 34, right: 6, top: 18, bottom: 30 },
  letter: 6.2,
  pixels: 10,
  name: "week-picture",
};

/** The levels of a sensor's range, of which each week draws its own. */
export interface SensorLevels extends Omit<LevelPicture, "range" | "zone" | "contract"> {
  readonly gaps: readonly Stretch[];
  readonly quantity: string;
}

/** A week of levels, drawn for paper. */
export function WeekPlot(props: { readonly week: LocalRange; readonly levels: SensorLevels }) {
  const { week, levels } = props;
  const { zone, contract } = useProject();
  const { first, last } = week;
  const points = levels.data.points.filter(({ second }) => second >= first && second <= last);
  const counts = sampleCounts(points);
  return (
    <figure
      class="week-plot"
      data-points={counts.points}
      data-over={counts.over}
      data-gaps={levels.gaps.filter((gap) => gap.first <= last && gap.end > first).length}
    >
      <figcaption>{rangeText(week, zone)}</figcaption>
      <LevelChart
        picture={{ ...levels, data: { ...levels.data, points }, range: week, zone, contract }}
        summary={plotSummary({
          quantity: levels.quantity,
          time: spokenRange(week, zone),
          levels: points.flatMap((point) => [point.low, point.high]),
          counts,
        })}
        width={paperWidth}
        height={paperHeight}
        look={onPaper}
      />
    </figure>
  );
}

import type { Stretch } from "../../plots/layer-parts.ts";
import { type LevelData, levelScale } from "../../plots/level-data.ts";
import { type LimitStep, withoutCrossings } from "../../plots/limit-steps.ts";
import { plotSummary, sampleCounts } from "../../plots/plot-summary.ts";
import { drawnLevels } from "../../plots/reduce.ts";
import { holidayShades, type PeriodClocks, periodShades } from "../../plots/shading.ts";
import { GridLine } from "../../plots/svg-plot.tsx";
import { timeTicks } from "../../plots/time-axis.ts";
import { useProject } from "../../state/project-scope.tsx";
import { clockChanges } from "../../time/local-time.ts";
import { rangeText, spokenRange } from "../../time/range-text.ts";
import type { LocalRange } from "../../time/range.ts";

/** The text column of A4 with margins of 15 mm, in CSS pixels. */
const paperWidth = 680;
/** 35 mm. */
const paperHeight = 132;
const [left, right, top, bottom] = [34, paperWidth - 6, 18, paperHeight - 30];

/** Pixels that a letter of a label takes at most. */
const letter = 6.2;

/** The levels of a sensor's range, of which each week draws its own. */
export interface SensorLevels {
  readonly data: LevelData;
  readonly limits: readonly LimitStep[];
  readonly gaps: readonly Stretch[];
  readonly exclusions: readonly (Stretch & { readonly reason: string })[];
  readonly periods: PeriodClocks | null;
  readonly holidays: readonly { readonly date: string; readonly name: string | null }[];
  readonly weighting: string;
  readonly quantity: string;
}

/** A week of levels, drawn for paper. */
export function WeekPlot(props: { readonly week: LocalRange; readonly levels: SensorLevels }) {
  const { week, levels } = props;
  const { zone, contract } = useProject();
  const { first, last } = week;
  const isInside = (stretch: Stretch) => stretch.first <= last && stretch.end > first;
  const points = levels.data.points.filter(({ second }) => second >= first && second <= last);
  const data = { ...levels.data, points };
  const limits = withoutCrossings(levels.limits.filter(isInside), data);
  const { low, high } = levelScale([
    ...points.flatMap((point) => [point.low, point.high, point.Leq]),
    ...limits.map(({ limit }) => limit),
  ]);
  const x = (second: number) => {
    const place = left + ((second - first) / (last + 1 - first)) * (right - left);
    return Math.round(Math.min(right, Math.max(left, place)) * 10) / 10;
  };
  const y = (level: number) =>
    Math.round((bottom - ((level - low) / (high - low)) * (bottom - top)) * 10) / 10;
  const areas = (stretches: readonly Stretch[]) =>
    stretches.map(({ first: from, end }) => `M${x(from)} ${top}H${x(end)}V${bottom}H${x(from)}Z`);
  const hatched = (stretches: readonly Stretch[], direction: "up" | "down") =>
    areas(stretches).join("") +
    stretches.map(({ first: from, end }) => strokesOf(x(from), x(end), direction)).join("");
  const shades = levels.periods === null ? [] : periodShades(first, last, zone, levels.periods);
  const outside =
    contract === null
      ? []
      : [
          { first, end: contract.first },
          { first: contract.last + 1, end: last + 1 },
        ].filter(({ first: from, end }) => end > from);
  const gaps = levels.gaps.filter(isInside);
  const exclusions = levels.exclusions.filter(isInside);
  const holidays = holidayShades(first, last, zone, levels.holidays);
  const lines = drawnLevels(data, week, right - left);
  const line = (values: readonly (number | null)[]) =>
    stepsOf(
      lines.seconds.map(x),
      values.map((value) => (value === null ? null : y(value))),
    );
  const over = points.filter(({ events }) => events > 0);
  const counts = sampleCounts(points);
  const named = [
    ...exclusions.map((each) => [each, each.reason, top + 10] as const),
    ...holidays.map((each) => [each, each.name, top + 10] as const),
    ...limits.map((each) => [each, each.label, y(each.limit ?? low) - 3] as const),
  ].filter(([{ first: from, end }, text]) => x(end) - x(from) > text.length * letter);
  return (
    <figure
      class="week-plot"
      data-points={counts.points}
      data-over={counts.over}
      data-gaps={gaps.length}
    >
      <figcaption>{rangeText(week, zone)}</figcaption>
      <svg
        class="week-picture svg-plot"
        role="img"
        aria-label={plotSummary({
          quantity: levels.quantity,
          time: spokenRange(week, zone),
          levels: points.flatMap((point) => [point.low, point.high]),
          counts,
        })}
        viewBox={`0 0 ${paperWidth} ${paperHeight}`}
      >
        {(["evening", "night"] as const).map((kind) => (
          <path
            key={kind}
            class={kind}
            d={areas(shades.filter((each) => each.kind === kind)).join("")}
          />
        ))}
        <path class="holiday" d={areas(holidays).join("")} />
        <path class="missing" d={hatched([...gaps, ...outside], "down")} />
        <path class="excluded" d={hatched(exclusions, "up")} />
        {Array.from({ length: (high - low) / 10 + 1 }, (_, index) => low + 10 * index).map(
          (level, index) =>
            (high - low <= 50 || index % 2 === 0) && (
              <GridLine key={level} left={left} right={right} y={y(level)}>
                {String(level).replace("-", "−")}
              </GridLine>
            ),
        )}
        <text class="plot-label" x={0} y={10}>{`dB(${levels.weighting})`}</text>
        {timeTicks(first, last, zone, (right - left) / 64).map(({ second, label }) => (
          <text
            key={second}
            class="plot-label"
            text-anchor={x(second) > right - 24 ? "end" : "middle"}
          >
            {label.split("\n").map((text, index) => (
              <tspan key={index} x={x(second)} y={bottom + 13 + 12 * index}>
                {text}
              </tspan>
            ))}
          </text>
        ))}
        <path class="band" d={bandOf(lines, x, y)} />
        <path class="level" d={line(lines.Leq)} />
        <path class="limit" d={limitLine(limits, x, y)} />
        <path
          class="over"
          d={over
            .map(({ second }) => `M${x(second)} ${bottom - 3}H${x(second + data.interval) + 0.5}`)
            .join("")}
        />
        {clockChanges(first, last, zone).map(({ second, from, to }) => (
          <g key={second}>
            <path class="clock" d={`M${x(second)} ${top}V${bottom}`} />
            <text class="plot-label" x={x(second)} y={top - 4}>{`${from} → ${to}`}</text>
          </g>
        ))}
        {named.map(([stretch, text, height], index) => (
          <text key={index} class="plot-label named" x={x(stretch.first) + 3} y={height}>
            {text}
          </text>
        ))}
      </svg>
    </figure>
  );
}

/** Strokes across an area, 6 pixels apart. A file on its own has no patterns. */
function strokesOf(from: number, to: number, direction: "up" | "down"): string {
  const height = bottom - top;
  const firstStroke = Math.ceil((from - height) / 6) * 6;
  return Array.from({ length: Math.ceil((to - firstStroke) / 6) }, (_, index) => {
    const start = firstStroke + 6 * index;
    const [low, high] = [Math.max(from, start), Math.min(to, start + height)];
    const y = (place: number) =>
      Math.round((direction === "up" ? bottom - place + start : top + place - start) * 10) / 10;
    return `M${low} ${y(low)}L${high} ${y(high)}`;
  }).join("");
}

/** The areas between the lowest and the highest samples. */
function bandOf(
  { seconds, high, low }: ReturnType<typeof drawnLevels>,
  x: (second: number) => number,
  y: (level: number) => number,
): string {
  return seconds
    .map((second, index) => {
      const [from = null, to = null, end] = [high[index], low[index], seconds[index + 1]];
      if (from === null || to === null || end === undefined) return "";
      return `M${x(second)} ${y(from)}H${x(end)}V${y(to)}H${x(second)}Z`;
    })
    .join("");
}

/** A line of steps; null breaks it. */
function stepsOf(places: readonly number[], heights: readonly (number | null)[]): string {
  let isOn = false;
  return heights
    .map((height, index) => {
      const step =
        height === null ? "" : isOn ? `H${places[index]}V${height}` : `M${places[index]} ${height}`;
      isOn = height !== null;
      return step;
    })
    .join("");
}

/** Limits as lines at their levels, joined where one follows another. */
function limitLine(
  limits: readonly LimitStep[],
  x: (second: number) => number,
  y: (level: number) => number,
): string {
  let end: number | null = null;
  return limits
    .map((step) => {
      const joins = end === step.first;
      end = step.limit === null ? null : step.end;
      if (step.limit === null) return "";
      const height = y(step.limit);
      return `${joins ? `V${height}` : `M${x(step.first)} ${height}`}H${x(step.end)}`;
    })
    .join("");
}

import { clockOfMinute, twoDigits } from "#acoustics/time/wall-clock.ts";
import { levelText, roundedLevel } from "#dashboard/browser/components/level-text.ts";
import { sourceNames } from "#dashboard/browser/data/limit-words.ts";
import { SvgPlot } from "#dashboard/browser/plots/svg-plot.tsx";
import { type GridDay, gridDays, type WeekBlock } from "./week-grid.ts";

export const dayNames: Readonly<Record<GridDay, string>> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
  holiday: "Holiday",
};

/** Sunday is before Monday. */
export function dayBefore(day: GridDay): GridDay {
  return gridDays[(gridDays.indexOf(day) + 6) % 7] ?? "mon";
}

const [axisWidth, top] = [30, 28];

/** Days are columns, hours run down. A window over midnight is in two columns, both marked with the day that it belongs to. */
export function WeekGridPicture(props: {
  readonly grid: ReadonlyMap<GridDay, readonly WeekBlock[]>;
  readonly days: readonly GridDay[];
  readonly summary: string;
}) {
  const { grid, days, summary } = props;
  const hourHeight = hourHeightOf(days.flatMap((day) => grid.get(day) ?? []));
  return (
    <SvgPlot summary={summary} height={top + 24 * hourHeight + 8}>
      {(width) => <Columns grid={grid} days={days} hourHeight={hourHeight} width={width} />}
    </SvgPlot>
  );
}

function Columns(props: {
  readonly grid: ReadonlyMap<GridDay, readonly WeekBlock[]>;
  readonly days: readonly GridDay[];
  readonly hourHeight: number;
  readonly width: number;
}) {
  const { grid, days, hourHeight, width } = props;
  const column = (width - axisWidth) / days.length;
  return (
    <>
      {[0, 3, 6, 9, 12, 15, 18, 21, 24].map((hour) => (
        <g key={hour}>
          <line
            class="plot-grid"
            x1={axisWidth - 4}
            x2={width}
            y1={top + hour * hourHeight}
            y2={top + hour * hourHeight}
          />
          <text
            class="plot-label"
            x={axisWidth - 8}
            y={top + hour * hourHeight + 4}
            text-anchor="end"
          >
            {twoDigits(hour)}
          </text>
        </g>
      ))}
      {days.map((day, index) => (
        <g key={day}>
          <text
            class="plot-title"
            x={axisWidth + (index + 0.5) * column}
            y={16}
            text-anchor="middle"
          >
            {column < 90 ? dayNames[day].slice(0, column < 34 ? 2 : 3) : dayNames[day]}
          </text>
          {(grid.get(day) ?? []).map((block) => (
            <Block
              key={block.from}
              block={block}
              day={day}
              x={axisWidth + index * column}
              y={top + (block.from / 60) * hourHeight}
              width={column}
              height={((block.to - block.from) / 60) * hourHeight}
            />
          ))}
        </g>
      ))}
    </>
  );
}

/** Hours are as high as the shortest block needs for its text, within bounds. */
function hourHeightOf(blocks: readonly WeekBlock[]): number {
  const shortest = Math.min(60, ...blocks.map(({ from, to }) => to - from));
  return Math.min(64, Math.max(24, Math.ceil((16 * 60) / shortest)));
}

function Block(props: {
  readonly block: WeekBlock;
  readonly day: GridDay;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}) {
  const { block, day, x, y, width, height } = props;
  const { limit, limitSource, position, isOfDayBefore, goesOn } = block;
  if (limit === null && day === "holiday") return null;
  const of = isOfDayBefore ? dayBefore(day) : day;
  const source = `${sourceNames[limitSource]}${position === null ? "" : ` ${position}`}`;
  const mark = goesOn
    ? isOfDayBefore
      ? `← ${dayNames[of].slice(0, 3)}`
      : `${dayNames[of].slice(0, 3)} →`
    : null;
  const isRoomy = width >= 110;
  const kind =
    limitSource === "none" ? "none" : limitSource.endsWith("default") ? "default" : "window";
  const owner = limitSource.startsWith("sensor") ? "of-sensor" : "";
  const lines = [isRoomy ? source : null, mark].filter((line) => line !== null);
  const shownLines = lines.slice(0, Math.max(0, Math.floor((height - 20) / 15)));
  const firstLine = y + Math.min(18, height / 2 + 5);
  return (
    <g>
      <title>
        {`${dayNames[day]} ${clockOfMinute(block.from)}–${clockOfMinute(block.to)}: ${limit === null ? "no limit" : levelText(limit)}, ${source}${goesOn ? `, belongs to ${dayNames[of]}` : ""}`}
      </title>
      <rect
        class={`week-block ${kind} ${owner}`}
        x={x + 1}
        y={y + 1}
        width={Math.max(1, width - 2)}
        height={Math.max(1, height - 2)}
        rx="3"
      />
      {owner !== "" && (
        <rect class="week-owner" x={x + 1} y={y + 1} width="4" height={Math.max(1, height - 2)} />
      )}
      <text class="week-limit" x={x + width / 2} y={firstLine} text-anchor="middle">
        {limit === null ? (width < 60 ? "–" : "no limit") : roundedLevel(limit)}
      </text>
      {shownLines.map((line, index) => (
        <text
          key={line}
          class="plot-label"
          x={x + width / 2}
          y={firstLine + 15 * (index + 1)}
          text-anchor="middle"
        >
          {line}
        </text>
      ))}
    </g>
  );
}

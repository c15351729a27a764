import { twoDigits } from "../../../acoustics/time/clock-text.ts";
import { counted, roundedLevel } from "../components/level-text.ts";
import type { AverageDay, AverageHour } from "./average-day-groups.ts";
import { levelScale } from "./level-data.ts";
import { GridLine, SvgPlot } from "./svg-plot.tsx";

export const groupNames = {
  weekday: "Monday to Friday",
  saturday: "Saturday",
  sunday: "Sunday and holidays",
} as const;

const panelHeight = 250;
const inside = { left: 40, right: 12, top: 28, bottom: 26 };

/**
 * The average day of each group, side by side on one scale; on a phone one below the other. The line is the mean
 * energy, the band from 10 to 90 % of the hours.
 */
export function AverageDayPlot(props: {
  readonly groups: readonly AverageDay[];
  readonly summary: string;
}) {
  const { groups, summary } = props;
  const scale = levelScale(
    groups.flatMap(({ hours }) => hours.flatMap(({ low, high, mean }) => [low, high, mean])),
  );
  const isWide = (width: number) => width >= 600;
  return (
    <SvgPlot
      summary={summary}
      height={(width) => (isWide(width) ? panelHeight : panelHeight * groups.length)}
    >
      {(width) =>
        groups.map((group, index) => (
          <Panel
            key={group.group}
            group={group}
            scale={scale}
            x={isWide(width) ? (width / groups.length) * index : 0}
            y={isWide(width) ? 0 : panelHeight * index}
            width={isWide(width) ? width / groups.length : width}
          />
        ))
      }
    </SvgPlot>
  );
}

function Panel(props: {
  readonly group: AverageDay;
  readonly scale: { readonly low: number; readonly high: number };
  readonly x: number;
  readonly y: number;
  readonly width: number;
}) {
  const { group, scale, x, y, width } = props;
  const [left, right] = [x + inside.left, x + width - inside.right];
  const [top, bottom] = [y + inside.top, y + panelHeight - inside.bottom];
  const xOf = (hour: number) => left + (hour / 24) * (right - left);
  const yOf = (level: number) =>
    bottom - ((level - scale.low) / (scale.high - scale.low)) * (bottom - top);
  const ticks: number[] = [];
  for (let level = scale.low; level <= scale.high; level += 10) ticks.push(level);
  return (
    <g>
      <text class="plot-title" x={left} y={y + 14}>
        {groupNames[group.group]}
        <tspan class="plot-label"> · {counted(group.days, "day")}</tspan>
      </text>
      {ticks.map((level) => (
        <GridLine key={level} left={left} right={right} y={yOf(level)}>
          {String(level).replace("-", "−")}
        </GridLine>
      ))}
      {[0, 6, 12, 18, 24].map((hour) => (
        <text
          key={hour}
          class="plot-label"
          x={xOf(hour)}
          y={bottom + 18}
          text-anchor={hour === 24 ? "end" : "middle"}
        >
          {twoDigits(hour)}
        </text>
      ))}
      {group.hours.map((hour) => (
        <HourBand key={hour.hour} hour={hour} xOf={xOf} yOf={yOf} top={top} bottom={bottom} />
      ))}
      <path class="average-mean" d={meanPath(group.hours, xOf, yOf)} />
      {group.days === 0 && (
        <text class="plot-label" x={(left + right) / 2} y={(top + bottom) / 2} text-anchor="middle">
          no data
        </text>
      )}
    </g>
  );
}

function HourBand(props: {
  readonly hour: AverageHour;
  readonly xOf: (hour: number) => number;
  readonly yOf: (level: number) => number;
  readonly top: number;
  readonly bottom: number;
}) {
  const { hour, xOf, yOf, top, bottom } = props;
  const { low, high, mean } = hour;
  if (low === null || high === null || mean === null) return null;
  const [x, width] = [xOf(hour.hour), xOf(1) - xOf(0)];
  const clock = `${twoDigits(hour.hour)}–${twoDigits(hour.hour + 1)}`;
  return (
    <g>
      <title>
        {`${clock}: mean ${roundedLevel(mean)} dB, 10–90 % of ${hour.hours} hours ${roundedLevel(low)} to ${roundedLevel(high)} dB`}
      </title>
      <rect class="plot-target" x={x} y={top} width={width} height={bottom - top} />
      <rect
        class="average-band"
        x={x}
        y={yOf(high)}
        width={width}
        height={Math.max(1, yOf(low) - yOf(high))}
      />
    </g>
  );
}

/** Steps of an hour; broken where an hour has no data. */
function meanPath(
  hours: readonly AverageHour[],
  xOf: (hour: number) => number,
  yOf: (level: number) => number,
): string {
  let isDrawing = false;
  let path = "";
  for (const { hour, mean } of hours) {
    if (mean !== null) {
      const y = yOf(mean).toFixed(1);
      path += `${isDrawing ? "L" : "M"}${xOf(hour).toFixed(1)} ${y}H${xOf(hour + 1).toFixed(1)}`;
    }
    isDrawing = mean !== null;
  }
  return path;
}

import { twoDigits } from "../../../acoustics/time/clock-text.ts";
import { counted, exactText, roundedLevel } from "../components/level-text.ts";
import type { AverageDay } from "./average-day-groups.ts";
import { inks, Layers } from "./inks.tsx";
import { levelScale } from "./level-data.ts";
import { frameOf, steps } from "./level-shapes.ts";
import { AxisLabels, Bars, GridLines, SvgPlot } from "./svg-plot.tsx";
import { multiples } from "./ticks.ts";

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
  const { group, scale } = props;
  const [left, right] = [props.x + inside.left, props.x + props.width - inside.right];
  const [top, bottom] = [props.y + inside.top, props.y + panelHeight - inside.bottom];
  const frame = frameOf({ left, right, top, bottom }, { first: 0, last: 86_399 }, scale, 10);
  const { y } = frame;
  const x = (hour: number) => frame.x(hour * 3600);
  const means = group.hours.map(({ hour, mean }) => {
    return { first: hour * 3600, end: (hour + 1) * 3600, level: mean };
  });
  return (
    <g>
      <text class="plot-title" x={left} y={props.y + 14}>
        {groupNames[group.group]}
        <tspan class="plot-label"> · {counted(group.days, "day")}</tspan>
      </text>
      <GridLines
        left={left}
        right={right}
        lines={multiples(scale.low, scale.high, 10).map((level) => [y(level), exactText(level)])}
      />
      <AxisLabels
        y={bottom + 18}
        texts={[0, 6, 12, 18, 24].map((hour) =>
          hour === 24 ? [x(hour), "24", "end"] : [x(hour), twoDigits(hour)],
        )}
      />
      <Bars
        ink={inks.band}
        top={top}
        bottom={bottom}
        bars={group.hours.flatMap(({ hour, hours, low, high, mean }) => {
          if (low === null || high === null || mean === null) return [];
          const [from, to] = [roundedLevel(low), roundedLevel(high)];
          return {
            title: `${twoDigits(hour)}–${twoDigits(hour + 1)}: mean ${roundedLevel(mean)} dB, 10–90 % of ${hours} hours ${from} to ${to} dB`,
            x: x(hour),
            y: y(high),
            width: x(hour + 1) - x(hour),
            height: Math.max(1, y(low) - y(high)),
          };
        })}
      />
      <g fill="none">
        <Layers layers={[["level", steps(frame, means)]]} />
      </g>
      {group.days === 0 && (
        <AxisLabels y={(top + bottom) / 2} texts={[[(left + right) / 2, "no data"]]} />
      )}
    </g>
  );
}

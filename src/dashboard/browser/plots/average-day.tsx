import { twoDigits } from "../../../acoustics/time/clock-text.ts";
import { counted, exactText, roundedLevel } from "../components/level-text.ts";
import type { AverageDay } from "./average-day-groups.ts";
import { Layers } from "./inks.tsx";
import { hourLine, levelScale } from "./level-data.ts";
import { frameOf, line } from "./level-shapes.ts";
import { drawnLevels } from "./reduce.ts";
import { AxisLabels, Column, GridLine, SvgPlot } from "./svg-plot.tsx";
import { ticksBetween } from "./ticks.ts";

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
  const day = { first: 0, last: 86_399 };
  const frame = frameOf({ left, right, top, bottom }, day, scale, 10);
  const { y } = frame;
  const x = (hour: number) => frame.x(hour * 3600);
  const known = group.hours.filter(({ mean }) => mean !== null);
  const means = hourLine(known.map(({ hour, mean }) => [hour * 3600, mean]));
  const drawn = drawnLevels(means, day, right - left);
  return (
    <g>
      <text class="plot-title" x={left} y={props.y + 14}>
        {groupNames[group.group]}
        <tspan class="plot-label"> · {counted(group.days, "day")}</tspan>
      </text>
      {ticksBetween(scale.low, scale.high, Infinity, [10]).map((level) => (
        <GridLine key={level} left={left} right={right} y={y(level)}>
          {exactText(level)}
        </GridLine>
      ))}
      <AxisLabels
        y={bottom + 18}
        texts={[0, 6, 12, 18, 24].map((hour) =>
          hour === 24 ? [x(hour), "24", "end"] : [x(hour), twoDigits(hour)],
        )}
      />
      {group.hours.map(({ hour, hours, low, high, mean }) => {
        if (low === null || high === null || mean === null) return null;
        const width = x(hour + 1) - x(hour);
        const [from, to] = [roundedLevel(low), roundedLevel(high)];
        return (
          <Column
            key={hour}
            title={`${twoDigits(hour)}–${twoDigits(hour + 1)}: mean ${roundedLevel(mean)} dB, 10–90 % of ${hours} hours ${from} to ${to} dB`}
            {...{ x: x(hour), width, top, bottom }}
          >
            <Layers
              layers={[
                [
                  "band",
                  `M${x(hour)} ${y(high)}h${width}v${Math.max(1, y(low) - y(high))}h-${width}z`,
                ],
              ]}
            />
          </Column>
        );
      })}
      <g fill="none">
        <Layers layers={[["level", line(frame, drawn, drawn.Leq)]]} />
      </g>
      {group.days === 0 && (
        <AxisLabels y={(top + bottom) / 2} texts={[[(left + right) / 2, "no data"]]} />
      )}
    </g>
  );
}

import { say } from "../words/say.ts";
import { type ColourScale, goesBeyond } from "./heat-map-colours.ts";
import { Cell } from "./heat-map-cells.tsx";
import type { HeatDay } from "./heat-map-grid.ts";
import type { HeatLayout } from "./heat-map-layout.ts";
import { inks } from "./inks.tsx";
import { axisBetween } from "./level-shapes.ts";
import { AxisLabels } from "./svg-plot.tsx";

const rampWidth = 220;
const steps = 44;

/** The meaning of a heat map's colours and marks; a part of its picture, so that a saved one has it. */
export function HeatLegend(props: {
  readonly days: readonly HeatDay[];
  readonly layout: HeatLayout;
  readonly scale: ColourScale;
  /** `LAeq,1 h in dB(A)`. */
  readonly quantity: string;
}) {
  const { days, scale, quantity } = props;
  const { left, legendTop, daysAre } = props.layout;
  const { lowest, highest, ticks, colourOf } = scale;
  const isOfLevels = scale.colouring === "level";
  const keys = [
    { label: say("hours.over"), ink: { fill: "var(--nodata)", stroke: "none" }, isOver: true },
    { label: say("hours.missing"), ink: inks.missing },
    ...(isOfLevels ? [] : [{ label: say("hours.noLimit"), ink: inks.unlimited }]),
  ];
  const [keysX, keysY] = daysAre === "rows" ? [left + rampWidth + 40, 16] : [left, 56];
  let x = keysX;
  const xOf = axisBetween([lowest, highest], [left, left + rampWidth]);
  return (
    <g class="plot-label">
      <text x={left} y={legendTop + 8}>
        {isOfLevels ? quantity : say("hours.overLevel")}
        {goesBeyond(days, scale) && say("hours.beyond")}
      </text>
      {Array.from({ length: steps }, (_, index) => (
        <rect
          key={index}
          x={left + (index / steps) * rampWidth}
          y={legendTop + 16}
          width={rampWidth / steps + 0.5}
          height="12"
          fill={colourOf(lowest + ((index + 0.5) / steps) * (highest - lowest))}
        />
      ))}
      <AxisLabels
        y={legendTop + 42}
        texts={ticks.map((tick) => [
          xOf(tick),
          !isOfLevels && tick > 0 ? `+${tick}` : String(tick).replace("-", "−"),
        ])}
      />
      {keys.map(({ label, ink, isOver = false }) => {
        const box = { x, y: legendTop + keysY, width: 14, height: 14 };
        x += 26 + label.length * 7;
        return (
          <g key={label}>
            <Cell box={box} ink={ink} isOver={isOver} />
            <text x={box.x + 20} y={box.y + 11}>
              {label}
            </text>
          </g>
        );
      })}
    </g>
  );
}

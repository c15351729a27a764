import type { ColourScale, HeatColouring } from "./heat-map-colours.ts";
import { EmptyCell } from "./heat-map-cells.tsx";
import type { HeatLayout } from "./heat-map-layout.ts";
import { inks } from "./inks.tsx";
import { say } from "../words/say.ts";

const rampWidth = 220;
const steps = 44;

/** The meaning of a heat map's colours and marks; a part of its picture, so that a saved one has it. */
export function HeatLegend(props: {
  readonly layout: HeatLayout;
  readonly scale: ColourScale;
  readonly colouring: HeatColouring;
  /** `LAeq,1 h in dB(A)`. */
  readonly quantity: string;
  /** Some values lie beyond the ends of the scale. */
  readonly hasMore: boolean;
}) {
  const { layout, scale, colouring, quantity, hasMore } = props;
  const { left, legendTop, daysAre } = layout;
  const { lowest, highest, ticks, colourOf } = scale;
  const xOf = (value: number) => left + ((value - lowest) / (highest - lowest)) * rampWidth;
  const keys: { label: string; mark: HeatMark }[] = [
    { label: say("hours.over"), mark: "over" },
    { label: say("hours.missing"), mark: "empty" },
    ...(colouring === "over" ? [{ label: say("hours.noLimit"), mark: "no-limit" as const }] : []),
  ];
  const [keysX, keysY] = daysAre === "rows" ? [left + rampWidth + 40, 16] : [left, 56];
  let x = keysX;
  return (
    <g class="plot-label">
      <text x={left} y={legendTop + 8}>
        {colouring === "level" ? quantity : say("hours.overLevel")}
        {hasMore && say("hours.beyond")}
      </text>
      {Array.from({ length: steps }, (_, index) => {
        const value = lowest + ((index + 0.5) / steps) * (highest - lowest);
        const width = rampWidth / steps;
        return (
          <rect
            key={index}
            x={left + index * width}
            y={legendTop + 16}
            width={width + 0.5}
            height="12"
            fill={colourOf(value)}
          />
        );
      })}
      {ticks.map((tick) => (
        <text key={tick} x={xOf(tick)} y={legendTop + 42} text-anchor="middle">
          {colouring === "over" && tick > 0 ? `+${tick}` : String(tick).replace("-", "−")}
        </text>
      ))}
      {keys.map(({ label, mark }) => {
        const place = { x, y: legendTop + keysY };
        x += 26 + label.length * 7;
        return <Key key={mark} {...place} label={label} mark={mark} />;
      })}
    </g>
  );
}

type HeatMark = "over" | "empty" | "no-limit";

function Key(props: {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly mark: HeatMark;
}) {
  const { x, y, label, mark } = props;
  const box = { x, y, width: 14, height: 14 };
  return (
    <>
      {mark === "empty" ? (
        <EmptyCell box={box} isThin={false} />
      ) : (
        <rect {...(mark === "over" ? { fill: "var(--nodata)" } : inks.unlimited)} {...box} />
      )}
      {mark === "over" && <circle {...inks.exceedance} cx={x + 7} cy={y + 7} r="4" />}
      <text x={x + 20} y={y + 11}>
        {label}
      </text>
    </>
  );
}

import { type HeatDay, type HourLevel, hoursIn } from "./heat-map-grid.ts";
import { ticksBetween } from "./ticks.ts";
import { blend, type Colour, viridis } from "./viridis.ts";

/** The meaning of an hour's colour: its level, or its highest distance from the limit. */
export type HeatColouring = "level" | "over";

/** A meaning with its colours. */
export interface ColourScale {
  readonly colouring: HeatColouring;
  readonly lowest: number;
  readonly highest: number;
  /** The numbers of the legend. */
  readonly ticks: readonly number[];
  /** A colour as SVG takes it. Values beyond the ends have the colour of the end. */
  colourOf(value: number): string;
}

/** The value that is coloured; null where the hour has none. */
export function valueOf(hour: HourLevel, colouring: HeatColouring): number | null {
  return colouring === "level" ? hour.Leq : hour.maxOver;
}

/**
 * The scale for some hours. Levels: dark to light over whole fives of dB, 20 dB at least; of many hours, the highest
 * and the lowest 0.5 % may lie beyond its ends, so that a broken microphone does not take the colours from all
 * others. Distances from the limit: blue below, white at it, red above, the same length both ways.
 */
export function colourScale(hours: readonly HourLevel[], colouring: HeatColouring): ColourScale {
  const values = hours
    .flatMap((hour) => valueOf(hour, colouring) ?? [])
    .toSorted((left, right) => left - right);
  const beyond = Math.floor(values.length * 0.005);
  const [least, most] = [values[beyond], values.at(-1 - beyond)];
  const [lowest, highest] = (colouring === "level" ? endsOfLevels : endsOfDistances)(least, most);
  const colours = colouring === "level" ? viridis : divergingColours;
  return {
    colouring,
    lowest,
    highest,
    ticks: ticksBetween(lowest, highest, 6, [5, 10, 20, 50, 100]),
    colourOf: (value) => `rgb(${blend(colours, (value - lowest) / (highest - lowest)).join(" ")})`,
  };
}

/** True if an hour has a value beyond the ends of a scale. */
export function goesBeyond(days: readonly HeatDay[], scale: ColourScale): boolean {
  return hoursIn(days).some((hour) => {
    const value = valueOf(hour, scale.colouring);
    return value !== null && (value < scale.lowest || value > scale.highest);
  });
}

function endsOfLevels(least = 40, most = 60): readonly [lowest: number, highest: number] {
  let [lowest, highest] = [Math.floor(least / 5) * 5, Math.ceil(most / 5) * 5];
  while (highest - lowest < 20) {
    if (lowest + highest > least + most) lowest -= 5;
    else highest += 5;
  }
  return [lowest, highest];
}

function endsOfDistances(least = 0, most = 0): readonly [lowest: number, highest: number] {
  const end = Math.max(10, Math.ceil(Math.max(-least, most) / 5) * 5);
  return [-end, end];
}

/** Blue, white, red of ColorBrewer. */
const divergingColours: readonly Colour[] = [
  [33, 102, 172],
  [103, 169, 207],
  [209, 229, 240],
  [247, 247, 247],
  [253, 219, 199],
  [239, 138, 98],
  [178, 24, 43],
];

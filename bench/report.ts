import type { SideFigures } from "./pair.ts";
import { type Figure, isReached } from "./work.ts";

/**
 * Presents a figure as one line: the median with the quartiles of the rounds, the bar, and the two sides. Other load
 * on the machine comes and goes, so the quartiles say more than the extremes.
 */
export function presentFigure(figure: Figure): string {
  const { name, value, unit, bar, sides, notes } = figure;
  const { median, lowerQuartile, upperQuartile } = value;
  const spread = `${print(median)} (${print(lowerQuartile)}–${print(upperQuartile)})`;
  const aim = bar === null ? "" : `bar ${bar.reachedFrom === "above" ? "≥" : "≤"} ${bar.value}`;
  return [
    name.padEnd(17),
    (unit === "ratio" ? `ratio ${spread}` : `${spread} ${unit}`).padEnd(25),
    aim.padEnd(11),
    isReached(figure) ? "      " : "missed",
    ...sides.map(presentSide),
    ...notes,
  ].join("  ");
}

function presentSide({ name, perSecond, p50, p99, server }: SideFigures): string {
  const latency = `${name} ${print(perSecond)}/s p50 ${print(p50)} p99 ${print(p99)}`;
  if (server === null) return `${latency} ms`;
  const megabytes = Math.round(server.peakMemory / 2 ** 20);
  return `${latency} loop p99 ${print(server.loopP99)} cpu ${print(server.cpu)} ms ${megabytes} MB`;
}

/** Three significant digits, or a whole number. */
function print(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

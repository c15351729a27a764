import type { SideFigures } from "./pair.ts";
import { type Figure, isReached } from "./work.ts";

/** A figure as one line; what missed its bar is marked. */
export function presentFigure(figure: Figure): string {
  const { name, value, unit, bar, sides, notes } = figure;
  const spread = `${print(value.median)} (${print(value.lowest)}–${print(value.highest)})`;
  const aim = bar === null ? "" : `bar ${bar.reachedFrom === "above" ? "≥" : "≤"} ${bar.value}`;
  return [
    name.padEnd(20),
    `${unit === "ratio" ? "ratio " : ""}${spread}${unit === "ratio" ? "" : ` ${unit}`}`.padEnd(26),
    aim.padEnd(12),
    isReached(figure) ? "      " : "MISSED",
    ...sides.map(presentSide),
    ...notes,
  ].join("  ");
}

function presentSide({ name, perSecond, p50, p99, loopP99, peakMemory }: SideFigures): string {
  return (
    `${name} ${print(perSecond)}/s p50 ${print(p50)} p99 ${print(p99)} ` +
    `loop p99 ${print(loopP99)} ms, ${Math.round(peakMemory / 2 ** 20)} MB`
  );
}

/** Three significant digits, and no more than a whole number needs. */
function print(value: number): string {
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

import { levelText, roundedLevel } from "../components/level-text.ts";

/**
 * A plot of levels in one sentence: `LAeq, 1 h, 25 to 31 March 2019: 52.6 to 76.5 dB, 90 of 167 above the
 * limit`.
 */
export function plotSummary(plot: {
  /** `LAeq,1 h`. */
  readonly quantity: string;
  /** `25 to 31 March 2019`; empty where nothing is shown. */
  readonly time: string;
  readonly levels: Iterable<number | null>;
  /** Samples, and those above their limit; null while nobody knows. */
  readonly counts: { readonly points: number; readonly over: number } | null;
}): string {
  const { quantity, time, levels, counts } = plot;
  const name = `${quantity.replace(/,\s*/, ", ")}${time === "" ? "" : `, ${time}`}`;
  let [lowest, highest] = [Infinity, -Infinity];
  for (const level of levels) {
    if (level === null) continue;
    lowest = Math.min(lowest, level);
    highest = Math.max(highest, level);
  }
  if (lowest > highest) return `${name}: no samples`;
  const above = counts === null ? "" : `, ${counts.over} of ${counts.points} above the limit`;
  return `${name}: ${roundedLevel(lowest)} to ${levelText(highest)}${above}`;
}

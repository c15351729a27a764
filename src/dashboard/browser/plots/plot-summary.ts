import { countText, roundedLevel } from "../components/level-text.ts";
import { extremes } from "./extremes.ts";
import { say } from "../words/say.ts";

/** `LAeq, 1 h, 25 to 31 March 2019: 52.6 to 76.5 dB, 90 of 167 above the limit`: a plot of levels. */
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
  const [lowest, highest] = extremes(levels);
  if (lowest > highest) return say("plot.none", { name });
  const above =
    counts === null
      ? ""
      : say("plot.above", { count: countText(counts.over), all: countText(counts.points) });
  const ends = { lowest: roundedLevel(lowest), highest: roundedLevel(highest) };
  return say("plot.levels", { name, ...ends, above });
}

/** The samples of points, buckets or hours together, and those above their limit. */
export function sampleCounts(
  parts: readonly { readonly samples: number; readonly events: number }[],
): { readonly points: number; readonly over: number } {
  const sum = (count: "samples" | "events") => parts.reduce((all, part) => all + part[count], 0);
  return { points: sum("samples"), over: sum("events") };
}

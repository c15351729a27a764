import type { Seconds } from "../time/range.ts";
import { type LevelPoint, nearestPoint } from "./level-data.ts";

/** The action of a key in a plot. */
export type PlotAction =
  | { readonly kind: "point"; readonly index: number }
  | { readonly kind: "zoom"; readonly factor: number }
  | { readonly kind: "select" | "reset" };

/**
 * The keys of a plot: arrows go from sample to sample, with Shift by a day. Null for keys that are not the plot's.
 * `current` is the index of the cursor, or -1.
 */
export function plotAction(
  key: { readonly key: string; readonly shiftKey: boolean },
  points: readonly LevelPoint[],
  current: number,
): PlotAction | null {
  switch (key.key) {
    case "ArrowLeft":
    case "ArrowRight":
      return points.length === 0 ? null : { kind: "point", index: step(key, points, current) };
    case "+":
    case "=":
      return { kind: "zoom", factor: 0.5 };
    case "-":
    case "−":
      return { kind: "zoom", factor: 2 };
    case "Enter":
      return { kind: "select" };
    case "Escape":
      return { kind: "reset" };
    default:
      return null;
  }
}

function step(
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  points: readonly LevelPoint[],
  current: number,
): number {
  const direction = key === "ArrowLeft" ? -1 : 1;
  const last = points.length - 1;
  const point = points[current];
  if (point === undefined) return direction === 1 ? 0 : last;
  const next = shiftKey
    ? nearestPoint(points, point.second + direction * 86_400)
    : current + direction;
  return Math.max(0, Math.min(last, next));
}

/** A range made longer or shorter around a second, not shorter than `least`. */
export function zoomed(
  { first, last }: Seconds,
  factor: number,
  around: number | null,
  least: number,
): { first: number; last: number } {
  const length = Math.max(least, (last - first + 1) * factor);
  const centre = around ?? (first + last + 1) / 2;
  const share = (centre - first) / (last - first + 1);
  const start = Math.round(centre - share * length);
  return { first: start, last: Math.round(start + length) - 1 };
}

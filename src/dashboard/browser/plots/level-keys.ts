import type { Seconds } from "../time/range.ts";
import { type LevelPoint, nearestPoint } from "./level-data.ts";

/** The keys that go from sample to sample, with Shift by a day. */
export const stepsOfKeys: Readonly<Partial<Record<string, -1 | 1>>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
};

/** The keys that zoom, and by how much a range is as long then. */
export const zoomsOfKeys: Readonly<Partial<Record<string, number>>> = {
  "+": 0.5,
  "=": 0.5,
  "-": 2,
  "−": 2,
};

/** The index of the sample beside the cursor's, or a day away; `current` is the index of the cursor, or -1. */
export function stepFrom(
  points: readonly LevelPoint[],
  current: number,
  direction: -1 | 1,
  byDay = false,
): number {
  const last = points.length - 1;
  const point = points[current];
  if (point === undefined) return direction === 1 ? 0 : last;
  const next = byDay
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
): Seconds {
  const length = Math.max(least, (last - first + 1) * factor);
  const centre = around ?? (first + last + 1) / 2;
  const share = (centre - first) / (last - first + 1);
  const start = Math.round(centre - share * length);
  return { first: start, last: Math.round(start + length) - 1 };
}

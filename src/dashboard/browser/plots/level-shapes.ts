import type { Seconds } from "../time/range.ts";
import type { LevelData, LevelPoint } from "./level-data.ts";
import type { DrawnLevels } from "./reduce.ts";

/*
 * The shapes of a plot of levels over time, as texts of SVG paths.
 */

/** A stretch of time in Unix seconds; the end is outside. */
export interface Stretch {
  readonly first: number;
  readonly end: number;
}

/** A level of a name at a second; null where there is none. */
type At<Name extends string> = { readonly second: number } & Readonly<Record<Name, number | null>>;

/** The area of the levels in its picture, in pixels, y downwards. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** The position of a second; may lie outside. */
  readonly x: (second: number) => number;
  readonly y: (level: number) => number;
}

/** The positions of values on an axis that goes from one pixel to another. */
export function axisBetween(
  [low, high]: readonly [number, number],
  [start, end]: readonly [number, number],
): (value: number) => number {
  return (value) => start + ((value - low) / (high - low)) * (end - start);
}

/** The frame of a range and a scale; lines are sharp where they are snapped to the parts of a pixel. */
export function frameOf(
  edges: Pick<Frame, "left" | "right" | "top" | "bottom">,
  { first, last }: Seconds,
  { low, high }: { readonly low: number; readonly high: number },
  snapsPerPixel: number,
): Frame {
  const { left, right, top, bottom } = edges;
  const snapped = (coordinate: number) => Math.round(coordinate * snapsPerPixel) / snapsPerPixel;
  const x = axisBetween([first, last + 1], [left, right]);
  const y = axisBetween([low, high], [bottom, top]);
  return { ...edges, x: (second) => snapped(x(second)), y: (level) => snapped(y(level)) };
}

/** The start and end of a stretch inside the frame. */
export function edgesOf({ x, left, right }: Frame, { first, end }: Stretch): [number, number] {
  const clamped = (value: number) => Math.min(right, Math.max(left, value));
  return [clamped(x(first)), clamped(x(end))];
}

function box(from: number, to: number, top: number, bottom: number): string {
  return `M${from} ${top}H${to}V${bottom}H${from}Z`;
}

/** Stretches of time over the whole height, at least some pixels wide. */
export function areas(frame: Frame, stretches: readonly Stretch[], least = 0): string {
  return stretches
    .map((stretch) => {
      const [from, to] = edgesOf(frame, stretch);
      return box(from, Math.max(to, from + least), frame.top, frame.bottom);
    })
    .join("");
}

/** Strokes across the same, 8 pixels apart. A file on its own has no patterns. */
export function hatching(
  frame: Frame,
  stretches: readonly Stretch[],
  direction: "up" | "down",
): string {
  const { top, bottom } = frame;
  const height = bottom - top;
  const strokesOf = (stretch: Stretch) => {
    const [from, to] = edgesOf(frame, stretch);
    const firstStroke = Math.ceil((from - height) / 8) * 8;
    return Array.from({ length: Math.max(0, Math.ceil((to - firstStroke) / 8)) }, (_, index) => {
      const start = firstStroke + 8 * index;
      const y = (place: number) =>
        direction === "up" ? bottom - place + start : top + place - start;
      const [low, high] = [Math.max(from, start), Math.min(to, start + height)];
      return `M${low} ${y(low)}L${high} ${y(high)}`;
    }).join("");
  };
  return stretches.map(strokesOf).join("");
}

/** A line of one of the drawn levels: steps, or a pixel column after the other where it is reduced. */
export function line<Name extends string>(
  { x, y }: Frame,
  points: readonly At<Name>[],
  name: Name,
  isReduced: boolean,
): string {
  let isOn = false;
  return points
    .map(({ second, [name]: level }) => {
      const start = isOn ? (isReduced ? `L${x(second)} ` : `H${x(second)}V`) : `M${x(second)} `;
      isOn = level !== null;
      return level === null ? "" : `${start}${y(level)}`;
    })
    .join("");
}

/** The area between the lowest and the highest levels. */
export function band({ x, y }: Frame, { isReduced, vertices }: DrawnLevels): string {
  return vertices
    .map(({ second, high, low }, index) => {
      const next = vertices[index + 1];
      if (high === null || low === null || next === undefined) return "";
      if (!isReduced) return box(x(second), x(next.second), y(high), y(low));
      if (next.high === null || next.low === null) return "";
      const end = `L${x(next.second)} ${y(next.high)}V${y(next.low)}`;
      return `M${x(second)} ${y(high)}${end}L${x(second)} ${y(low)}Z`;
    })
    .join("");
}

/** Levels that hold for stretches, as lines: joined where one follows another, broken where there is none. */
export function steps(
  frame: Frame,
  stretches: readonly (Stretch & { readonly level: number | null })[],
  areJoined = true,
): string {
  return stretches
    .map((stretch, index) => {
      const { level } = stretch;
      if (level === null) return "";
      const before = stretches[index - 1];
      const joins = areJoined && before?.level != null && before.end === stretch.first;
      const [[from, to], height] = [edgesOf(frame, stretch), frame.y(level)];
      const start = !joins ? `M${from} ${height}` : before.level === level ? "" : `V${height}`;
      return `${start}H${Math.max(to, from + 1)}`;
    })
    .join("");
}

/** Dots in the middle of the steps of some points, for a stroke with round ends. Those at one place are one. */
export function dots<Name extends string>(
  { x, y }: Frame,
  interval: number,
  points: readonly At<Name>[],
  name: Name,
): string {
  const shapes = points.map(({ second, [name]: level }) =>
    level === null ? "" : `M${x(second + interval / 2)} ${y(level)}h0`,
  );
  return [...new Set(shapes)].join("");
}

/** The areas between the levels of points and other ones, from the start of each sample to its end. */
export function differences(
  { x, y }: Frame,
  { points, interval }: LevelData,
  otherOf: (point: LevelPoint) => number | null,
): string {
  return points
    .map((point, index) => {
      const { second, Leq } = point;
      const other = otherOf(point);
      if (Leq === null || other === null) return "";
      const end = Math.min(second + interval, points[index + 1]?.second ?? Infinity);
      return box(x(second), x(end), y(Leq), y(other));
    })
    .join("");
}

/** Marks at the lower edge: a dot at the highest sample of a day would seem to last for the day. */
export function rug({ x, bottom }: Frame, interval: number, points: readonly LevelPoint[]): string {
  return points
    .map(({ second }) => {
      const from = x(second);
      return `M${from} ${bottom - 4}H${Math.max(from + 1, x(second + interval))}`;
    })
    .join("");
}

/** True if limits are closer than lines can show: then only their levels are drawn. */
export function areDense({ left, right }: Frame, limits: readonly Stretch[]): boolean {
  return limits.length > (right - left) / 6;
}

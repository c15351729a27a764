import type { LevelData } from "./level-data.ts";
import type { Canvas } from "./plot-frame.ts";

/** The area between two lines of the same times, in the colour of the higher one. */
export function drawDifference(canvas: Canvas, first: LevelData, other: LevelData): void {
  const { context, palette, x, y } = canvas;
  context.save();
  context.globalAlpha = 0.25;
  for (const [index, { second, Leq }] of first.points.entries()) {
    const level = other.points[index]?.Leq ?? null;
    if (Leq === null || level === null) continue;
    context.fillStyle = level > Leq ? palette.second : palette.level;
    const left = x(second);
    context.fillRect(left, y(level), x(second + first.interval) - left, y(Leq) - y(level));
  }
  context.restore();
}

/** A second line of levels: dashed, a step from the start of each sample to its end. */
export function drawOther(canvas: Canvas, { points, interval }: LevelData): void {
  const { context, palette, pixel, x, y } = canvas;
  context.save();
  context.strokeStyle = palette.second;
  context.lineWidth = 1.5 * pixel;
  context.setLineDash([4 * pixel, 2 * pixel]);
  context.beginPath();
  let end = -Infinity;
  for (const { second, Leq } of points) {
    if (Leq === null) continue;
    // After a gap the line begins anew.
    if (second - end > interval / 2) context.moveTo(x(second), y(Leq));
    else context.lineTo(x(second), y(Leq));
    end = second + interval;
    context.lineTo(x(end), y(Leq));
  }
  context.stroke();
  context.restore();
}

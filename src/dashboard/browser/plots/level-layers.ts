import { clockChanges, type TimeZone } from "../time/local-time.ts";
import { edges, type Stretch, write, writeBold } from "./layer-parts.ts";
import type { LevelData, LevelPoint } from "./level-data.ts";
import type { LimitStep } from "./limit-steps.ts";
import type { Canvas } from "./plot-frame.ts";

/** Highest levels of time weighting F. */
export function drawMaxima(canvas: Canvas, { points, interval }: LevelData): void {
  const { context, palette, pixel } = canvas;
  context.fillStyle = palette.line;
  context.globalAlpha = 0.55;
  const size = Math.max(1, Math.round(2 * pixel));
  for (const { second, LAFmax } of visible(canvas, points)) {
    if (LAFmax !== null) {
      context.fillRect(
        canvas.x(second + interval / 2) - size / 2,
        canvas.y(LAFmax) - size / 2,
        size,
        size,
      );
    }
  }
  context.globalAlpha = 1;
}

/** The area between a sample above its limit and that limit, from the start of the sample to its end. */
export function drawExcess(canvas: Canvas, { points, interval, kind }: LevelData): void {
  if (kind === "buckets") return;
  const { context, palette, x, y } = canvas;
  context.fillStyle = palette.alarm;
  context.globalAlpha = 0.22;
  const shown = visible(canvas, points);
  for (const [index, { second, events, Leq, limit }] of shown.entries()) {
    if (events === 0 || Leq === null || limit === null) continue;
    const end = Math.min(second + interval, shown[index + 1]?.second ?? Infinity);
    context.fillRect(x(second), y(Leq), x(end) - x(second), y(limit) - y(Leq));
  }
  context.globalAlpha = 1;
}

/** A step line, broken where no limit holds; thin over long ranges, whose steps are many. */
export function drawLimits(canvas: Canvas, steps: readonly LimitStep[], isThin: boolean): void {
  const { context, palette, pixel } = canvas;
  const shown = visibleSteps(canvas, steps);
  const isDense = areDense(canvas, shown);
  context.strokeStyle = palette.limit;
  context.lineWidth = (isThin ? 1 : 2) * pixel;
  context.globalAlpha = isThin ? 0.5 : 1;
  context.beginPath();
  let before: LimitStep | null = null;
  for (const step of shown) {
    const [from, to] = edges(canvas, step);
    if (step.limit !== null) {
      const y = Math.round(canvas.y(step.limit));
      const joins = !isDense && before?.limit != null && before.end === step.first;
      if (joins) context.lineTo(from, y);
      else context.moveTo(from, y);
      context.lineTo(Math.max(to, from + pixel), y);
    }
    before = step;
  }
  context.stroke();
  context.globalAlpha = 1;
}

/** Each limit where it begins, if there is room; with the name of its exception if there is room for that. */
export function drawLimitLabels(canvas: Canvas, steps: readonly LimitStep[]): void {
  const { pixel, left } = canvas;
  const shown = visibleSteps(canvas, steps);
  if (areDense(canvas, shown)) {
    for (const limit of new Set(shown.map((step) => step.limit))) {
      if (limit === null) continue;
      const y = canvas.y(limit) - 5 * pixel;
      writeBold(canvas, minusText(limit), left + 3 * pixel, y, Infinity);
    }
    return;
  }
  for (const step of shown) {
    if (step.limit === null) continue;
    const [from, to] = edges(canvas, step);
    const y = canvas.y(step.limit) - 5 * pixel;
    const room = to - from - 4 * pixel;
    const isWritten = writeBold(canvas, step.label, from + 3 * pixel, y, room);
    if (!isWritten) writeBold(canvas, minusText(step.limit), from + 3 * pixel, y, room);
  }
}

/** True if steps are closer than lines can show: then only their levels are drawn. */
function areDense({ width, pixel }: Canvas, shown: readonly LimitStep[]): boolean {
  return shown.length > width / pixel / 6;
}

function visibleSteps(canvas: Canvas, steps: readonly LimitStep[]): readonly LimitStep[] {
  const { left, width } = canvas;
  return steps.filter(({ first, end }) => {
    return canvas.x(end) >= left && canvas.x(first) <= left + width;
  });
}

/**
 * Every sample above its limit, whatever else is reduced: a dot in the middle of its step. Buckets have a rug at the
 * lower edge instead: a dot at the highest sample of a day would seem to last for the day.
 */
export function drawExceedances(canvas: Canvas, { points, interval, kind }: LevelData): void {
  const { context, palette, pixel, top, width, height } = canvas;
  const shown = visible(canvas, points).filter(({ events }) => events > 0);
  context.fillStyle = palette.alarm;
  if (kind === "buckets") {
    for (const { second } of shown) {
      const [from, to] = [canvas.x(second), canvas.x(second + interval)];
      context.fillRect(from, top + height - 8 * pixel, Math.max(pixel, to - from), 8 * pixel);
    }
    return;
  }
  const isDense = shown.length > width / pixel / 5;
  const radius = (isDense ? 2 : 3) * pixel;
  const drawn = new Set<string>();
  for (const { second, Leq } of shown) {
    if (Leq === null) continue;
    const [x, y] = [canvas.x(second + interval / 2), canvas.y(Leq)];
    const position = `${Math.round(x)} ${Math.round(y)}`;
    if (drawn.has(position)) continue;
    drawn.add(position);
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fillStyle = palette.alarm;
    context.fill();
    if (isDense) continue;
    context.lineWidth = pixel;
    context.strokeStyle = palette.surface;
    context.stroke();
  }
}

/** A sample with gaps on both sides has no line: it is a dot. */
export function drawLonely(canvas: Canvas, { points, interval }: LevelData): void {
  const { context, palette, pixel } = canvas;
  context.fillStyle = palette.level;
  const isNear = (a: LevelPoint, b: LevelPoint | undefined) =>
    b !== undefined && b.Leq !== null && Math.abs(a.second - b.second) <= 1.5 * interval;
  for (const [index, point] of points.entries()) {
    if (point.Leq === null) continue;
    if (isNear(point, points[index - 1]) || isNear(point, points[index + 1])) continue;
    context.beginPath();
    context.arc(
      canvas.x(point.second + interval / 2),
      canvas.y(point.Leq),
      2 * pixel,
      0,
      2 * Math.PI,
    );
    context.fill();
  }
}

/** A mark at each clock change, with its `01:00 → 02:00` above the frame, where nothing else is written. */
export function drawClockChanges(canvas: Canvas, zone: TimeZone, range: Stretch): void {
  const { context, palette, pixel, top, height, left, width } = canvas;
  for (const change of clockChanges(range.first, range.end - 1, zone)) {
    const x = Math.round(canvas.x(change.second));
    if (x < left || x > left + width) continue;
    context.strokeStyle = palette.text;
    context.lineWidth = pixel;
    context.setLineDash([4 * pixel, 3 * pixel]);
    context.beginPath();
    context.moveTo(x, top);
    context.lineTo(x, top + height);
    context.stroke();
    context.setLineDash([]);
    const text = `${change.from} → ${change.to}`;
    const isRight = x + 96 * pixel < left + width;
    context.textAlign = isRight ? "left" : "right";
    writeBold(canvas, text, x + (isRight ? 4 : -4) * pixel, top - 5 * pixel, Infinity);
    context.textAlign = "left";
  }
}

/** The unit above the level axis. */
export function drawUnit(canvas: Canvas, text: string): void {
  const { context, pixel, left, top } = canvas;
  context.textAlign = "left";
  write(canvas, text, left - 40 * pixel, top - 14 * pixel, Infinity);
}

function visible(canvas: Canvas, points: readonly LevelPoint[]): readonly LevelPoint[] {
  const { left, width } = canvas;
  const isIn = ({ second }: LevelPoint) => {
    const x = canvas.x(second);
    return x >= left - width && x <= left + 2 * width;
  };
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined || (isIn(first) && isIn(last))) return points;
  return points.filter(isIn);
}

function minusText(level: number): string {
  return String(level).replace("-", "−");
}

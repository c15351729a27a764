import type { Canvas } from "./plot-frame.ts";

/** A stretch of time; the end is outside. */
export interface Stretch {
  readonly first: number;
  readonly end: number;
}

/** The start and end of a stretch inside the plot. */
export function edges({ x, left, width }: Canvas, { first, end }: Stretch): [number, number] {
  const clamped = (value: number) => Math.min(left + width, Math.max(left, value));
  return [clamped(x(first)), clamped(x(end))];
}

export function fillStretch(canvas: Canvas, stretch: Stretch): void {
  const [from, to] = edges(canvas, stretch);
  if (to > from) canvas.context.fillRect(from, canvas.top, to - from, canvas.height);
}

/** Writes a text, shortened to the room there is. */
export function write(canvas: Canvas, text: string, x: number, y: number, room: number): void {
  const { context, palette, pixel } = canvas;
  context.font = `${11 * pixel}px ${palette.font}`;
  context.fillStyle = palette.muted;
  let shown = text;
  while (shown.length > 1 && context.measureText(shown).width > room) {
    shown = `${shown.replace(/…$/, "").slice(0, -1)}…`;
  }
  // A letter or two say nothing.
  const isCut = shown !== text && shown.length < 5;
  if (!isCut && context.measureText(shown).width <= room) context.fillText(shown, x, y);
}

/** Writes a text with a halo if there is room for all of it. */
export function writeBold(
  canvas: Canvas,
  text: string,
  x: number,
  y: number,
  room: number,
): boolean {
  const { context, palette, pixel } = canvas;
  context.font = `600 ${11 * pixel}px ${palette.font}`;
  if (context.measureText(text).width > room) return false;
  context.lineJoin = "round";
  context.lineWidth = 3 * pixel;
  context.strokeStyle = palette.surface;
  context.strokeText(text, x, y);
  context.fillStyle = palette.limit;
  context.fillText(text, x, y);
  return true;
}

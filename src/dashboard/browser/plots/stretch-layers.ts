import { twoDecimals } from "../components/level-text.ts";
import { edges, fillStretch, type Stretch, write, writeBold } from "./layer-parts.ts";
import { hatch } from "./palette.ts";
import type { Canvas } from "./plot-frame.ts";
import type { HolidayShade, Shade } from "./shading.ts";

/** Evening light, night darker, holidays hatched with their name. */
export function drawShades(
  canvas: Canvas,
  shades: readonly Shade[],
  holidays: readonly HolidayShade[],
): void {
  const { context, palette, pixel, top } = canvas;
  for (const shade of shades) {
    context.fillStyle = palette[shade.kind];
    fillStretch(canvas, shade);
  }
  if (holidays.length === 0) return;
  const pattern = hatch(context, palette.evening, pixel);
  const lines = hatch(context, palette.hairline, pixel);
  for (const holiday of holidays) {
    for (const style of [pattern, lines]) {
      context.fillStyle = style;
      fillStretch(canvas, holiday);
    }
    const [left, right] = edges(canvas, holiday);
    write(canvas, holiday.name, left + 4 * pixel, top + 14 * pixel, right - left - 8 * pixel);
  }
}

/** Time without samples, inside and outside the contract. */
export function drawMissing(canvas: Canvas, stretches: readonly Stretch[]): void {
  drawHatched(canvas, stretches, "\\", canvas.height - 8 * canvas.pixel, () => "no data");
}

/** Time whose samples do not count, with the reason. */
export function drawExclusions(
  canvas: Canvas,
  stretches: readonly (Stretch & { readonly reason: string })[],
): void {
  drawHatched(canvas, stretches, "/", 14 * canvas.pixel, ({ reason }) => reason);
}

/** Takes the colour from what is drawn in stretches of time. */
export function greyOut(canvas: Canvas, stretches: readonly Stretch[]): void {
  const { context } = canvas;
  context.globalCompositeOperation = "saturation";
  context.fillStyle = "grey";
  for (const stretch of stretches) fillStretch(canvas, stretch);
  context.globalCompositeOperation = "source-over";
}

function drawHatched<Named extends Stretch>(
  canvas: Canvas,
  stretches: readonly Named[],
  direction: "/" | "\\",
  baseline: number,
  nameOf: (stretch: Named) => string,
): void {
  const { context, palette, pixel, top } = canvas;
  if (stretches.length === 0) return;
  const lines = hatch(context, palette.nodata, pixel, direction);
  for (const stretch of stretches) {
    context.fillStyle = palette.nodataSoft;
    fillStretch(canvas, stretch);
    context.fillStyle = lines;
    context.globalAlpha = 0.3;
    fillStretch(canvas, stretch);
    context.globalAlpha = 1;
    const [left, right] = edges(canvas, stretch);
    if (right - left < 64 * pixel) continue;
    context.textAlign = "center";
    writeBold(canvas, nameOf(stretch), (left + right) / 2, top + baseline, right - left);
    context.textAlign = "left";
  }
}

/** A reference time with its level. */
export interface ReferenceStretch extends Stretch {
  readonly level: number;
  readonly isOver: boolean;
}

/** Reference times as bars at their levels, which are written where there is room. */
export function drawReferences(canvas: Canvas, references: readonly ReferenceStretch[]): void {
  const { context, palette, pixel } = canvas;
  for (const reference of references) {
    const [from, to] = edges(canvas, reference);
    if (to <= from) continue;
    const y = Math.round(canvas.y(reference.level));
    const ends = Math.max(to, from + 2 * pixel) - from;
    context.fillStyle = palette.surface;
    context.fillRect(from, y - 3 * pixel, ends, 6 * pixel);
    context.fillStyle = reference.isOver ? palette.alarm : palette.accent;
    context.fillRect(from, y - 2 * pixel, ends, 4 * pixel);
    context.textAlign = "right";
    writeBold(canvas, twoDecimals(reference.level), to - 3 * pixel, y - 8 * pixel, to - from);
    context.textAlign = "left";
  }
}

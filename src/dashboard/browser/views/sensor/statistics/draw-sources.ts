import { countText, durationText, roundedLevel } from "../../../components/level-text.ts";
import { sourceNames } from "../../../data/limit-words.ts";
import { paletteOf } from "../../../plots/palette.ts";
import type { SourceSum } from "./exceedance-sources.ts";

/** Pixels a CSS pixel, as `canvasPng` takes a canvas that stands in no document. */
const scale = 2;
const width = 640;
const rowHeight = 40;

/** The list of sources as a picture, for a file. */
export function drawSources(sums: readonly SourceSum[]): HTMLCanvasElement | null {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context === null) return null;
  canvas.width = width * scale;
  canvas.height = sums.length * rowHeight * scale;
  context.scale(scale, scale);
  const palette = paletteOf(document.body);
  const colour = getComputedStyle(document.body).color;
  context.font = `12px ${palette.font}`;
  context.textBaseline = "top";
  for (const [index, { limitSource, limit, events, samples, overSeconds }] of sums.entries()) {
    const top = index * rowHeight;
    const name = sourceNames[limitSource];
    const words =
      limit === null
        ? `${name}: ${countText(samples)} samples without a limit`
        : `${name} · ${roundedLevel(limit)} dB: ${countText(events)} of ${countText(samples)} above, ${durationText(overSeconds)}`;
    context.fillStyle = colour;
    context.fillText(words, 0, top, width);
    context.fillStyle = palette.nodataSoft;
    context.fillRect(0, top + 18, width, 8);
    context.fillStyle = palette.alarm;
    context.fillRect(0, top + 18, samples === 0 ? 0 : (events / samples) * width, 8);
  }
  return canvas;
}

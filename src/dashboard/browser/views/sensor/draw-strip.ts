import { type LevelBucket, levelScale } from "../../plots/level-data.ts";
import { paletteOf } from "../../plots/palette.ts";
import { timeTicks } from "../../plots/time-axis.ts";
import { secondOf, type TimeZone } from "../../time/local-time.ts";

const plotHeight = 48;
const axisHeight = 34;

/** Envelope and energy mean of a contract, with a red mark below each bucket with an exceedance. */
export function drawStrip(
  canvas: HTMLCanvasElement,
  width: number,
  buckets: readonly LevelBucket[],
  { first, last }: { readonly first: number; readonly last: number },
  zone: TimeZone,
  now: number,
): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = (plotHeight + axisHeight) * ratio;
  context.scale(ratio, ratio);
  const palette = paletteOf(canvas);
  context.fillStyle = palette.nodataSoft;
  context.globalAlpha = 0.5;
  const x = (second: number) => ((second - first) / (last - first + 1)) * width;
  // The future is not missing.
  context.fillRect(0, 0, Math.max(0, Math.min(width, x(now))), plotHeight);
  context.globalAlpha = 1;
  const { low, high } = levelScale(buckets.flatMap(({ LeqMin, LeqMax }) => [LeqMin, LeqMax]));
  const y = (level: number) => plotHeight * (1 - (level - low) / (high - low));
  for (const [index, { startAt, Leq, LeqMin, LeqMax, events }] of buckets.entries()) {
    const from = x(secondOf(startAt));
    const next = buckets[index + 1];
    const to = next === undefined ? width : x(secondOf(next.startAt));
    const size = Math.max(0.5, to - from);
    if (LeqMin !== null && LeqMax !== null) {
      context.fillStyle = palette.band;
      context.fillRect(from, y(LeqMax), size, Math.max(1, y(LeqMin) - y(LeqMax)));
    }
    if (Leq !== null) {
      context.fillStyle = palette.level;
      context.fillRect(from, y(Leq) - 0.75, size, 1.5);
    }
    if (events > 0) {
      context.fillStyle = palette.alarm;
      context.fillRect(from, plotHeight - 4, Math.max(1, size), 4);
    }
  }
  context.font = `11px ${palette.font}`;
  context.textBaseline = "top";
  for (const { second, label } of timeTicks(first, last, zone, width / 72)) {
    const at = x(second);
    context.fillStyle = palette.hairline;
    context.fillRect(at, plotHeight, 1, 4);
    context.fillStyle = palette.muted;
    for (const [line, text] of label.split("\n").entries()) {
      const half = context.measureText(text).width / 2;
      if (at - half < 0 || at + half > width) continue;
      context.fillText(text, at - half, plotHeight + 6 + 13 * line);
    }
  }
}

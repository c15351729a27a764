import uPlot from "uplot";
import type { TimeZone } from "../time/local-time.ts";
import { levelScale } from "./level-data.ts";
import { drawUnit } from "./level-layers.ts";
import { hatch, paletteOf } from "./palette.ts";
import { type Canvas, canvasOf, inside, plotAxes, plotRight } from "./plot-frame.ts";

/** The level of an hour or a day. */
export interface LevelBar {
  /** Unix seconds; the end is outside. */
  readonly first: number;
  readonly end: number;
  readonly Leq: number | null;
  readonly samples: number;
  readonly events: number;
  /** Share of the time that has samples, 0 to 1. */
  readonly coverage: number;
}

/** Below this coverage a bar is hatched: its level speaks for a part of its time only. */
export const fullCoverage = 0.75;

/**
 * Draws bars into an element, hatched where much is missing: red with an exceedance, or with `showsShares` red from
 * below as far as the share of the samples above their limit.
 */
export function createBarsCanvas(
  host: HTMLElement,
  bars: readonly LevelBar[],
  view: {
    readonly range: { readonly first: number; readonly last: number };
    readonly zone: TimeZone;
    readonly unit: string;
    readonly showsShares: boolean;
    readonly width: number;
    readonly height: number;
  },
  onDrawn: () => void,
): uPlot {
  const palette = paletteOf(host);
  const { low, high } = levelScale(bars.map(({ Leq }) => Leq));
  const { first, last } = view.range;
  return new uPlot(
    {
      width: view.width,
      height: view.height,
      padding: [22, plotRight, 0, 0],
      legend: { show: false },
      cursor: { show: false },
      scales: {
        x: { time: false, auto: false, min: first, max: last + 1 },
        y: { auto: false, min: low, max: high },
      },
      axes: plotAxes({ palette, unit: 1, zone: view.zone }),
      series: [{}, { show: false }],
      hooks: {
        draw: [
          (plot) => {
            const canvas = canvasOf(plot, palette, devicePixelRatio);
            inside(canvas, () => drawBars(canvas, bars, view.showsShares));
            drawUnit(canvas, view.unit);
            onDrawn();
          },
        ],
      },
    },
    [[first], [null]],
    host,
  );
}

function drawBars(canvas: Canvas, bars: readonly LevelBar[], showsShares: boolean): void {
  const { context, palette, pixel, top, height } = canvas;
  const patterns = {
    level: hatch(context, palette.level, pixel),
    alarm: hatch(context, palette.alarm, pixel),
  };
  for (const { first, end, Leq, samples, events, coverage } of bars) {
    if (Leq === null) continue;
    const [from, to, y] = [canvas.x(first), canvas.x(end), canvas.y(Leq)];
    // A hairline between bars where there is room for one.
    const width = to - from > 4 * pixel ? to - from - pixel : Math.max(pixel / 2, to - from);
    const isFull = coverage >= fullCoverage;
    const bottom = top + height;
    const share = showsShares ? events / Math.max(1, samples) : Math.min(1, events);
    const red = share * (bottom - y);
    const fill = (kind: "level" | "alarm", at: number, size: number) => {
      context.fillStyle = isFull ? palette[kind] : patterns[kind];
      context.globalAlpha = isFull ? 0.75 : 1;
      context.fillRect(from, at, width, size);
      context.globalAlpha = 1;
    };
    fill("level", y, bottom - y - red);
    fill("alarm", bottom - red, red);
    context.fillStyle = palette[share === 1 ? "alarm" : "level"];
    context.fillRect(from, y, width, Math.min(2 * pixel, bottom - y));
  }
}

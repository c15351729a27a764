import type uPlot from "uplot";
import { type TimeTick, timeTicks } from "./time-axis.ts";
import type { TimeZone } from "../time/local-time.ts";
import type { Palette } from "./palette.ts";

/** Room for the level axis: all plots of a view have the same, so that their times stand one above the other. */
export const axisWidth = 44;
export const plotRight = 12;

/** The canvas of a layer: positions in canvas pixels. */
export interface Canvas {
  readonly context: CanvasRenderingContext2D;
  readonly palette: Palette;
  /** Canvas pixels of a pixel as designed. */
  readonly pixel: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** The position of a second; may lie outside. */
  readonly x: (second: number) => number;
  /** The position of a level. */
  readonly y: (level: number) => number;
}

export function canvasOf(plot: uPlot, palette: Palette, pixel: number): Canvas {
  const { left, top, width, height } = plot.bbox;
  return {
    context: plot.ctx,
    palette,
    pixel,
    left,
    top,
    width,
    height,
    x: (second) => plot.valToPos(second, "x", true),
    y: (level) => plot.valToPos(level, "y", true),
  };
}

/** Draws inside the plotting area only. */
export function inside({ context, left, top, width, height }: Canvas, draw: () => void): void {
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  draw();
  context.restore();
}

/** The two axes, in pixels as designed times `unit`. */
export function plotAxes(view: { palette: Palette; unit: number; zone: TimeZone }): uPlot.Axis[] {
  const { palette, unit, zone } = view;
  const font = `${Math.round(12 * unit)}px ${palette.font}`;
  const common = {
    font,
    stroke: palette.muted,
    gap: 4 * unit,
    ticks: { stroke: palette.hairline, size: 4 * unit, width: unit },
  };
  let ticks: readonly TimeTick[] = [];
  return [
    {
      ...common,
      size: 42 * unit,
      grid: { stroke: palette.grid, width: unit },
      splits: (plot, _axis, first, last) => {
        const room = plot.bbox.width / devicePixelRatio / unit;
        ticks = timeTicks(Math.ceil(first), Math.ceil(last) - 1, zone, room / 64);
        return ticks.map(({ second }) => second);
      },
      values: (plot) => ticks.map((tick) => (fits(plot, tick, unit) ? tick.label : "")),
    },
    {
      ...common,
      size: axisWidth * unit,
      grid: { stroke: palette.grid, width: unit },
      splits: (plot, _axis, low, high) =>
        levelTicks(low, high, plot.bbox.height / devicePixelRatio / unit),
      values: (_plot, splits) => splits.map((level) => String(level).replace("-", "−")),
    },
  ];
}

/** True if a label, as wide as letters are on average, ends before the right edge. */
function fits(plot: uPlot, { second, label }: TimeTick, unit: number): boolean {
  const letters = Math.max(...label.split("\n").map((line) => line.length));
  const room = plot.bbox.width / devicePixelRatio - plot.valToPos(second, "x");
  return room + plotRight * unit >= letters * 3.5 * unit;
}

/** Tens; twenties or fifties where there are many, or no room for a line of text each. */
function levelTicks(low: number, high: number, height: number): number[] {
  const most = Math.min(10, height / 14);
  const step = [10, 20].find((each) => (high - low) / each <= most) ?? 50;
  const ticks: number[] = [];
  for (let level = Math.ceil(low / step) * step; level <= high; level += step) ticks.push(level);
  return ticks;
}

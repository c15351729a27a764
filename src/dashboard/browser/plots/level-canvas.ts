import uPlot from "uplot";
import type { TimeZone } from "../time/local-time.ts";
import type { LocalRange } from "../time/range.ts";
import { type LevelData, levelScale } from "./level-data.ts";
import type { Stretch } from "./layer-parts.ts";
import {
  drawClockChanges,
  drawExceedances,
  drawExcess,
  drawLimitLabels,
  drawLimits,
  drawLonely,
  drawMaxima,
  drawUnit,
} from "./level-layers.ts";
import { type LimitStep, withoutCrossings } from "./limit-steps.ts";
import { type Palette, paletteOf } from "./palette.ts";
import { axisWidth, canvasOf, inside, plotAxes, plotRight } from "./plot-frame.ts";
import { drawDifference, drawOther } from "./other-layer.ts";
import { type DrawnLevels, drawnLevels } from "./reduce.ts";
import {
  drawExclusions,
  drawMissing,
  drawReferences,
  drawShades,
  greyOut,
  type ReferenceStretch,
} from "./stretch-layers.ts";
import { holidayShades, type PeriodClocks, periodShades } from "./shading.ts";

/** All that a plot of levels shows. */
export interface LevelPicture {
  readonly data: LevelData;
  readonly range: LocalRange;
  /** The project's zone: of the ticks, evenings, nights, holidays and clock changes. */
  readonly zone: TimeZone;
  /** `dB(A)`. */
  readonly unit: string;
  readonly limits: readonly LimitStep[];
  /** Null draws no evenings and nights. */
  readonly periods?: PeriodClocks | null;
  readonly holidays?: readonly { readonly date: string; readonly name: string | null }[];
  /** Outside is shaded "no data". */
  readonly contract?: { readonly first: number; readonly last: number } | null;
  readonly gaps?: readonly Stretch[];
  /** Time whose samples do not count, and why. */
  readonly exclusions?: readonly (Stretch & { readonly reason: string })[];
  /** Reference times of a criterion with their levels. */
  readonly references?: readonly ReferenceStretch[];
  readonly showsMaxima?: boolean;
  /** A second line of the same times, for comparison, and what it is. */
  readonly other?: { readonly name: string; readonly data: LevelData } | null;
  /** A sample that is marked over the whole height. */
  readonly marked?: Stretch | null;
}

export interface LevelCanvas {
  readonly plot: uPlot;
  /** True if a pixel column stands for several samples. */
  readonly isReduced: boolean;
}

/**
 * Draws the picture into an element: axes, lines and cursor are uPlot's, the rest are layers around them. `scale`
 * enlarges every size, for print and files; the picture is drawn when `onDrawn` is called.
 */
export function createLevelCanvas(
  host: HTMLElement,
  picture: LevelPicture,
  size: { readonly width: number; readonly height: number; readonly scale?: number },
  onDrawn: (plot: uPlot) => void,
  cursor: uPlot.Cursor = { show: false },
): LevelCanvas {
  const unit = size.scale ?? 1;
  const palette = paletteOf(host);
  const { range, data, zone } = picture;
  // Pixels as designed: finer pixels make lines sharper, not denser.
  const drawn = drawnLevels(data, range, size.width - axisWidth - plotRight);
  const { low, high } = levelScale(levelsOf(picture));
  const plot = new uPlot(
    {
      width: Math.round(size.width * unit),
      height: Math.round(size.height * unit),
      padding: [22 * unit, plotRight * unit, 0, 0],
      legend: { show: false },
      cursor,
      scales: {
        x: { time: false, auto: false, min: range.first, max: range.last + 1 },
        y: { auto: false, min: low, max: high },
      },
      axes: plotAxes({ palette, unit, zone: zone }),
      series: seriesOf(palette, unit, drawn),
      bands: [{ series: [1, 2], fill: palette.band }],
      hooks: hooksOf(picture, palette, unit, onDrawn),
    },
    [drawn.seconds, drawn.high, drawn.low, drawn.middle, drawn.Leq],
    host,
  );
  return { plot, isReduced: drawn.isReduced };
}

/** The picture as a canvas of its own, enlarged: for files and for print. */
export function drawLevelCanvas(
  host: HTMLElement,
  picture: LevelPicture,
  size: { readonly width: number; readonly height: number; readonly scale: number },
): Promise<HTMLCanvasElement> {
  return new Promise((resolve) => {
    const scale = size.scale / devicePixelRatio;
    createLevelCanvas(host, picture, { ...size, scale }, (plot) => {
      const canvas = plot.ctx.canvas;
      canvas.remove();
      // Not within its own hook. Its listeners would keep the picture otherwise.
      queueMicrotask(() => plot.destroy());
      resolve(canvas);
    });
  });
}

/** Seconds of 56 days: over longer ranges limits are thin. */
const longRange = 56 * 86_400;

function seriesOf(palette: Palette, unit: number, { isReduced }: DrawnLevels): uPlot.Series[] {
  const points = { show: false };
  const steps = uPlot.paths.stepped?.({ align: 1 });
  const paths = isReduced || steps === undefined ? {} : { paths: steps };
  return [
    {},
    { points, width: 0, ...paths },
    { points, width: 0, ...paths },
    { points, width: isReduced ? 0 : unit, stroke: palette.muted, ...paths },
    { points, width: 1.5 * unit, stroke: palette.level, ...paths },
  ];
}

function hooksOf(
  picture: LevelPicture,
  palette: Palette,
  unit: number,
  onDrawn: (plot: uPlot) => void,
): uPlot.Hooks.Arrays {
  const { range, zone, data, periods = null, holidays = [] } = picture;
  const limits = withoutCrossings(picture.limits, data);
  const shades = periods === null ? [] : periodShades(range.first, range.last, zone, periods);
  const named = holidayShades(range.first, range.last, zone, holidays);
  const missing = missingOf(picture);
  const stretch = { first: range.first, end: range.last + 1 };
  const canvas = (plot: uPlot) => canvasOf(plot, palette, unit * devicePixelRatio);
  return {
    drawClear: [
      (plot) => {
        drawShades(canvas(plot), shades, named);
        drawMissing(canvas(plot), missing);
        drawExclusions(canvas(plot), picture.exclusions ?? []);
        drawMarked(plot, picture.marked ?? null, palette);
      },
    ],
    drawAxes: [
      (plot) => {
        const layer = canvas(plot);
        inside(layer, () => {
          if (picture.showsMaxima === true) drawMaxima(layer, data);
          drawExcess(layer, data);
          if (picture.other != null) drawDifference(layer, data, picture.other.data);
        });
        drawUnit(layer, picture.unit);
      },
    ],
    draw: [
      (plot) => {
        const layer = canvas(plot);
        inside(layer, () => {
          if (picture.other != null) drawOther(layer, picture.other.data);
          drawLonely(layer, data);
          greyOut(layer, picture.exclusions ?? []);
          drawLimits(layer, limits, range.last - range.first > longRange);
          drawExceedances(layer, data);
          drawReferences(layer, picture.references ?? []);
          drawLimitLabels(layer, limits);
        });
        drawClockChanges(layer, zone, stretch);
        onDrawn(plot);
      },
    ],
  };
}

function drawMarked(plot: uPlot, marked: Stretch | null, palette: Palette): void {
  if (marked === null) return;
  const { top, height } = plot.bbox;
  const [from, to] = [plot.valToPos(marked.first, "x", true), plot.valToPos(marked.end, "x", true)];
  plot.ctx.fillStyle = palette.accent;
  plot.ctx.globalAlpha = 0.2;
  plot.ctx.fillRect(from, top, Math.max(2, to - from), height);
  plot.ctx.globalAlpha = 1;
}

/** The gaps as served, and what of the range lies outside the contract. */
function missingOf({ range, contract = null, gaps = [] }: LevelPicture): Stretch[] {
  const outside: Stretch[] = [];
  if (contract !== null) {
    if (range.first < contract.first) {
      outside.push({ first: range.first, end: Math.min(contract.first, range.last + 1) });
    }
    if (range.last > contract.last) {
      outside.push({ first: Math.max(contract.last + 1, range.first), end: range.last + 1 });
    }
  }
  return [...gaps, ...outside];
}

function* levelsOf({
  data,
  limits,
  range,
  showsMaxima,
  references = [],
  other = null,
}: LevelPicture): Iterable<number | null> {
  for (const { Leq, low, high, LAFmax } of data.points) {
    yield Leq;
    yield low;
    yield high;
    if (showsMaxima === true) yield LAFmax;
  }
  for (const { Leq } of other?.data.points ?? []) yield Leq;
  for (const { level } of references) yield level;
  for (const { first, end, limit } of limits) {
    if (end > range.first && first <= range.last) yield limit;
  }
}

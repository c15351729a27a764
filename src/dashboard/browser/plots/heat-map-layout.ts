import { type HeatDay, partsAt } from "./heat-map-grid.ts";
import type { Box } from "./svg-plot.tsx";

/**
 * The positions of a heat map's cells, in CSS pixels. With room, days are rows and hours columns; on a phone it is the
 * other way round, and the days scroll.
 */
export interface HeatLayout {
  readonly daysAre: "rows" | "columns";
  readonly days: number;
  /** The size of a cell along its time, and along the days. */
  readonly hourSize: number;
  readonly daySize: number;
  /** Room for the labels left of the cells and above them. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly legendTop: number;
  /** Every how many days there is room for a label: each day, each Monday, each first of a month. */
  readonly labels: "days" | "weeks" | "months";
}

/** A cell by its place: the row or column of its day, its hour, and its part if the hour is repeated. */
export interface CellPlace {
  readonly dayIndex: number;
  readonly hour: number;
  readonly part: number;
}

const narrow = 600;

/** The layout of some days in a width; `rowHeight` is that of a day where paper has no room for the usual one. */
export function heatLayout(days: number, width: number, rowHeight = Infinity): HeatLayout {
  if (width < narrow) {
    const [left, top, hourSize, daySize] = [44, 36, 14, days <= 31 ? 30 : 16];
    return {
      daysAre: "columns",
      days,
      hourSize,
      daySize,
      left,
      top,
      width: Math.max(width, left + days * daySize + 1),
      height: top + 24 * hourSize + 94,
      legendTop: top + 24 * hourSize + 14,
      labels: days <= 31 ? "days" : "weeks",
    };
  }
  // All days of a year stand in one picture, which takes the wheel of nobody.
  const daySize = Math.min(rowHeight, days <= 7 ? 30 : 20, Math.max(1.7, 640 / days));
  const [left, top] = [84, rowHeight === Infinity ? 82 : 68];
  return {
    daysAre: "rows",
    days,
    hourSize: (width - left - 1) / 24,
    daySize,
    left,
    top,
    width,
    height: top + days * daySize + 1,
    // Above the hours, where it stays while many days scroll.
    legendTop: 2,
    labels: days <= 31 ? "days" : days <= 100 ? "weeks" : "months",
  };
}

/** A pair along the hours and along the days as one across and down, and the other way round. */
function turned<Value>(
  { daysAre }: Pick<HeatLayout, "daysAre">,
  [hours, days]: readonly [Value, Value],
): readonly [Value, Value] {
  return daysAre === "rows" ? [hours, days] : [days, hours];
}

/** The box of a cell, or of one of the parts that it is split into along the time. */
export function boxOf(layout: HeatLayout, { dayIndex, hour, part }: CellPlace, parts = 1): Box {
  const { hourSize, daySize, left, top } = layout;
  const length = hourSize / parts;
  const [x, y] = turned(layout, [hour * hourSize + part * length, dayIndex * daySize]);
  const [width, height] = turned(layout, [length, daySize]);
  return { x: left + x, y: top + y, width, height };
}

/** The cell at a point, and how far the point is along its time, 0 to 1; null outside the cells. */
export function cellAt(
  layout: HeatLayout,
  x: number,
  y: number,
): { readonly dayIndex: number; readonly hour: number; readonly along: number } | null {
  const [alongHours, alongDays] = turned(layout, [x - layout.left, y - layout.top]);
  const [atHour, atDay] = [alongHours / layout.hourSize, alongDays / layout.daySize];
  const [hour, dayIndex] = [Math.floor(atHour), Math.floor(atDay)];
  if (hour < 0 || hour > 23 || dayIndex < 0 || dayIndex >= layout.days) return null;
  return { dayIndex, hour, along: atHour - hour };
}

/**
 * The target of a key: the arrows to the neighbours in the picture, PageUp and PageDown by seven days, Home and End to
 * the first and the last day. Null for other keys, and where there is none.
 */
export function moveInHeatMap(
  days: readonly HeatDay[],
  layout: Pick<HeatLayout, "daysAre">,
  from: CellPlace | null,
  key: string,
): CellPlace | null {
  const arrow = arrows[key];
  const [hours, ofDays] = arrow === undefined ? [0, pages[key]] : turned(layout, arrow);
  if (days.length === 0 || ofDays === undefined) return null;
  if (from === null) return { dayIndex: 0, hour: 0, part: 0 };
  const part = from.part + hours;
  if (hours !== 0 && part >= 0 && part < partsAt(days, from).length) return { ...from, part };
  const hour = Math.max(0, Math.min(23, from.hour + hours));
  const dayIndex = Math.max(0, Math.min(days.length - 1, from.dayIndex + ofDays));
  const last = Math.max(0, partsAt(days, { dayIndex, hour }).length - 1);
  return { dayIndex, hour, part: hours < 0 ? last : 0 };
}

/** By how many cells an arrow moves across and down. */
const arrows: Readonly<Partial<Record<string, readonly [across: number, down: number]>>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** By how many days a key moves, however they stand. */
const pages: Readonly<Partial<Record<string, number>>> = {
  PageUp: -7,
  PageDown: 7,
  Home: -Infinity,
  End: Infinity,
};

/**
 * The positions of a heat map's cells, in CSS pixels. With room, days are rows and hours columns; on a phone it is the
 * other way round, and the days scroll.
 */
export interface HeatLayout {
  readonly daysAre: "rows" | "columns";
  readonly days: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
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

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const narrow = 600;

/** The layout of some days in a width; `rowHeight` is that of a day where paper has no room for the usual one. */
export function heatLayout(days: number, width: number, rowHeight = Infinity): HeatLayout {
  if (width < narrow) {
    const cellWidth = days <= 31 ? 30 : 16;
    const [left, top, cellHeight] = [44, 36, 14];
    return {
      daysAre: "columns",
      days,
      cellWidth,
      cellHeight,
      left,
      top,
      width: Math.max(width, left + days * cellWidth + 1),
      height: top + 24 * cellHeight + 94,
      legendTop: top + 24 * cellHeight + 14,
      labels: days <= 31 ? "days" : "weeks",
    };
  }
  // All days of a year stand in one picture, which takes the wheel of nobody.
  const cellHeight = Math.min(rowHeight, days <= 7 ? 30 : 20, Math.max(1.7, 640 / days));
  const [left, top] = [84, rowHeight === Infinity ? 82 : 68];
  return {
    daysAre: "rows",
    days,
    cellHeight,
    left,
    top,
    cellWidth: (width - left - 1) / 24,
    width,
    height: top + days * cellHeight + 1,
    // Above the hours, where it stays while many days scroll.
    legendTop: 2,
    labels: days <= 31 ? "days" : days <= 100 ? "weeks" : "months",
  };
}

/** The box of a cell, or of one of the parts that it is split into along the time. */
export function boxOf(layout: HeatLayout, place: CellPlace, parts = 1): Box {
  const { cellWidth, cellHeight, left, top } = layout;
  const { dayIndex, hour, part } = place;
  if (layout.daysAre === "rows") {
    const width = cellWidth / parts;
    const x = left + hour * cellWidth + part * width;
    return { x, y: top + dayIndex * cellHeight, width, height: cellHeight };
  }
  const height = cellHeight / parts;
  const y = top + hour * cellHeight + part * height;
  return { x: left + dayIndex * cellWidth, y, width: cellWidth, height };
}

/** The cell at a point, and how far the point is along its time, 0 to 1; null outside the cells. */
export function cellAt(
  { daysAre, days, cellWidth, cellHeight, left, top }: HeatLayout,
  x: number,
  y: number,
): { readonly dayIndex: number; readonly hour: number; readonly along: number } | null {
  const [across, down] = [(x - left) / cellWidth, (y - top) / cellHeight];
  const [atHour, atDay] = daysAre === "rows" ? [across, down] : [down, across];
  const [hour, dayIndex] = [Math.floor(atHour), Math.floor(atDay)];
  if (hour < 0 || hour > 23 || dayIndex < 0 || dayIndex >= days) return null;
  return { dayIndex, hour, along: atHour - hour };
}

import type { HeatDay, HourLevel } from "./heat-map-grid.ts";
import type { CellPlace, HeatLayout } from "./heat-map-layout.ts";

/** The hours of a cell: two where the clock showed it twice, none where there is nothing. */
export function partsAt(
  days: readonly HeatDay[],
  { dayIndex, hour }: CellPlace,
): readonly HourLevel[] {
  const cell = days[dayIndex]?.cells[hour];
  return cell?.kind === "hours" ? cell.parts : [];
}

/**
 * The target of a key: the arrows to the neighbours in the picture, PageUp and PageDown by seven days, Home and End to
 * the first and the last day. Null for other keys, and where there is none.
 */
export function moveInHeatMap(
  days: readonly HeatDay[],
  { daysAre }: Pick<HeatLayout, "daysAre">,
  from: CellPlace | null,
  key: string,
): CellPlace | null {
  if (days.length === 0) return null;
  const move = moves[daysAre === "rows" ? key : (transposed[key] ?? key)];
  if (move === undefined) return null;
  const [hours, ofDays] = move;
  if (from === null) return { dayIndex: 0, hour: 0, part: 0 };
  const part = from.part + hours;
  if (hours !== 0 && part >= 0 && part < partsAt(days, from).length) return { ...from, part };
  const hour = Math.max(0, Math.min(23, from.hour + hours));
  const dayIndex = Math.max(0, Math.min(days.length - 1, from.dayIndex + ofDays));
  const last = Math.max(0, partsAt(days, { dayIndex, hour, part: 0 }).length - 1);
  return { dayIndex, hour, part: hours < 0 ? last : 0 };
}

/** By how many hours and days a key moves where days are rows. */
const moves: Readonly<Partial<Record<string, readonly [hours: number, days: number]>>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  PageUp: [0, -7],
  PageDown: [0, 7],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

const transposed: Readonly<Partial<Record<string, string>>> = {
  ArrowLeft: "ArrowUp",
  ArrowRight: "ArrowDown",
  ArrowUp: "ArrowLeft",
  ArrowDown: "ArrowRight",
};

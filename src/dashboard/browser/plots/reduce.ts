import type { Seconds } from "../time/range.ts";
import { energyOfDecibels, levelOfEnergy } from "../../../acoustics/levels/energy.ts";
import type { LevelData, LevelPoint } from "./level-data.ts";

/**
 * The vertices of the lines, column by column. Null breaks a line: a gap, or a sample without the level. A level is a
 * step from the start of its sample to its end, so the last entry before a gap is there twice.
 *
 * Up to four entries a pixel column are drawn as they are. Above that, a column has the lowest and the highest level
 * and the energy mean of its samples, so that no maximum is lost. Exceedances are not reduced: they are drawn from
 * the entries.
 */
export interface DrawnLevels {
  readonly isReduced: boolean;
  readonly seconds: number[];
  readonly Leq: (number | null)[];
  readonly low: (number | null)[];
  readonly high: (number | null)[];
  readonly middle: (number | null)[];
}

export const pointsOfColumn = 4;

/** True if a pixel column stands for several entries. */
export function isReducedIn({ points }: LevelData, columns: number): boolean {
  return points.length > pointsOfColumn * Math.max(1, columns);
}

export function drawnLevels(data: LevelData, range: Seconds, columns: number): DrawnLevels {
  const { points, interval, kind } = data;
  const isReduced = isReducedIn(data, columns);
  const drawn: DrawnLevels = {
    isReduced,
    seconds: [],
    Leq: [],
    low: [],
    high: [],
    middle: [],
  };
  const columnSeconds = (range.last - range.first + 1) / Math.max(1, columns);
  const columnOf = ({ second }: LevelPoint) =>
    isReduced ? Math.floor((second - range.first) / columnSeconds) : second;
  const gap = 1.5 * interval;
  let start = 0;
  for (let index = 1; index <= points.length; index += 1) {
    const [previous, point, first] = [points[index - 1], points[index], points[start]];
    if (previous === undefined || first === undefined) break;
    const isGap = point !== undefined && point.second - previous.second > gap;
    if (point !== undefined && !isGap && columnOf(point) === columnOf(first)) continue;
    const group = points.slice(start, index);
    if (isReduced) pushReduced(drawn, group, kind);
    else pushPoint(drawn, previous, previous.second);
    const end = previous.second + interval;
    if (isReduced && isGap) pushBreak(drawn, Math.min(end, point.second - 1));
    else if (!isReduced && (isGap || point === undefined)) {
      // A step lasts until the end of its sample; the break lies between that and the next sample.
      const stepEnd = isGap ? Math.min(end, point.second - 1) : end;
      if (stepEnd > previous.second) pushPoint(drawn, previous, stepEnd);
      if (isGap) pushBreak(drawn, (stepEnd + point.second) / 2);
    }
    start = index;
  }
  return drawn;
}

function pushPoint(
  drawn: DrawnLevels,
  { Leq, low, high, middle }: LevelPoint,
  second: number,
): void {
  drawn.seconds.push(second);
  drawn.Leq.push(Leq);
  drawn.low.push(low);
  drawn.high.push(high);
  drawn.middle.push(middle);
}

function pushReduced(
  drawn: DrawnLevels,
  group: readonly LevelPoint[],
  kind: LevelData["kind"],
): void {
  let [energy, count, low, high] = [0, 0, Infinity, -Infinity];
  for (const point of group) {
    if (point.Leq === null) continue;
    energy += energyOfDecibels(point.Leq);
    count += 1;
    low = Math.min(low, kind === "buckets" ? (point.low ?? point.Leq) : point.Leq);
    high = Math.max(high, kind === "buckets" ? (point.high ?? point.Leq) : point.Leq);
  }
  const [first, last] = [group[0]?.second ?? 0, group.at(-1)?.second ?? 0];
  drawn.seconds.push(Math.floor((first + last) / 2));
  drawn.Leq.push(count === 0 ? null : levelOfEnergy(energy / count));
  drawn.low.push(count === 0 ? null : low);
  drawn.high.push(count === 0 ? null : high);
  drawn.middle.push(null);
}

function pushBreak(drawn: DrawnLevels, second: number): void {
  drawn.seconds.push(second);
  for (const levels of [drawn.Leq, drawn.low, drawn.high, drawn.middle]) levels.push(null);
}

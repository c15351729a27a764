import type { Seconds } from "../time/range.ts";
import { energyOfDecibels, levelOfEnergy } from "../../../acoustics/levels/energy.ts";
import type { LevelData, LevelPoint } from "./level-data.ts";

/** The levels that are drawn as lines. Null breaks a line: a gap, or a sample without the level. */
export type Vertex = Pick<LevelPoint, "second" | "Leq" | "low" | "high" | "middle">;

/**
 * The vertices of the lines, column by column. A level is a step from the start of its sample to its end, so the last
 * entry before a gap is there twice.
 *
 * Up to four entries a pixel column are drawn as they are. Above that, a column has the lowest and the highest level
 * and the energy mean of its samples, so that no maximum is lost. Exceedances are not reduced: they are drawn from
 * the entries.
 */
export interface DrawnLevels {
  readonly isReduced: boolean;
  readonly vertices: readonly Vertex[];
}

export const pointsOfColumn = 4;

/** True if a pixel column stands for several entries. */
export function isReducedIn({ points }: LevelData, columns: number): boolean {
  return points.length > pointsOfColumn * Math.max(1, columns);
}

export function drawnLevels(data: LevelData, range: Seconds, columns: number): DrawnLevels {
  const { points, interval, kind } = data;
  const isReduced = isReducedIn(data, columns);
  const columnSeconds = (range.last - range.first + 1) / Math.max(1, columns);
  const columnOf = ({ second }: LevelPoint) => Math.floor((second - range.first) / columnSeconds);
  const vertices: Vertex[] = [];
  let column: LevelPoint[] = [];
  points.forEach((point, index) => {
    const next = points[index + 1];
    const isGap = next !== undefined && next.second - point.second > 1.5 * interval;
    column.push(point);
    if (isReduced && !isGap && next !== undefined && columnOf(next) === columnOf(point)) return;
    vertices.push(isReduced ? meanOf(column, kind) : point);
    column = [];
    const end = Math.min(point.second + interval, isGap ? next.second - 1 : Infinity);
    const isEnd = isGap || next === undefined;
    // A band is drawn from the start of a step to the next vertex: it ends here.
    if (isEnd && !isReduced && end > point.second) {
      vertices.push({ ...point, low: null, high: null, second: end });
    }
    // The break lies between the end of a step and the next sample.
    if (isGap) vertices.push({ ...none, second: isReduced ? end : (end + next.second) / 2 });
  });
  return { isReduced, vertices };
}

const none = { Leq: null, low: null, high: null, middle: null };

/** A column with the mean of its samples, their lowest and their highest. */
function meanOf(column: readonly LevelPoint[], kind: LevelData["kind"]): Vertex {
  let [energy, count, low, high] = [0, 0, Infinity, -Infinity];
  for (const point of column) {
    const { Leq } = point;
    if (Leq === null) continue;
    energy += energyOfDecibels(Leq);
    count += 1;
    low = Math.min(low, kind === "buckets" ? (point.low ?? Leq) : Leq);
    high = Math.max(high, kind === "buckets" ? (point.high ?? Leq) : Leq);
  }
  const [first, last] = [column[0]?.second ?? 0, column.at(-1)?.second ?? 0];
  const second = Math.floor((first + last) / 2);
  return count === 0
    ? { ...none, second }
    : { second, Leq: levelOfEnergy(energy / count), low, high, middle: null };
}

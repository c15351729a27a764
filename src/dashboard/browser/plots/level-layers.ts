import { clockChanges } from "../time/local-time.ts";
import type { LocalRange } from "../time/range.ts";
import type { Layer } from "./inks.tsx";
import type { LevelData, LevelPoint } from "./level-data.ts";
import { type LevelPicture, missingOf } from "./level-picture.ts";
import {
  areas,
  areDense,
  band,
  differences,
  dots,
  type Frame,
  hatching,
  limitLine,
  line,
  rug,
} from "./level-shapes.ts";
import type { LimitStep } from "./limit-steps.ts";
import { drawnLevels } from "./reduce.ts";
import { holidayShades, periodShades } from "./shading.ts";

/** Evenings, nights, holidays and time without data, below the levels. */
export function ground(picture: LevelPicture, frame: Frame): Layer[] {
  const { range, zone, periods = null, holidays = [], exclusions = [], marked = null } = picture;
  const { first, last } = range;
  const shades = periods === null ? [] : periodShades(first, last, zone, periods);
  const ofKind = (wanted: string) => shades.filter(({ kind }) => kind === wanted);
  const [named, missing] = [holidayShades(first, last, zone, holidays), missingOf(picture)];
  return [
    ["evening", areas(frame, ofKind("evening"))],
    ["night", areas(frame, ofKind("night"))],
    ["holiday", areas(frame, named)],
    ["holiday-hatching", hatching(frame, named, "up")],
    ["missing", areas(frame, missing)],
    ["missing-hatching", hatching(frame, missing, "down")],
    ["excluded", areas(frame, exclusions)],
    ["excluded-hatching", hatching(frame, exclusions, "up")],
    ["marked", marked === null ? "" : areas(frame, [marked], 2)],
  ];
}

/** The levels, their limits and what exceeds them. */
export function levels(picture: LevelPicture, limits: readonly LimitStep[], frame: Frame): Layer[] {
  const { range, data, other = null, references = [], exclusions = [] } = picture;
  const { interval, points } = data;
  const [columns, height] = [frame.right - frame.left, frame.bottom - frame.top];
  const drawn = drawnLevels(data, range, columns);
  const over = points.filter(({ events }) => events > 0);
  const excess = ({ events, limit }: LevelPoint) => (events > 0 ? limit : null);
  const others = new Map(other?.data.points.map(({ second, Leq }) => [second, Leq]));
  const compared = (isLouder: boolean) =>
    differences(frame, data, ({ second, Leq }) => {
      const level = others.get(second) ?? null;
      return Leq !== null && level !== null && level > Leq === isLouder ? level : null;
    });
  const changes = clockChanges(range.first, range.last, picture.zone);
  const bars = (wanted: boolean) =>
    references
      .filter(({ isOver }) => isOver === wanted)
      .map((each) => limitLine(frame, [{ ...each, limit: each.level, label: "" }], false))
      .join("");
  const isSamples = data.kind === "samples";
  const exceedances = dots(
    frame,
    interval,
    over.map(({ second, Leq }) => [second, Leq]),
  );
  const isDense = over.length > columns / 5;
  const isLong = range.last - range.first > longRange;
  const maxima = points.map(({ second, LAFmax }) => [second, LAFmax] as const);
  return [
    ["maxima", picture.showsMaxima === true ? dots(frame, interval, maxima) : ""],
    ["excess", isSamples ? differences(frame, data, excess) : ""],
    ["difference", other === null ? "" : compared(false)],
    ["difference-second", other === null ? "" : compared(true)],
    ["band", band(frame, drawn)],
    ["middle", drawn.isReduced ? "" : line(frame, drawn, drawn.middle)],
    ["level", line(frame, drawn, drawn.Leq)],
    ["second", other === null ? "" : otherLine(frame, other.data, range)],
    ["lonely", dots(frame, interval, lonely(data))],
    ["grey", areas(frame, exclusions)],
    [isLong ? "limit-thin" : "limit", limitLine(frame, limits, !areDense(frame, limits))],
    ["over-ground", isSamples && !isDense ? exceedances : ""],
    [isDense ? "over-dense" : "over", isSamples ? exceedances : ""],
    ["over-rug", isSamples ? "" : rug(frame, interval, over)],
    ["reference-ground", bars(false) + bars(true)],
    ["reference", bars(false)],
    ["reference-over", bars(true)],
    ["clock", changes.map(({ second }) => `M${frame.x(second)} ${frame.top}v${height}`).join("")],
  ];
}

/** Seconds of 56 days: over longer ranges limits are thin. */
const longRange = 56 * 86_400;

function otherLine(frame: Frame, data: LevelData, range: LocalRange): string {
  const drawn = drawnLevels(data, range, data.points.length);
  return line(frame, drawn, drawn.Leq);
}

/** A sample with gaps on both sides has hardly a line: it is a dot. */
function lonely({ points, interval }: LevelData): [number, number | null][] {
  const isNear = (a: LevelPoint, b: LevelPoint | undefined) =>
    b !== undefined && b.Leq !== null && Math.abs(a.second - b.second) <= 1.5 * interval;
  return points
    .filter((point, index) => ![points[index - 1], points[index + 1]].some((b) => isNear(point, b)))
    .map(({ second, Leq }) => [second, Leq]);
}

import type { Layer } from "./inks.tsx";
import type { LevelData, LevelPoint } from "./level-data.ts";
import type { ShownPicture } from "./level-picture.ts";
import {
  areas,
  areDense,
  band,
  differences,
  dots,
  type Frame,
  hatching,
  line,
  rug,
  steps,
} from "./level-shapes.ts";
import { drawnLevels } from "./reduce.ts";

/** Evenings, nights, holidays and time without data, below the levels. */
export function ground(picture: ShownPicture, frame: Frame): Layer[] {
  const { evenings, nights, holidays, missing, exclusions, marked } = picture;
  return [
    ["evening", areas(frame, evenings)],
    ["night", areas(frame, nights)],
    ["holiday", areas(frame, holidays)],
    ["holiday-hatching", hatching(frame, holidays, "up")],
    ["missing", areas(frame, missing)],
    ["missing-hatching", hatching(frame, missing, "down")],
    ["excluded", areas(frame, exclusions)],
    ["excluded-hatching", hatching(frame, exclusions, "up")],
    ["marked", areas(frame, marked, 2)],
  ];
}

/** The levels, their limits and what exceeds them. */
export function levels(picture: ShownPicture, frame: Frame): Layer[] {
  const { range, data, other, references, exclusions, limitLines } = picture;
  const { interval, points } = data;
  const [columns, height] = [frame.right - frame.left, frame.bottom - frame.top];
  const drawn = drawnLevels(data, range, columns);
  const secondLine = other === null ? [] : drawnLevels(other.data, range, Infinity).vertices;
  const over = points.filter(({ events }) => events > 0);
  const excess = ({ events, limit }: LevelPoint) => (events > 0 ? limit : null);
  const others = new Map(other?.data.points.map(({ second, Leq }) => [second, Leq]));
  const compared = (isLouder: boolean) =>
    differences(frame, data, ({ second, Leq }) => {
      const level = others.get(second) ?? null;
      return Leq !== null && level !== null && level > Leq === isLouder ? level : null;
    });
  const bars = (wanted: boolean) =>
    steps(
      frame,
      references.filter(({ isOver }) => isOver === wanted),
      false,
    );
  const isSamples = data.kind === "samples";
  const limits = limitLines.map(({ limit, ...step }) => ({ ...step, level: limit }));
  const exceedances = dots(frame, interval, over, "Leq");
  const isDense = over.length > columns / 5;
  const isLong = range.last - range.first > longRange;
  return [
    ["maxima", picture.showsMaxima === true ? dots(frame, interval, points, "LAFmax") : ""],
    ["excess", isSamples ? differences(frame, data, excess) : ""],
    ["difference", other === null ? "" : compared(false)],
    ["difference-second", other === null ? "" : compared(true)],
    ["band", band(frame, drawn)],
    ["middle", drawn.isReduced ? "" : line(frame, drawn.vertices, "middle", false)],
    ["level", line(frame, drawn.vertices, "Leq", drawn.isReduced)],
    ["second", line(frame, secondLine, "Leq", false)],
    ["lonely", dots(frame, interval, lonely(data), "Leq")],
    ["grey", areas(frame, exclusions)],
    [isLong ? "limit-thin" : "limit", steps(frame, limits, !areDense(frame, limitLines))],
    ["over-ground", isSamples && !isDense ? exceedances : ""],
    [isDense ? "over-dense" : "over", isSamples ? exceedances : ""],
    ["over-rug", isSamples ? "" : rug(frame, interval, over)],
    ["reference-ground", bars(false) + bars(true)],
    ["reference", bars(false)],
    ["reference-over", bars(true)],
    [
      "clock",
      picture.clockChanges
        .map(({ second }) => `M${frame.x(second)} ${frame.top}v${height}`)
        .join(""),
    ],
  ];
}

/** Seconds of 56 days: over longer ranges limits are thin. */
const longRange = 56 * 86_400;

/** A sample with gaps on both sides has hardly a line: it is a dot. */
function lonely({ points, interval }: LevelData): LevelPoint[] {
  const isNear = (a: LevelPoint, b: LevelPoint | undefined) =>
    b !== undefined && b.Leq !== null && Math.abs(a.second - b.second) <= 1.5 * interval;
  return points.filter(
    (point, index) => ![points[index - 1], points[index + 1]].some((b) => isNear(point, b)),
  );
}

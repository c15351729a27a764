import "./svg-plot.css";
import "./level-chart.css";
import type { Ref } from "preact";
import { useMemo } from "preact/hooks";
import { twoDecimals, written } from "../components/level-text.ts";
import { clockChanges, type TimeZone } from "../time/local-time.ts";
import type { LocalRange } from "../time/range.ts";
import { type LevelData, type LevelPoint, levelScale } from "./level-data.ts";
import { type Layer, Layers } from "./inks.tsx";
import {
  areas,
  band,
  differences,
  dots,
  edgesOf,
  type Frame,
  frameOf,
  hatching,
  limitLine,
  line,
  rug,
  type Stretch,
} from "./level-shapes.ts";
import { type LimitStep, withoutCrossings } from "./limit-steps.ts";
import { drawnLevels } from "./reduce.ts";
import { holidayShades, type PeriodClocks, periodShades } from "./shading.ts";
import { GridLine } from "./svg-plot.tsx";
import { ticksBetween } from "./ticks.ts";
import { timeTicks } from "./time-axis.ts";

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

/** A reference time with its level. */
interface ReferenceStretch extends Stretch {
  readonly level: number;
  readonly isOver: boolean;
}

/** The room around the levels, and how wide a bold label is, in pixels. */
export interface ChartLook {
  readonly room: Pick<Frame, "left" | "right" | "top" | "bottom">;
  readonly widthOf: (text: string) => number;
  /** The text of a time without samples; none on paper, which has a legend. */
  readonly missing?: string;
  /** To which part of a pixel lines are snapped; else to those of the screen. */
  readonly snapsPerPixel?: number;
  /** A class of its own. */
  readonly name?: string;
}

/** All plots of a view have the same room, as `--plot-*` of tokens.css says, so that times stand above each other. */
export const onScreen: ChartLook = {
  room: { left: 44, right: 12, top: 22, bottom: 42 },
  widthOf: shownWidth,
  missing: "no data",
};

/** Levels over time: line, band, limit and exceedances, over evenings, nights and time without data. */
export function LevelChart(props: {
  readonly picture: LevelPicture;
  /** The picture whose levels and limits make the scale, where fingers show another time of it. */
  readonly scaled?: LevelPicture;
  /** One sentence: the name of the picture for those who do not see it. */
  readonly summary: string;
  readonly width: number;
  readonly height: number;
  readonly look?: ChartLook;
  readonly image?: Ref<SVGSVGElement>;
}) {
  const { picture, scaled = picture, width, height, look = onScreen, image = null } = props;
  const scale = useMemo(() => levelScale(levelsOf(scaled)), [scaled]);
  const parts = useMemo(() => {
    const shown = inRange(picture);
    const { left, right, top, bottom } = look.room;
    const edges = { left, right: width - right, top, bottom: height - bottom };
    const frame = frameOf(edges, picture.range, scale, look.snapsPerPixel ?? devicePixelRatio);
    const inside = `inset(${top}px ${right}px ${bottom}px ${left}px) view-box`;
    const limits = withoutCrossings(shown.limits, shown.data);
    return (
      <>
        <Layers layers={ground(shown, frame)} clip={inside} />
        <Axes picture={shown} frame={frame} scale={scale} look={look} />
        <Layers layers={levels(shown, limits, frame)} clip={inside} />
        <Names names={namesOf(shown, limits, frame, look)} />
      </>
    );
  }, [picture, scale, width, height, look]);
  return (
    <svg
      class={`level-chart svg-plot ${look.name ?? ""}`}
      role="img"
      aria-label={props.summary}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      ref={image}
    >
      {parts}
    </svg>
  );
}

/** A picture with the points, limits and marks that meet its range, for a plot and for its legend. */
export function inRange(picture: LevelPicture): LevelPicture {
  const {
    range,
    data,
    limits,
    gaps = [],
    exclusions = [],
    references = [],
    marked = null,
  } = picture;
  const meets = ({ first, end }: Stretch) => end > range.first && first <= range.last;
  const points = data.points.filter(
    ({ second }) => second + data.interval > range.first && second <= range.last,
  );
  return {
    ...picture,
    data: { ...data, points },
    limits: limits.filter(meets),
    gaps: gaps.filter(meets),
    exclusions: exclusions.filter(meets),
    references: references.filter(meets),
    marked: marked !== null && meets(marked) ? marked : null,
  };
}

function ground(picture: LevelPicture, frame: Frame): Layer[] {
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

function levels(picture: LevelPicture, limits: readonly LimitStep[], frame: Frame): Layer[] {
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

/** The gaps as served, and what of the range lies outside the contract. */
function missingOf({ range, contract = null, gaps = [] }: LevelPicture): Stretch[] {
  const { first, last } = range;
  const outside =
    contract === null
      ? []
      : [
          { first, end: contract.first },
          { first: contract.last + 1, end: last + 1 },
        ];
  return [...gaps, ...outside].filter(
    (each) => each.end > first && each.first <= last && each.end > each.first,
  );
}

function* levelsOf(picture: LevelPicture): Iterable<number | null> {
  const { data, limits, range, showsMaxima, references = [], other = null } = picture;
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

/** A text in the picture, at its lower left corner unless it has another anchor. */
interface Name {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly anchor?: "middle" | "end";
  readonly kind?: string;
}

function Names({ names }: { readonly names: readonly Name[] }) {
  return names.map(({ text, x, y, anchor, kind = "plot-name" }, index) => (
    <text key={index} class={kind} x={x} y={y} text-anchor={anchor}>
      {text}
    </text>
  ));
}

/** The texts in the picture, as far as there is room. */
function namesOf(
  picture: LevelPicture,
  limits: readonly LimitStep[],
  frame: Frame,
  { widthOf, missing }: ChartLook,
): Name[] {
  const { range, zone, holidays = [], exclusions = [], references = [] } = picture;
  const { top, bottom, y } = frame;
  const fits = (text: string, room: number) => widthOf(text) <= room;
  const inMiddle = (stretch: Stretch, text: string | undefined, height: number): Name[] => {
    const [from, to] = edgesOf(frame, stretch);
    if (text === undefined || to - from < 64 || !fits(text, to - from)) return [];
    return [{ text, x: (from + to) / 2, y: height, anchor: "middle" }];
  };
  const ofLimits = areDense(frame, limits)
    ? [...new Set(limits.map(({ limit }) => limit))].flatMap((limit) =>
        limit === null ? [] : { text: numberText(limit), x: frame.left + 3, y: y(limit) - 5 },
      )
    : limits.flatMap((step): Name[] => {
        if (step.limit === null) return [];
        const [from, to] = edgesOf(frame, step);
        const text = [step.label, numberText(step.limit)].find((each) => fits(each, to - from - 4));
        return text === undefined ? [] : [{ text, x: from + 3, y: y(step.limit) - 5 }];
      });
  return [
    ...holidayShades(range.first, range.last, zone, holidays).flatMap((holiday): Name[] => {
      const [from, to] = edgesOf(frame, holiday);
      const text = shortened(holiday.name, (each) => fits(each, to - from - 8));
      return [{ text, x: from + 4, y: top + 14, kind: "plot-label small" }];
    }),
    ...missingOf(picture).flatMap((each) => inMiddle(each, missing, bottom - 8)),
    ...exclusions.flatMap((each) => inMiddle(each, each.reason, top + 14)),
    ...references.flatMap((each): Name[] => {
      const [[from, to], text] = [edgesOf(frame, each), twoDecimals(each.level)];
      if (!fits(text, to - from)) return [];
      return [{ text, x: to - 3, y: y(each.level) - 8, anchor: "end" }];
    }),
    ...ofLimits,
    // Above the frame, where nothing else is written.
    ...clockChanges(range.first, range.last, zone).map(({ second, from, to }): Name => {
      const place = frame.x(second);
      const text = { text: `${from} → ${to}`, y: top - 5 };
      return place + 96 < frame.right
        ? { ...text, x: place + 4 }
        : { ...text, x: place - 4, anchor: "end" };
    }),
  ];
}

function numberText(level: number): string {
  return written(String(level));
}

/** As much of a text as there is room for. A letter or two say nothing. */
function shortened(text: string, fits: (text: string) => boolean): string {
  if (fits(text)) return text;
  const beginning = (letters: number) => `${text.slice(0, letters).trimEnd()}…`;
  let letters = text.length - 1;
  while (letters >= 4 && !fits(beginning(letters))) letters -= 1;
  return letters < 4 ? "" : beginning(letters);
}

/** How wide a bold label is on the screen, in pixels. */
function shownWidth(text: string): number {
  measuring ??= canvasOfLabels();
  return measuring?.measureText(text).width ?? 7.4 * text.length;
}

let measuring: CanvasRenderingContext2D | null = null;

function canvasOfLabels(): CanvasRenderingContext2D | null {
  const context = document.createElement("canvas").getContext("2d");
  if (context !== null) context.font = `600 11px ${getComputedStyle(document.body).fontFamily}`;
  return context;
}

/** True if steps are closer than lines can show: then only their levels are drawn. */
function areDense({ left, right }: Frame, steps: readonly LimitStep[]): boolean {
  return steps.length > (right - left) / 6;
}

function Axes(props: {
  readonly picture: LevelPicture;
  readonly frame: Frame;
  readonly scale: ReturnType<typeof levelScale>;
  readonly look: ChartLook;
}) {
  const { picture, frame, scale, look } = props;
  const { left, right, top, bottom, x, y } = frame;
  const { range, zone, unit } = picture;
  const times = timeTicks(range.first, range.last, zone, (right - left) / 64);
  const { low, high } = scale;
  const lineHeight = (look.room.bottom - 6) / 2;
  const edge = right + look.room.right - 1;
  // Twenties or fifties where there is no room for a line of text each.
  const ticks = ticksBetween(low, high, Math.min(10, (bottom - top) / 14), [10, 20, 50]);
  return (
    <>
      {ticks.map((level) => (
        <GridLine key={level} left={left} right={right} y={y(level)}>
          {numberText(level)}
        </GridLine>
      ))}
      <Layers
        layers={[
          ["grid", times.map(({ second }) => `M${x(second)} ${top}V${bottom + 4}`).join("")],
        ]}
      />
      <text class="plot-label small" x={Math.max(0, left - 40)} y={Math.max(9, top - 14)}>
        {unit}
      </text>
      {times.map(({ second, label }) => {
        const lines = label.split("\n");
        // The last one ends at the edge of the picture, where it would be cut.
        const isCut = x(second) + Math.max(...lines.map(look.widthOf)) / 2 > edge;
        return (
          <text key={second} class="plot-label" text-anchor={isCut ? "end" : "middle"}>
            {lines.map((text, index) => (
              <tspan key={index} x={isCut ? edge : x(second)} y={bottom + lineHeight * (index + 1)}>
                {text}
              </tspan>
            ))}
          </text>
        );
      })}
    </>
  );
}

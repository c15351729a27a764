import { twoDecimals, written } from "../components/level-text.ts";
import type { ChartLook, ShownPicture } from "./level-picture.ts";
import type { Label } from "./svg-plot.tsx";
import { areDense, edgesOf, type Frame, type Stretch } from "./level-shapes.ts";

/** The texts in the picture, as far as there is room. */
export function namesOf(
  picture: ShownPicture,
  frame: Frame,
  { widthOf, missing }: ChartLook,
): Label[] {
  const { data, limitLines: limits, holidays, exclusions, references } = picture;
  const { top, bottom, x, y } = frame;
  // A bucket has no dot.
  const dots = data.points.flatMap(({ second, Leq, events }): Dot[] =>
    data.kind === "buckets" || events === 0 || Leq === null
      ? []
      : [{ x: x(second + data.interval / 2), y: y(Leq) }],
  );
  const fits = (text: string, room: number) => widthOf(text) <= room;
  const inMiddle = (stretch: Stretch, text: string | undefined, height: number): Label[] => {
    const [from, to] = edgesOf(frame, stretch);
    if (text === undefined || to - from < 64 || !fits(text, to - from)) return [];
    return [{ text, x: (from + to) / 2, y: height, anchor: "middle" }];
  };
  const isFree = ({ text, x: start, y: base }: Label) =>
    !dots.some((dot) => isBelow(dot, start, widthOf(text), base));
  const ofLimits = areDense(frame, limits)
    ? [...new Set(limits.map(({ limit }) => limit))].flatMap((limit) =>
        limit === null ? [] : { text: numberText(limit), x: frame.left + 3, y: y(limit) - 5 },
      )
    : limits.flatMap((step): Label[] => {
        if (step.limit === null) return [];
        const [from, to] = edgesOf(frame, step);
        const text = [step.label, numberText(step.limit)].find((each) => fits(each, to - from - 4));
        if (text === undefined) return [];
        const base = y(step.limit) - 5;
        const ends = [from + 3, to - 3 - widthOf(text)].map((start) => ({
          text,
          x: start,
          y: base,
        }));
        return [ends.find(isFree) ?? { text, x: from + 3, y: base }];
      });
  return [
    ...holidays.flatMap((holiday): Label[] => {
      const [from, to] = edgesOf(frame, holiday);
      const text = shortened(holiday.name, (each) => fits(each, to - from - 8));
      return [{ text, x: from + 4, y: top + 14, kind: "plot-label small" }];
    }),
    ...picture.missing.flatMap((each) => inMiddle(each, missing, bottom - 8)),
    ...exclusions.flatMap((each) => inMiddle(each, each.reason, top + 14)),
    ...withoutOverlaps(
      references
        .toSorted((a, b) => b.level - a.level)
        .flatMap((each): Label[] => {
          const [[from, to], text] = [edgesOf(frame, each), twoDecimals(each.level)];
          if (!fits(text, to - from)) return [];
          return [{ text, x: to - 3, y: y(each.level) - 8, anchor: "end" }];
        }),
      widthOf,
    ),
    ...ofLimits,
    // Above the frame, where nothing else is written.
    ...picture.clockChanges.map(({ second, from, to }): Label => {
      const place = frame.x(second);
      const text = { text: `${from} → ${to}`, y: top - 5 };
      return place + 96 < frame.right
        ? { ...text, x: place + 4 }
        : { ...text, x: place - 4, anchor: "end" };
    }),
  ];
}

/** The dot of an exceedance, in pixels. */
type Dot = Pick<Label, "x" | "y">;

/** True if a name of a limit would lie on the dot. */
function isBelow({ x, y }: Dot, start: number, width: number, base: number): boolean {
  const isAcross = x > start - apart && x < start + width + apart;
  return isAcross && y > base - lineHeight && y < base + apart;
}

/** The labels, which end at their places, without those that would be written over an earlier one. */
function withoutOverlaps(labels: readonly Label[], widthOf: ChartLook["widthOf"]): Label[] {
  const kept: Label[] = [];
  for (const label of labels) {
    const isFree = kept.every(
      ({ text, x, y }) =>
        Math.abs(y - label.y) >= lineHeight ||
        label.x + apart <= x - widthOf(text) ||
        x + apart <= label.x - widthOf(label.text),
    );
    if (isFree) kept.push(label);
  }
  return kept;
}

/** The height of a label and the room beside it, in pixels. */
const [lineHeight, apart] = [14, 4];

/** A level without more decimals than it has. */
export function numberText(level: number): string {
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
export function shownWidth(text: string): number {
  measuring ??= canvasOfLabels();
  return measuring?.measureText(text).width ?? 7.4 * text.length;
}

let measuring: CanvasRenderingContext2D | null = null;

function canvasOfLabels(): CanvasRenderingContext2D | null {
  const context = document.createElement("canvas").getContext("2d");
  if (context !== null) context.font = `600 11px ${getComputedStyle(document.body).fontFamily}`;
  return context;
}

import { twoDecimals, written } from "../components/level-text.ts";
import type { ChartLook, ShownPicture } from "./level-picture.ts";
import type { Label } from "./svg-plot.tsx";
import { areDense, edgesOf, type Frame, type Stretch } from "./level-shapes.ts";

/** The texts in the picture, as far as there is room. */
export function namesOf(
  picture: ShownPicture,
  frame: Frame,
  { widthOf, missing, namesWhole }: ChartLook,
): Label[] {
  const { data, limitLines: limits, holidays, exclusions, references } = picture;
  const { top, bottom, x, y } = frame;
  const fits = (text: string, room: number) => widthOf(text) <= room;
  const inMiddle = (stretch: Stretch, text: string | undefined, height: number): Label[] => {
    const [from, to] = edgesOf(frame, stretch);
    if (text === undefined || to - from < 64 || !fits(text, to - from)) return [];
    return [{ text, x: (from + to) / 2, y: height, anchor: "middle" }];
  };
  const isClear = (limit: number, { text, x: start }: Label) =>
    !data.points.some(
      ({ second, Leq }) =>
        Leq !== null &&
        Leq > limit &&
        x(second) < start + widthOf(text) + apart &&
        x(second + data.interval) > start - apart,
    );
  // At the start of its line, at its end or in its middle, where no level is above it; else below it.
  const ofLimit = (text: string, limit: number, from: number, to: number): Label => {
    const width = widthOf(text);
    const starts = [from + 3, to - 3 - width, (from + to - width) / 2];
    const above = starts.map((start) => ({ text, x: start, y: y(limit) - 5 }));
    return above.find((label) => isClear(limit, label)) ?? { text, x: from + 3, y: y(limit) + 12 };
  };
  const ofLimits = areDense(frame, limits)
    ? [...new Set(limits.map(({ limit }) => limit))].flatMap((limit) =>
        limit === null ? [] : ofLimit(numberText(limit), limit, frame.left, frame.right),
      )
    : limits.flatMap((step): Label[] => {
        if (step.limit === null) return [];
        const [from, to] = edgesOf(frame, step);
        const text = [step.label, numberText(step.limit)].find((each) => fits(each, to - from - 4));
        return text === undefined ? [] : [ofLimit(text, step.limit, from, to)];
      });
  return [
    ...holidays.flatMap((holiday): Label[] => {
      const [from, to] = edgesOf(frame, holiday);
      const hasRoom = (text: string) => fits(text, to - from - 8);
      if (namesWhole === true && !hasRoom(holiday.name)) return [];
      const text = shortened(holiday.name, hasRoom);
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

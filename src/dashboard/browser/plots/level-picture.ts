import { clockChanges, type TimeZone } from "../time/local-time.ts";
import type { LocalRange, Seconds } from "../time/range.ts";
import type { LevelData } from "./level-data.ts";
import type { Frame, Stretch } from "./level-shapes.ts";
import { type LimitStep, withoutCrossings } from "./limit-steps.ts";
import { holidayShades, type PeriodClocks, periodShades } from "./shading.ts";

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
  readonly contract?: Seconds | null;
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
  /** Decibels above the highest level and limit. */
  readonly headroom?: number;
  /** True if times have one line of text, not a second one for their date. */
  readonly hasOneLine?: boolean;
  /** True if the name of a holiday that does not fit is left out, not shortened. */
  readonly namesWhole?: boolean;
  /** To which part of a pixel lines are snapped; else to those of the screen. */
  readonly snapsPerPixel?: number;
  /** A class of its own. */
  readonly name?: string;
}

export type ShownPicture = ReturnType<typeof shownIn>;

/** A picture with what meets its range, and what the wall clock does there, for a plot and for its legend. */
export function shownIn(picture: LevelPicture) {
  const { range, zone, data, periods = null, contract = null, gaps = [], marked = null } = picture;
  const { first, last } = range;
  const meets = (stretch: Stretch) => stretch.end > first && stretch.first <= last;
  const points = data.points.filter(
    ({ second }) => second + data.interval > first && second <= last,
  );
  const limits = picture.limits.filter(meets);
  const shades = periods === null ? [] : periodShades(first, last, zone, periods);
  const outside =
    contract === null
      ? []
      : [
          { first, end: contract.first },
          { first: contract.last + 1, end: last + 1 },
        ];
  return {
    ...picture,
    data: { ...data, points },
    other: picture.other ?? null,
    limits,
    limitLines: withoutCrossings(limits, { ...data, points }),
    evenings: shades.filter(({ kind }) => kind === "evening"),
    nights: shades.filter(({ kind }) => kind === "night"),
    holidays: holidayShades(first, last, zone, picture.holidays ?? []),
    gaps: gaps.filter(meets),
    /** The gaps as served, and what of the range lies outside the contract. */
    missing: [...gaps, ...outside].filter((each) => meets(each) && each.end > each.first),
    exclusions: (picture.exclusions ?? []).filter(meets),
    references: (picture.references ?? []).filter(meets),
    marked: marked !== null && meets(marked) ? [marked] : [],
    clockChanges: clockChanges(first, last, zone),
  };
}

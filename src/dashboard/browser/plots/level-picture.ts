import type { TimeZone } from "../time/local-time.ts";
import type { LocalRange } from "../time/range.ts";
import type { LevelData } from "./level-data.ts";
import type { Frame, Stretch } from "./level-shapes.ts";
import type { LimitStep } from "./limit-steps.ts";
import type { PeriodClocks } from "./shading.ts";

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

/** The gaps as served, and what of the range lies outside the contract. */
export function missingOf({ range, contract = null, gaps = [] }: LevelPicture): Stretch[] {
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

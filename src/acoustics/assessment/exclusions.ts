/** A stretch of time whose samples do not count: the seconds from `start` to before `end` (docs/contract.md, P6). */
export interface Exclusion {
  readonly start: number;
  readonly end: number;
  readonly reason: string;
  readonly note: string | null;
}

/** The excluded seconds, as stretches in order of time that neither overlap nor touch. */
export interface ExcludedStretches {
  /** First seconds. */
  readonly starts: readonly number[];
  /** The seconds after the last ones. */
  readonly ends: readonly number[];
}

export const noExclusions: ExcludedStretches = { starts: [], ends: [] };

/** Returns true if a sample that starts at a Unix second is excluded. It must be called in order of time. */
export type ExclusionTest = (second: number) => boolean;

/** Every sample counts. */
export const excludesNothing: ExclusionTest = () => false;

/** The greatest number of stretches that are read at once: they are parsed in some 30 ms. A day has no more. */
export const stretchesAtOnce = 100_000;

/** The greatest numbers of characters of a reason and of its note. */
export const greatestReason = 64;
export const greatestNote = 500;

/** The test of stretches. Example: 12:00 to 12:10 excludes the samples of 12:00 and 12:05, not that of 12:10. */
export function createExclusionTest({ starts, ends }: ExcludedStretches): ExclusionTest {
  let index = 0;
  return (second) => {
    while (index < ends.length && (ends[index] ?? Infinity) <= second) index += 1;
    return (starts[index] ?? Infinity) <= second;
  };
}

/* Worked example of gaps: an interval of 300 s, a range of 3,600 s, one sample at 600 s: gaps of 600 and 2,700 s. */

import type { SecondRange } from "../time/contract-period.ts";
import type { SampleColumns } from "./sample-columns.ts";
import type { SampleInterval } from "./sample-interval.ts";

/** A stretch without samples: the seconds from `start` to before `end`. */
export interface Gap {
  readonly start: number;
  readonly end: number;
}

/** The presence of a sensor's samples in a range, whatever their levels. */
export interface Availability {
  samples: number;
  coveredSeconds: number;
  first: number | null;
  last: number | null;
  gapCount: number;
  /** The first thousand. */
  readonly gaps: Gap[];
}

/** The greatest number of listed gaps. All are counted. */
export const listedGaps = 1000;

/**
 * Finds the gaps of a range: periods without a sample that last at least an interval; the ends of the range are ends of
 * gaps. Open the columns of samples, call the result of `open` for each sample in order of time, then `finish`.
 */
export function createAvailability({ first, last }: SecondRange, interval: SampleInterval) {
  const found: Availability = {
    samples: 0,
    coveredSeconds: 0,
    first: null,
    last: null,
    gapCount: 0,
    gaps: [],
  };
  let coveredTo = first;
  const noteGap = (end: number) => {
    if (end - coveredTo < interval.seconds) return;
    found.gapCount += 1;
    if (found.gaps.length < listedGaps) found.gaps.push({ start: coveredTo, end });
  };
  return {
    open:
      ({ seconds, durations }: SampleColumns) =>
      (index: number): void => {
        const second = seconds[index] ?? 0;
        const duration = durations[index] ?? 0;
        noteGap(second);
        coveredTo = second + duration;
        found.samples += 1;
        found.coveredSeconds += duration;
        found.first ??= second;
        found.last = second;
      },
    finish(): Availability {
      noteGap(last + 1);
      return found;
    },
  };
}

/* Worked example of an inferred interval: 0, 300, 600, 660, 720 have two distances of 300 s, two of 60 s: 60 s. */

/** The duration of the samples of a sensor, and its source. */
export interface SampleInterval {
  readonly seconds: number;
  readonly source: "declared" | "inferred" | "assumed";
}

/** The interval of a sensor without a declared or inferred one, in seconds (docs/contract.md, A1). */
export const assumedSeconds = 300;

/** A longer distance between two samples is a gap. */
export const longestInterval = 86_400;

/** The number of newest samples from which the interval is inferred. */
export const samplesOfInterval = 1001;

/**
 * The interval of a sensor: the declared one; else the most frequent distance between neighbours among `newest`, and of
 * equally frequent ones the shortest; else 300 s. `newest` are the Unix seconds of its newest samples inside the
 * contract, in order of time.
 */
export function inferInterval(newest: readonly number[]): SampleInterval {
  const counts = new Map<number, number>();
  for (const [index, second] of newest.entries()) {
    const distance = Math.abs(second - (newest[index - 1] ?? Number.NaN));
    if (distance <= longestInterval) counts.set(distance, (counts.get(distance) ?? 0) + 1);
  }
  const [mostFrequent] = [...counts].toSorted(
    ([left, countOfLeft], [right, countOfRight]) => countOfRight - countOfLeft || left - right,
  );
  return mostFrequent === undefined
    ? { seconds: assumedSeconds, source: "assumed" }
    : { seconds: mostFrequent[0], source: "inferred" };
}

/** The expected number of samples in a number of seconds: the nearest whole number, halves up. */
export function expectedSamples(seconds: number, { seconds: interval }: SampleInterval): number {
  return Math.floor((2 * seconds + interval) / (2 * interval));
}

/** The share of a period that samples cover, at most 1; 0 for a period without length. */
export function coverageOf(coveredSeconds: number, seconds: number): number {
  return seconds === 0 ? 0 : Math.min(1, coveredSeconds / seconds);
}

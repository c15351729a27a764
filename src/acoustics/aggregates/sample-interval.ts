/*
 * Worked example of an inferred interval: values that are sent twice, at 0, 2, 3660, 3662, 7210, 7212 and 10900 s,
 * have the distances 2, 2, 2 and 3548, 3658, 3688 s. The second group covers most of the time: 3,658 s.
 */

/** The duration of the samples of a sensor, and its source. */
export interface SampleInterval {
  readonly seconds: number;
  readonly source: "declared" | "inferred" | "assumed";
  /** False: the times of too many samples have other distances than this inferred interval. */
  readonly agrees: boolean;
}

/** The interval of a sensor without a declared or inferred one, in seconds (docs/contract.md, A1). */
export const assumedSeconds = 300;

/** A longer distance between two samples, in seconds, is a gap. */
export const longestInterval = 86_400;

/** The number of newest samples from which the interval is inferred. */
export const samplesOfInterval = 1001;

/** An inferred interval agrees with the times of its samples if it covers at least this share of their time. */
export const leastAgreement = 0.8;

/**
 * The interval of a sensor: the declared one; else that of the distances between neighbours among `newest`; else 300 s.
 * `newest` are the Unix seconds of its newest samples inside the contract, in order of time.
 */
export function inferInterval(newest: readonly number[]): SampleInterval {
  const inferred = intervalOfTimes(newest);
  return inferred === null
    ? { seconds: assumedSeconds, source: "assumed", agrees: true }
    : {
        seconds: inferred.length,
        source: "inferred",
        agrees: inferred.agreement >= leastAgreement,
      };
}

/** The interval of times, and its agreement with them; null without a distance of at most `longest`, a day. */
export function intervalOfTimes(
  times: readonly number[],
  longest = longestInterval,
): InferredInterval | null {
  const counts = new Map<number, number>();
  for (const [index, time] of times.entries()) {
    const distance = Math.abs(time - (times[index - 1] ?? Number.NaN));
    if (distance <= longest) counts.set(distance, (counts.get(distance) ?? 0) + 1);
  }
  return intervalOfDistances(counts);
}

export interface InferredInterval {
  /** In the unit of the distances, a whole number. */
  readonly length: number;
  /** The share of the time that the group of this length covers, 0 to 1. */
  readonly agreement: number;
}

/**
 * The length that covers most of the time, by distances and how often they occur. Sorted distances whose neighbours
 * differ by at most 10 % form a group. Groups with less than a tenth of all distances are gaps and do not count. The
 * length is the median of the group that covers most of the time, rounded down; of equals the shortest.
 */
export function intervalOfDistances(counts: ReadonlyMap<number, number>): InferredInterval | null {
  const groups: { distances: (readonly [number, number])[]; count: number; time: number }[] = [];
  let last = Number.NaN;
  for (const [distance, count] of [...counts].toSorted(([left], [right]) => left - right)) {
    if (distance <= 0) continue;
    if (!(distance * 10 <= last * 11)) groups.push({ distances: [], count: 0, time: 0 });
    const group = groups.at(-1);
    if (group === undefined) continue;
    group.distances.push([distance, count]);
    group.count += count;
    group.time += distance * count;
    last = distance;
  }
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  const frequent = groups.filter(({ count }) => count * 10 >= total);
  const counted = frequent.length > 0 ? frequent : groups;
  const [longest] = counted.toSorted((left, right) => right.time - left.time);
  if (longest === undefined) return null;
  const time = counted.reduce((sum, group) => sum + group.time, 0);
  const { distances, count } = longest;
  const [lower, upper] = [at(distances, (count - 1) / 2), at(distances, count / 2)];
  return { length: Math.floor((lower + upper) / 2), agreement: longest.time / time };
}

/** The distance at a position, rounded down, of distances that occur so often. */
function at(distances: readonly (readonly [number, number])[], position: number): number {
  let before = 0;
  return distances.find(([, count]) => Math.floor(position) < (before += count))?.[0] ?? 0;
}

/** The expected number of samples in a number of seconds: the nearest whole number, halves up. */
export function expectedSamples(seconds: number, { seconds: interval }: SampleInterval): number {
  return Math.floor((2 * seconds + interval) / (2 * interval));
}

/** The share of a period that samples cover, at most 1; 0 for a period without length. */
export function coverageOf(coveredSeconds: number, seconds: number): number {
  return seconds === 0 ? 0 : Math.min(1, coveredSeconds / seconds);
}

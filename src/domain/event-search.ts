import type { SecondRange } from "./contract-period.ts";
import type { Order } from "./cursor.ts";
import type { Hundredths } from "./decibel.ts";
import type { Instant } from "./instant.ts";
import type { LimitSegment } from "./limit-timeline.ts";

/**
 * What makes a sample an event, as a search can compare it: its level exceeds the limit in one of
 * the stretches in which that limit holds. Stretches are `startAt <= t < endAt`.
 */
export interface LimitStretches {
  readonly limit: Hundredths;
  readonly stretches: readonly { readonly startAt: Instant; readonly endAt: Instant }[];
}

/** The segments of a timeline by their limit, lowest first; where no limit holds there is no event. */
export function groupByLimit(segments: readonly LimitSegment[]): LimitStretches[] {
  const groups = new Map<Hundredths, { startAt: Instant; endAt: Instant }[]>();
  for (const { limit, startAt, endAt } of segments) {
    if (limit === null) continue;
    const stretches = groups.get(limit) ?? [];
    const last = stretches.at(-1);
    if (last?.endAt === startAt) last.endAt = endAt;
    else stretches.push({ startAt, endAt });
    groups.set(limit, stretches);
  }
  return [...groups]
    .map(([limit, stretches]) => ({ limit, stretches }))
    .toSorted((left, right) => left.limit - right.limit);
}

/**
 * The work bound of one request: a first statement searches as many samples as a busy site needs, and
 * all together more than a year of five-minute samples (at least 10,000 by the contract, 2.4).
 */
const searchFirst = 10_000;
const searchInAll = 150_000;

/** How many samples the next statement may search after `searched`; 0 where the bound is reached. */
export function searchAllowance(searched: number): number {
  return (searched < searchFirst ? searchFirst : searchInAll) - searched;
}

/** Limits are worked out for so long a time at once: an endless contract is not an endless timeline. */
const sliceSeconds = 400 * 86_400;

/** Whether a range is short enough to be searched at once. */
export function isOneSlice({ first, last }: SecondRange): boolean {
  return last - first < sliceSeconds;
}

/** The slice of a range that begins at its first sample in the order of the search. */
export function cutSlice(seconds: SecondRange, firstSample: number, order: Order): SecondRange {
  return order === "asc"
    ? { first: firstSample, last: Math.min(seconds.last, firstSample + sliceSeconds - 1) }
    : { first: Math.max(seconds.first, firstSample - sliceSeconds + 1), last: firstSample };
}

/** What is left of a range behind one of its slices, or null where nothing is. */
export function secondsBehind(
  seconds: SecondRange,
  slice: SecondRange,
  order: Order,
): SecondRange | null {
  const rest =
    order === "asc"
      ? { first: slice.last + 1, last: seconds.last }
      : { first: seconds.first, last: slice.first - 1 };
  return rest.first <= rest.last ? rest : null;
}

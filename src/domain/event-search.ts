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
 * How many samples each statement of one request searches, in turn. The first is enough for a busy
 * site; together they cover more than a year of five-minute samples, and are the work bound of a
 * request (at least 10,000 samples by the contract, 2.4).
 */
export const searchSteps: readonly number[] = [10_000, 140_000];

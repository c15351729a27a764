import type { Instant } from "./instant.ts";

/** A range of time with both ends inside. Invariant: `startAt <= endAt`. */
export interface Interval {
  readonly startAt: Instant;
  readonly endAt: Instant;
}

/** The part that two ranges share, or null where they share no instant. Touching ends share one. */
export function intersectIntervals(left: Interval, right: Interval): Interval | null {
  const startAt = left.startAt > right.startAt ? left.startAt : right.startAt;
  const endAt = left.endAt < right.endAt ? left.endAt : right.endAt;
  return startAt <= endAt ? { startAt, endAt } : null;
}

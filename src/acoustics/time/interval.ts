import type { Instant } from "./instant.ts";

/** A range of time, both ends included. Invariant: `startAt <= endAt`. */
export interface Interval {
  readonly startAt: Instant;
  readonly endAt: Instant;
}

/** The instants that both ranges hold, or null if there are none. Touching ends share one instant. */
export function intersectIntervals(left: Interval, right: Interval): Interval | null {
  const startAt = left.startAt > right.startAt ? left.startAt : right.startAt;
  const endAt = left.endAt < right.endAt ? left.endAt : right.endAt;
  return startAt <= endAt ? { startAt, endAt } : null;
}

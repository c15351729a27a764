import type { Weighting } from "../levels/weighting.ts";
import type { Instant } from "../time/instant.ts";
import { offsetAt } from "../time/time-zone.ts";
import { wallClockOf } from "../time/wall-clock.ts";
import type { ApplicableLimit, LimitSchedule } from "./limit-rules.ts";
import { findMatchingRules } from "./matching-rules.ts";

/**
 * The limit that applies at one instant, by the present schedule (docs/contract.md, 3): the limit of the first rule of
 * `findMatchingRules`. The timeline and the lowest limit must agree with it.
 */
export function evaluateLimit(
  schedule: LimitSchedule,
  weighting: Weighting,
  instant: Instant,
): ApplicableLimit {
  const wallClock = wallClockOf(instant, offsetAt(schedule.timeZone, instant));
  const [first] = findMatchingRules(schedule, weighting, instant, wallClock, 1).rules;
  if (first === undefined) return { limit: null, limitSource: "none" };
  return { limit: first.limit, limitSource: first.limitSource };
}

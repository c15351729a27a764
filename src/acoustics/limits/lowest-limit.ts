/*
 * The lowest limit is the lowest one of the exceptions within the range and of all kinds of days, also those that are
 * not in the range; an exception that earlier ones of the same owner cover does not count. Worked example: the sensor's
 * default is 90; its project has a default of 60 and a window at 50 on Sundays. The lowest limit is 50; the project's
 * default never applies.
 */

import { type Hundredths, lower } from "../levels/decibel.ts";
import type { Weighting } from "../levels/weighting.ts";
import type { Interval } from "../time/instant.ts";
import { indexOfPiece } from "./pieces.ts";
import { profileOf } from "./limit-profile.ts";
import type { LimitSchedule } from "./limit-rules.ts";

/** The lowest possible limit of a schedule within a range; null: none. A search skips samples up to it. */
export function lowestLimitOf(
  schedule: LimitSchedule,
  weighting: Weighting,
  { startAt, endAt }: Interval,
): Hundredths | null {
  const { exceptions, lowestOfDays } = profileOf(schedule, weighting);
  let lowest = lowestOfDays();
  for (const pieces of exceptions) {
    const last = indexOfPiece(pieces, endAt);
    for (let index = indexOfPiece(pieces, startAt); index <= last; index += 1) {
      lowest = lower(lowest, pieces.values[index]?.limit ?? null);
    }
  }
  return lowest;
}

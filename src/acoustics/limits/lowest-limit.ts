import type { Hundredths } from "#acoustics/levels/decibel.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";
import type { Interval } from "#acoustics/time/interval.ts";
import { indexOfPiece } from "./first-listed.ts";
import { lower, profileOf } from "./limit-profile.ts";
import type { LimitSchedule } from "./limit-rules.ts";

/**
 * The lowest limit that a schedule may give within a range, or null if it gives none. A sample that does
 * not exceed it is not an event, so the search for events skips it.
 *
 * It is the lowest of the exceptions that decide within the range, and of all kinds of days, whether or not
 * the range has them. Worked example: the sensor's default is 90; its project has a default of 60 and a
 * window at 50 on Sundays. The lowest limit is 50; the project's default never applies.
 */
export function lowestLimitOf(
  schedule: LimitSchedule,
  weighting: Weighting,
  { startAt, endAt }: Interval,
): Hundredths | null {
  const { exceptions, lowestOfDays } = profileOf(schedule, weighting);
  const first = indexOfPiece(exceptions, startAt);
  const last = indexOfPiece(exceptions, endAt);
  return exceptions.values
    .slice(first, last + 1)
    .reduce((lowest, exception) => lower(lowest, exception?.limit ?? null), lowestOfDays());
}

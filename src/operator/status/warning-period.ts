import { millisecondsOfDay } from "../../acoustics/time/calendar-day.ts";
import type { Instant } from "../../acoustics/time/instant.ts";

/** Commands warn of keys and contracts that end before this instant. */
export function warningEnd(now: Instant): Instant {
  return (now + warningDays * millisecondsOfDay) as Instant;
}

export const warningDays = 30;

/** A nightly backup that has failed once, or did not run, is older than this. The alert has the same length. */
export const greatestBackupAgeMilliseconds = 36 * 3_600_000;

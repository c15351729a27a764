import { millisecondsOfDay } from "../../acoustics/time/calendar-day.ts";
import type { Instant } from "../../acoustics/time/instant.ts";

/** Keys and contracts that end before this instant are warned of. */
export function warningEnd(now: Instant): Instant {
  return (now + warningDays * millisecondsOfDay) as Instant;
}

export const warningDays = 30;

import { millisecondsOfDay } from "../../acoustics/time/calendar-day.ts";
import type { Instant } from "../../acoustics/time/instant.ts";

/** Commands warn of keys and contracts that end before this instant. */
export function warningEnd(now: Instant): Instant {
  return (now + warningDays * millisecondsOfDay) as Instant;
}

export const warningDays = 30;

import { millisecondsOfDay } from "../../acoustics/time/calendar-day.ts";
import type { Instant } from "../../acoustics/time/instant.ts";

/** What ends by this instant is told beforehand: keys and contracts. */
export function soonAfter(now: Instant): Instant {
  return (now + soonDays * millisecondsOfDay) as Instant;
}

export const soonDays = 30;

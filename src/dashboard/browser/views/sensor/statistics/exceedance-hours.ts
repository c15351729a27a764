import { clockHour, type HourLevel } from "../../../plots/heat-map-grid.ts";
import type { TimeZone } from "../../../time/local-time.ts";

/** An hour of the wall clock over all days. */
export type ExceedanceHour = ReturnType<typeof exceedanceHours>[number];

/** 24 hours, each with its samples, those above their limit among them. Both passes of a repeated hour are in one. */
export function exceedanceHours(hours: readonly HourLevel[], zone: TimeZone) {
  const sums = Array.from({ length: 24 }, (_, hour) => ({ hour, samples: 0, events: 0 }));
  for (const { start, samples, events } of hours) {
    const sum = sums[clockHour(start, zone)];
    if (sum === undefined) continue;
    sum.samples += samples;
    sum.events += events;
  }
  return sums;
}

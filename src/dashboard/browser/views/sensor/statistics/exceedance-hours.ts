import { clockHour, type HourLevel } from "../../../plots/heat-map-grid.ts";
import type { TimeZone } from "../../../time/local-time.ts";

/** An hour of the wall clock over all days. */
export interface ExceedanceHour {
  /** 0 to 23. */
  readonly hour: number;
  /** Samples with a level, those above their limit among them. */
  readonly samples: number;
  readonly events: number;
}

/** 24 hours. Both passes of a repeated hour are in one. */
export function exceedanceHours(hours: readonly HourLevel[], zone: TimeZone): ExceedanceHour[] {
  const sums = Array.from({ length: 24 }, (_, hour) => ({ hour, samples: 0, events: 0 }));
  for (const { start, samples, events } of hours) {
    const sum = sums[clockHour(start, zone)];
    if (sum === undefined) continue;
    sum.samples += samples;
    sum.events += events;
  }
  return sums;
}

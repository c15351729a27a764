import { samplesPerRecord } from "../../../../acoustics/aggregates/arguments.ts";

/** A sensor's samples of a local day. */
export interface DayDelivery {
  readonly samples: number;
  /** As many as the part of the day inside contract and range should hold. */
  readonly expected: number;
}

/** Deliveries of a sensor by local day, as day numbers; none of days outside the contract. */
export type DeliveryDays = ReadonlyMap<number, DayDelivery>;

/** Whole percent, rounded down, so that a day with a missing sample is not whole; null where none was expected. */
export function sharePercent(day: DayDelivery | undefined): number | null {
  if (day === undefined || day.expected === 0) return null;
  return Math.floor((100 * Math.min(day.samples, day.expected)) / day.expected);
}

/** How the sensors delivered on one day: of those with a day that should hold samples. */
export function summarizeDay(sensors: Iterable<DeliveryDays>, day: number) {
  const shares = [...sensors].flatMap((days) => sharePercent(days.get(day)) ?? []);
  return {
    sensors: shares.length,
    whole: shares.filter((share) => share === 100).length,
    none: shares.filter((share) => share === 0).length,
  };
}

/**
 * The days of each request for all sensors of a project, oldest first. One request takes a record for some samples
 * that a sensor's days could hold, and one for each of its days: `most` records, unless one day has more.
 *
 * @param intervals Seconds of a sample of each sensor.
 */
export function requestsOf(
  { from, to }: { readonly from: number; readonly to: number },
  intervals: readonly number[],
  most: number,
): { readonly from: number; readonly to: number }[] {
  const records = intervals.reduce(
    (sum, seconds) => sum + 1 + 86_400 / seconds / samplesPerRecord,
    0,
  );
  const length = Math.min(to - from + 1, Math.max(1, Math.floor(most / Math.max(1, records))));
  return Array.from({ length: Math.ceil((to - from + 1) / length) }, (_, index) => ({
    from: from + index * length,
    to: Math.min(to, from + (index + 1) * length - 1),
  }));
}

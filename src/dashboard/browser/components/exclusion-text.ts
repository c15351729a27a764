import { dateTimeText, secondOf, type TimeZone } from "../time/local-time.ts";

/** A stretch of time whose samples do not count, as served. */
export interface Exclusion {
  readonly startAt: string;
  readonly endAt: string;
  readonly reason: string;
  readonly note: string | null;
}

/** `Tue 12 Mar 2019 08:00 to Tue 12 Mar 2019 09:00: Calibration (On site)`. */
export function exclusionText({ startAt, endAt, reason, note }: Exclusion, zone: TimeZone): string {
  const [start, end] = [startAt, endAt].map((instant) => dateTimeText(secondOf(instant), zone));
  return `${start} to ${end}: ${reason}${note === null ? "" : ` (${note})`}`;
}

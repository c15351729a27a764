import { formatInstant } from "../../acoustics/time/instant.ts";
import type { Interval } from "../../acoustics/time/interval.ts";

/** The bounds of an interval, as clients see them. */
export function presentInterval({ startAt, endAt }: Interval) {
  return { startAt: formatInstant(startAt), endAt: formatInstant(endAt) };
}

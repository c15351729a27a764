import { formatInstant } from "../../acoustics/time/instant.ts";
import type { Interval } from "../../acoustics/time/interval.ts";

/** The bounds of an interval, as clients see them. */
export function presentInterval({ startAt, endAt }: Interval): PresentedInterval {
  return { startAt: formatInstant(startAt), endAt: formatInstant(endAt) };
}

/** Bounds as `YYYY-MM-DDTHH:mm:ss.sssZ`. */
export interface PresentedInterval {
  readonly startAt: string;
  readonly endAt: string;
}

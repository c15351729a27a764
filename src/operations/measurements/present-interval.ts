import { formatInstant, instantOfSecond, type Interval } from "../../acoustics/time/instant.ts";

/** The bounds of an interval in the form of the answer. */
export function presentInterval({ startAt, endAt }: Interval) {
  return { startAt: formatInstant(startAt), endAt: formatInstant(endAt) };
}

/** The bounds of a stretch of whole seconds, the end excluded, in the form of the answer. */
export function presentStretch({ start, end }: { readonly start: number; readonly end: number }) {
  return presentInterval({ startAt: instantOfSecond(start), endAt: instantOfSecond(end) });
}

export function presentSecond(second: number | null): string | null {
  return second === null ? null : formatInstant(instantOfSecond(second));
}

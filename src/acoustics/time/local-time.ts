import { millisecondsOfDay } from "./calendar-day.ts";
import type { Instant } from "./instant.ts";
import { offsetSpanAt, type TimeZone } from "./time-zone.ts";

/**
 * The instants that a local time without an offset may mean. Local times are in milliseconds, read as if
 * they were UTC. Worked examples in Dublin: 2019-03-31 01:30 means none, because the clock went from 01:00
 * to 02:00; 2019-10-27 01:30 means 00:30Z and 01:30Z, because it went from 02:00 back to 01:00.
 */
export type LocalTime =
  | { readonly kind: "one"; readonly instant: Instant }
  | {
      readonly kind: "two";
      readonly first: Instant;
      readonly second: Instant;
      /** The clock change between them. */
      readonly changeAt: number;
    }
  /** The clock went from `from` to `to`, both local times. */
  | { readonly kind: "none"; readonly from: number; readonly to: number };

/** The instants of a local time in a zone. */
export function resolveLocalTime(zone: TimeZone, local: number): LocalTime {
  // No offset, and no difference of two offsets, is longer than a day.
  let span = offsetSpanAt(zone, (local - millisecondsOfDay) as Instant);
  let skipped: { readonly from: number; readonly to: number } = { from: local, to: local };
  let first: { readonly instant: Instant; readonly changeAt: number } | null = null;
  for (;;) {
    const instant = (local - span.offset) as Instant;
    if (span.startAt <= instant && instant < span.endAt) {
      if (first !== null) {
        return { kind: "two", first: first.instant, second: instant, changeAt: first.changeAt };
      }
      first = { instant, changeAt: span.endAt };
    }
    if (span.endAt > local + millisecondsOfDay) break;
    const next = offsetSpanAt(zone, span.endAt as Instant);
    const [from, to] = [span.endAt + span.offset, span.endAt + next.offset];
    if (from <= local && local < to) skipped = { from, to };
    span = next;
  }
  return first === null ? { kind: "none", ...skipped } : { kind: "one", instant: first.instant };
}

import { spansBetween } from "../../../../acoustics/time/local-day.ts";
import type { TimeZone } from "../../time/local-time.ts";
import { parseClock } from "../../time/range.ts";

/**
 * The seconds at which the wall clock shows a time, `YYYY-MM-DDTHH:mm` as a field gives it, in order: usually one,
 * two where clocks go back, none where they skip it. Null for what is no time.
 */
export function instantsOfClock(text: string, zone: TimeZone): readonly number[] | null {
  const clock = parseClock(text);
  if (clock === null || clock.isUtc) return null;
  const { local } = clock;
  const found: number[] = [];
  // No offset is longer than a day and a bit.
  for (const { start, end, offset } of spansBetween(zone, local - 100_000, local + 100_000)) {
    const second = local - offset;
    if (start <= second && second < end) found.push(second);
  }
  return found;
}

import type { SecondRange } from "../time/contract-period.ts";
import { type SecondSpan, spanAt, spansBetween } from "../time/local-day.ts";
import type { TimeZone } from "../time/time-zone.ts";

/** The hours of a week by the wall clock, Monday 00 first. */
export const hoursOfWeek = 168;

const secondsOfWeek = hoursOfWeek * 3600;

/** The hour of the week that the wall clock shows, 0 to 167. Both passes of a repeated hour are the same. */
export function createHourFinder(zone: TimeZone): (second: number) => number {
  let span: SecondSpan = { start: 0, end: 0, offset: 0 };
  return (second) => {
    if (second < span.start || span.end <= second) span = spanAt(zone, second);
    return hourOfWeek(second + span.offset);
  };
}

/** Seconds of a range by the hour of the week on the wall clock. */
export function secondsOfHours(zone: TimeZone, { first, last }: SecondRange): number[] {
  const seconds = Array.from({ length: hoursOfWeek }, () => 0);
  for (const span of spansBetween(zone, first, last)) {
    const start = Math.max(first, span.start) + span.offset;
    const end = Math.min(last + 1, span.end) + span.offset;
    const weeks = Math.floor((end - start) / secondsOfWeek);
    for (const hour of seconds.keys()) seconds[hour] = (seconds[hour] ?? 0) + weeks * 3600;
    // The remainder is shorter than a week; only its first and last hour may be the same hour of the week.
    for (let local = start + weeks * secondsOfWeek; local < end;) {
      const next = Math.min(end, (Math.floor(local / 3600) + 1) * 3600);
      const hour = hourOfWeek(local);
      seconds[hour] = (seconds[hour] ?? 0) + next - local;
      local = next;
    }
  }
  return seconds;
}

/** The hour of the week, from Monday, of local time in seconds since 1970-01-01T00:00:00, a Thursday. */
function hourOfWeek(local: number): number {
  const hours = Math.floor(local / 3600) + 72;
  return ((hours % hoursOfWeek) + hoursOfWeek) % hoursOfWeek;
}

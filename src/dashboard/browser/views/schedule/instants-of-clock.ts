import { secondsOfDay, spansBetween } from "../../../../acoustics/time/local-day.ts";
import { dayNumber, type TimeZone } from "../../time/local-time.ts";

/**
 * The seconds at which the wall clock shows a time, `YYYY-MM-DDTHH:mm` as a field gives it, in order: usually one,
 * two where clocks go back, none where they skip it. Null for what is no time.
 */
export function instantsOfClock(text: string, zone: TimeZone): readonly number[] | null {
  const groups = /^(?<date>\d{4}-\d{2}-\d{2})T(?<hour>\d{2}):(?<minute>\d{2})(?::\d{2})?$/.exec(
    text,
  )?.groups;
  const day = dayNumber(groups?.["date"] ?? "");
  if (day === null) return null;
  const [hour, minute] = [Number(groups?.["hour"]), Number(groups?.["minute"])];
  if (hour > 23 || minute > 59) return null;
  const local = day * secondsOfDay + hour * 3600 + minute * 60;
  const found: number[] = [];
  // No offset is longer than a day and a bit.
  for (const { start, end, offset } of spansBetween(zone, local - 100_000, local + 100_000)) {
    const second = local - offset;
    if (start <= second && second < end) found.push(second);
  }
  return found;
}

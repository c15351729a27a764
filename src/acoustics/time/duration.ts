import { millisecondsOfDay } from "./calendar-day.ts";

/** Milliseconds of a duration `12h`, `30d` or `12w`: whole hours, days of 24 hours, or weeks. Null for any other text. */
export function parseDuration(text: string): number | null {
  const { count, unit } = /^(?<count>[1-9][0-9]{0,5})(?<unit>[hdw])$/.exec(text)?.groups ?? {};
  if (count === undefined) return null;
  return Number(count) * (unit === "h" ? hour : unit === "d" ? millisecondsOfDay : week);
}

const hour = 3_600_000;
const week = 7 * millisecondsOfDay;

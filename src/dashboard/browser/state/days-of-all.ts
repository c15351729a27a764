import { localDay, type TimeZone } from "../time/local-time.ts";
import { type LocalRange, parseRange, rangeOfDays } from "../time/range.ts";
import { parameter } from "./address.ts";
import { shownUntil } from "./shown-until.ts";

/** Numbers of days that a person may choose, the first where nothing is chosen. */
export const numbersOfDays = [7, 31] as const;

/** The days of all projects together: those of the address, as a copied link has them, else the last ones. */
export function daysOfAll(zone: TimeZone): LocalRange {
  const today = localDay(shownUntil.value, zone);
  const last = numbersOfDays.find((days) => String(days) === parameter("days")) ?? numbersOfDays[0];
  return (
    parseRange(parameter("from"), parameter("to"), zone) ??
    rangeOfDays(today - last + 1, today, zone)
  );
}

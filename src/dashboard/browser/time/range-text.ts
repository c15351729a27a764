import { dateText, dateTimeText, dayNumber, type TimeZone } from "./local-time.ts";
import type { LocalRange } from "./range.ts";

/** `Mon 25 Mar – Sun 31 Mar 2019`; with clocks where the range does not consist of days. */
export function rangeText(range: LocalRange, zone: TimeZone): string {
  if (dayNumber(range.from) === null || dayNumber(range.to) === null) {
    return `${dateTimeText(range.first, zone)} – ${dateTimeText(range.last, zone)}`;
  }
  if (range.from === range.to) return dateText(range.from);
  const isOneYear = range.from.slice(0, 4) === range.to.slice(0, 4);
  const from = isOneYear ? dateText(range.from).slice(0, -5) : dateText(range.from);
  return `${from} – ${dateText(range.to)}`;
}

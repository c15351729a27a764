import {
  dateText,
  dateTimeText,
  dayNumber,
  localClock,
  localDate,
  monthNames,
  type TimeZone,
} from "./local-time.ts";
import { spoken } from "../words/words.ts";
import type { LocalRange } from "./range.ts";

/** `Mon 25 Mar – Sun 31 Mar 2019`; with clocks where the range does not consist of days. */
export function rangeText(range: LocalRange, zone: TimeZone): string {
  if (dayNumber(range.from) === null || dayNumber(range.to) === null) {
    return `${dateTimeText(range.first, zone)} – ${dateTimeText(range.last + 1, zone)}`;
  }
  if (range.from === range.to) return dateText(range.from);
  const isOneYear = range.from.slice(0, 4) === range.to.slice(0, 4);
  const from = isOneYear ? dateText(range.from).slice(0, -5) : dateText(range.from);
  return `${from} – ${dateText(range.to)}`;
}

/** `25 to 31 March 2019`; with clocks where the range does not consist of days. */
export function spokenRange(range: LocalRange, zone: TimeZone): string {
  if (dayNumber(range.from) !== null && dayNumber(range.to) !== null) {
    return spokenDates(range.from, range.to);
  }
  return [range.first, range.last + 1]
    .map((second) => {
      const date = localDate(second, zone);
      return `${spokenDates(date, date)} ${localClock(second, zone)}`;
    })
    .join(" to ");
}

/** `25 to 31 March 2019`, `25 March to 3 April 2019`, `30 December 2018 to 2 January 2019`, of two dates. */
export function spokenDates(from: string, to: string): string {
  const [first, last] = [partsOf(from), partsOf(to)];
  const end = `${last.day} ${last.month} ${last.year}`;
  if (from === to) return end;
  const until = (start: string) =>
    (spoken.value?.stretch ?? "{start} to {end}").replace("{start}", start).replace("{end}", end);
  if (first.year !== last.year) return until(`${first.day} ${first.month} ${first.year}`);
  return until(first.month === last.month ? first.day : `${first.day} ${first.month}`);
}

function partsOf(date: string): { day: string; month: string; year: number } {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const names = spoken.value?.months.split(" ") ?? monthNames;
  return { day: `${day}${spoken.value?.["date.mark"] ?? ""}`, month: names[month - 1] ?? "", year };
}

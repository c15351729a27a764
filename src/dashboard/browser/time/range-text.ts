import {
  dateText,
  dateTimeText,
  dayNumber,
  dayText,
  localClock,
  localDate,
  monthNames,
  type TimeZone,
} from "./local-time.ts";
import { say } from "../words/say.ts";
import { spoken } from "../words/words.ts";
import { dayCount, type LocalRange, rangeOfSeconds, type Seconds } from "./range.ts";
import { counted, durationText } from "../components/level-text.ts";

/** `Mon 25 Mar – Sun 31 Mar 2019`; with clocks where the range does not consist of days. */
export function rangeText(range: LocalRange, zone: TimeZone, words = spoken.value): string {
  if (dayNumber(range.from) === null || dayNumber(range.to) === null) {
    const clock = (second: number) => dateTimeText(second, zone, words);
    return `${clock(range.first)} – ${clock(range.last + 1)}`;
  }
  const [from, to] = [dateText(range.from, words), dateText(range.to, words)];
  if (range.from === range.to) return to;
  return `${range.from.slice(0, 4) === range.to.slice(0, 4) ? from.slice(0, -5) : from} – ${to}`;
}

/** The same of two seconds, both inside: of days where it begins and ends with one, else its end is outside. */
export function stretchText({ first, last }: Seconds, zone: TimeZone): string {
  // A contract may end with the first second of a minute, which is no minute more.
  return rangeText({ ...rangeOfSeconds(first, last, zone), first, last }, zone);
}

/** `7 days`; how long a range is whose ends are clocks: `1 h`, `1 day 2 h`. */
export function lengthText(range: LocalRange, zone: TimeZone): string {
  if (dayNumber(range.from) !== null && dayNumber(range.to) !== null) {
    return counted(dayCount(range, zone), "day");
  }
  const minutes = Math.floor((range.last + 1 - range.first) / 60);
  // Hours to come have none of their time yet.
  if (minutes <= 0) return "";
  const [days, rest] = [Math.floor(minutes / 1440), minutes % 1440];
  return [days > 0 && counted(days, "day"), (rest > 0 || days === 0) && durationText(rest * 60)]
    .filter(Boolean)
    .join(" ");
}

/** `25 to 31 March 2019`; with clocks where the range does not consist of days. */
export function spokenRange(range: LocalRange, zone: TimeZone): string {
  if (dayNumber(range.from) !== null && dayNumber(range.to) !== null) {
    return spokenDates(range.from, range.to);
  }
  const [start = "", end = ""] = [range.first, range.last + 1].map((second) => {
    const date = localDate(second, zone);
    return `${spokenDates(date, date)} ${localClock(second, zone)}`;
  });
  return say("stretch", { start, end });
}

/** `25 to 31 March 2019`, `25 March to 3 April 2019`, `30 December 2018 to 2 January 2019`, of two dates. */
export function spokenDates(from: string, to: string): string {
  const [first, last] = [partsOf(from), partsOf(to)];
  const end = say("date.long", last);
  if (from === to) return end;
  if (first.year !== last.year) return say("stretch", { start: say("date.long", first), end });
  const start = first.month === last.month ? first.day : say("date.dayMonth", first);
  return say("stretch", { start, end });
}

function partsOf(date: string) {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const names = spoken.value?.months.split(" ") ?? monthNames;
  return { day: dayText(day), month: names[month - 1] ?? "", year };
}

import { firstSecondShowing, secondsOfDay } from "../../../acoustics/time/local-day.ts";
import {
  dateOf,
  dayNumber,
  localClock,
  localDate,
  localDay,
  secondOf,
  startOfDay,
  type TimeZone,
} from "./local-time.ts";

/**
 * The range that a view shows, as the address has it: two local dates, both inside, or two wall clocks
 * `YYYY-MM-DDTHH:mm` of a zoomed view, the end outside. Where the clock shows a time twice, the second one is written
 * in UTC, `YYYY-MM-DDTHH:mmZ`.
 *
 * Worked example: in Dublin, `from=2019-03-31&to=2019-03-31` is 23 hours, to 2019-03-31T22:59:59Z; the hour from
 * `2019-03-12T01:00` to `2019-03-12T02:00` has the twelve samples of five minutes that begin in it.
 */
export interface LocalRange extends Seconds {
  readonly from: string;
  readonly to: string;
}

/** A stretch in Unix seconds, both inside. */
export interface Seconds {
  readonly first: number;
  readonly last: number;
}

/** The part of a range inside a contract; its last second is before its first if they have nothing in common. */
export function insideContract({ first, last }: Seconds, contract: Seconds | null): Seconds {
  if (contract === null) return { first, last };
  return { first: Math.max(first, contract.first), last: Math.min(last, contract.last) };
}

/** The range of two parameters, or null where they are none. */
export function parseRange(
  from: string | undefined,
  to: string | undefined,
  zone: TimeZone,
): LocalRange | null {
  if (from === undefined || to === undefined) return null;
  const first = firstSecond(from, zone);
  const last = lastSecond(to, zone);
  return first === null || last === null || last < first ? null : { from, to, first, last };
}

/** The range of whole days, counted from 1970-01-01, both inside. */
export function rangeOfDays(fromDay: number, toDay: number, zone: TimeZone): LocalRange {
  return {
    from: dateOf(fromDay),
    to: dateOf(toDay),
    first: startOfDay(fromDay, zone),
    last: startOfDay(toDay + 1, zone) - 1,
  };
}

/** The range of two seconds, both inside, widened to whole minutes; of whole days where it is. */
export function rangeOfSeconds(first: number, last: number, zone: TimeZone): LocalRange {
  const [fromDay, toDay] = [localDay(first, zone), localDay(last, zone)];
  const days = rangeOfDays(fromDay, toDay, zone);
  if (days.first === first && days.last === last) return days;
  const [start, end] = [first - (first % 60), last + 60 - (last % 60)];
  return { from: minuteText(start, zone), to: minuteText(end, zone), first: start, last: end - 1 };
}

/** The days that a range meets, counted from 1970-01-01. */
export function daysOf({ first, last }: LocalRange, zone: TimeZone): { from: number; to: number } {
  return { from: localDay(first, zone), to: localDay(last, zone) };
}

/** How many local days a range meets. */
export function dayCount(range: LocalRange, zone: TimeZone): number {
  const { from, to } = daysOf(range, zone);
  const last = dayNumber(range.to) ?? to;
  return last - from + 1;
}

/**
 * The part of a range that has passed: it ends at the earlier of its end and now, in Unix seconds. The future is no
 * gap and no missing sample. Of a range that has not begun, its first second is left.
 */
export function rangeSoFar(range: LocalRange, now: number): LocalRange {
  return range.last <= now ? range : { ...range, last: Math.max(range.first, now) };
}

/**
 * The last second that may be missing at an instant: a sample is missing only one interval after its end, and one that
 * has come may have another behind it.
 *
 * Worked example: with samples of five minutes, that of 10:00 to 10:05 is missing from 10:10 on.
 *
 * @param newest The start of the newest sample; null without one.
 */
export function lastCounted(now: number, newest: number | null, interval: number): number {
  if (newest === null) return now - 2 * interval;
  const missing = Math.max(0, Math.floor((now - newest) / interval) - 2);
  return newest + (1 + missing) * interval - 1;
}

/** A contract as whole seconds, and the days that it meets. */
export interface ContractDays extends Seconds {
  readonly fromDay: number;
  readonly toDay: number;
}

export function contractDays(
  contract: { readonly startAt: string; readonly endAt: string } | null,
  zone: TimeZone,
): ContractDays | null {
  if (contract === null) return null;
  const [first, last] = [secondOf(contract.startAt), secondOf(contract.endAt)];
  return { first, last, fromDay: localDay(first, zone), toDay: localDay(last, zone) };
}

/**
 * A range moved by its own length: whole months by months, else days by days, else by seconds. The month after August
 * is all of September, not 31 days from 1 September on; a month that the contract cuts is one, but for a last week.
 */
export function shiftRange(
  range: LocalRange,
  direction: -1 | 1,
  zone: TimeZone,
  contract: Pick<ContractDays, "fromDay" | "toDay"> | null = null,
): LocalRange {
  const [from, to] = [dayNumber(range.from), dayNumber(range.to)];
  if (from !== null && to !== null) {
    const [first, last] = [monthOf(from), monthOf(to)];
    const isLong = to - from >= 7;
    const begins = first.from === from || (isLong && contract?.fromDay === from);
    const ends = last.to === to || (isLong && contract?.toDay === to);
    if (begins && ends) {
      const months = (last.index - first.index + 1) * direction;
      const [start, end] = [daysOfMonth(first.index + months), daysOfMonth(last.index + months)];
      return rangeOfDays(start.from, end.to, zone);
    }
    const days = (to - from + 1) * direction;
    return rangeOfDays(from + days, to + days, zone);
  }
  const length = (range.last - range.first + 1) * direction;
  return rangeOfSeconds(range.first + length, range.last + length, zone);
}

/** The range a step back or forward; null where all of it is outside the contract, or still to come. */
export function movedRange(
  shown: {
    readonly range: LocalRange;
    readonly zone: TimeZone;
    readonly contract: ContractDays | null;
  },
  direction: -1 | 1,
  now: number,
): LocalRange | null {
  const { range, zone, contract } = shown;
  const moved = cutToContract(shiftRange(range, direction, zone, contract), contract, zone);
  return moved === null || moved.first > now ? null : moved;
}

/** The calendar month of a day, counted from January 1970, with its first and its last day. */
export function monthOf(day: number): { index: number; from: number; to: number } {
  const [year = 1970, month = 1] = dateOf(day).split("-").map(Number);
  const index = (year - 1970) * 12 + month - 1;
  return { index, ...daysOfMonth(index) };
}

/** The first and the last day of a month, which is counted from January 1970. */
export function daysOfMonth(index: number): { from: number; to: number } {
  const first = (month: number) => Date.UTC(1970, month, 1) / 86_400_000;
  return { from: first(index), to: first(index + 1) - 1 };
}

/** True if a range and a contract have nothing in common. */
export function isOutside(range: Seconds, contract: Seconds): boolean {
  return range.last < contract.first || range.first > contract.last;
}

/** The days of a range that lie inside the contract; null if none does. */
export function cutToContract(
  range: LocalRange,
  contract: ContractDays | null,
  zone: TimeZone,
): LocalRange | null {
  if (contract === null) return range;
  if (isOutside(range, contract)) return null;
  const { from, to } = daysOf(range, zone);
  const days = rangeOfDays(Math.max(from, contract.fromDay), Math.min(to, contract.toDay), zone);
  const start = from < contract.fromDay ? days : range;
  const end = to > contract.toDay ? days : range;
  return { from: start.from, to: end.to, first: start.first, last: end.last };
}

function minuteText(second: number, zone: TimeZone): string {
  const text = `${localDate(second, zone)}T${localClock(second, zone)}`;
  if (secondOfClock(text, zone) === second) return text;
  return `${new Date(second * 1000).toISOString().slice(0, 16)}Z`;
}

function firstSecond(text: string, zone: TimeZone): number | null {
  const day = dayNumber(text);
  return day === null ? secondOfClock(text, zone) : startOfDay(day, zone);
}

function lastSecond(text: string, zone: TimeZone): number | null {
  const day = dayNumber(text);
  const end = day === null ? secondOfClock(text, zone) : startOfDay(day + 1, zone);
  return end === null ? null : end - 1;
}

/** The first second at which a zone shows a clock `YYYY-MM-DDTHH:mm`; null for other texts. */
export function secondOfClock(text: string, zone: TimeZone): number | null {
  const clock = parseClock(text);
  if (clock === null) return null;
  return clock.isUtc ? clock.local : firstSecondShowing(zone, clock.local);
}

/** The seconds since 1970-01-01T00:00:00 of a wall clock `YYYY-MM-DDTHH:mm`, or of UTC with `Z`; null for others. */
function parseClock(text: string): { local: number; isUtc: boolean } | null {
  const [, date = "", hour, minute, utc] =
    /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})(Z?)$/.exec(text) ?? [];
  const day = dayNumber(date);
  if (day === null || Number(hour) > 23 || Number(minute) > 59) return null;
  return {
    local: day * secondsOfDay + Number(hour) * 3600 + Number(minute) * 60,
    isUtc: utc === "Z",
  };
}

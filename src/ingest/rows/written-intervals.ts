import { quoteCell } from "../csv/csv-format.ts";

/*
 * Times such as `10:00-11:00` are intervals if, in every row of a sensor, the end differs from that of the row before,
 * the rows do not overlap, and they have one length or each begins at the end of the one before. An offset stays, and
 * changes twice a year. A file of one row shows neither.
 *
 * Worked example: after `10:00-11:00` comes `11:00-12:00`: other ends, one length, intervals. Counter-examples: the end
 * of `T02:55-03:00` and `T03:00-03:00` is one, so it is an offset; `T07:00-07:00` lasts no time, and has an offset.
 */

/** Finds out whether the times of a sensor are intervals: in `2026-03-17 10:00-11:00` the end looks like an offset. */
export interface WrittenIntervals {
  /** Adds the time of the next row, as it is written. */
  add(text: string): void;
  /** A text, if all are intervals; null: they are not. */
  find(): string | null;
}

/** The issue of a time that is an interval. */
export function spanIssue(text: string): string {
  return `${quoteCell(text)} is an interval, and not a time with an offset: only its start can be imported`;
}

export function createWrittenIntervals(): WrittenIntervals {
  let last: Interval | null = null;
  let [isMoved, isOther] = [false, false];
  return {
    add(text) {
      if (isOther || text === last?.text) return;
      const found = readInterval(text);
      isOther = found === null || (last !== null && !isBeside(last, found));
      isMoved ||= last !== null;
      last = found;
    },
    find: () => (isMoved && !isOther ? (last?.text ?? null) : null),
  };
}

/** Start, end and length in minutes of the day. */
interface Interval {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

function readInterval(text: string): Interval | null {
  // Most times have no offset, or are east of Greenwich.
  if (text.at(-6) !== "-") return null;
  const found =
    /([0-9]{1,2}):([0-9]{2})(?::[0-9]{2}(?:[.,][0-9]+)?)? ?-([0-9]{2}):([0-9]{2})$/.exec(text);
  if (found === null) return null;
  const [hour = 0, minute = 0, endHour = 0, endMinute = 0] = found.slice(1).map(Number);
  const [start, end] = [hour * 60 + minute, endHour * 60 + endMinute];
  return { text, start, end, length: clockwise(start, end) };
}

function isBeside(left: Interval, right: Interval): boolean {
  if (left.length === 0 || left.end === right.end) return false;
  const way = Math.min(clockwise(left.start, right.start), clockwise(right.start, left.start));
  return left.length <= way && (left.length === right.length || left.end === right.start);
}

/** The minutes from one time to the next on the face of a clock of a day. */
function clockwise(from: number, to: number): number {
  return (to - from + minutesOfDay) % minutesOfDay;
}

const minutesOfDay = 1440;

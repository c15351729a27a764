/** Finds sensors whose times are intervals: in `2026-03-17 10:00-11:00` the end of one looks like an offset. */
export interface WrittenIntervals {
  /** Adds the next row of a sensor. */
  add(sensorNo: number, cells: readonly string[]): void;
  /** A text of a sensor all of whose texts are intervals; null: there is none. */
  find(): string | null;
}

/*
 * The offset of a place changes twice a year. Intervals that do not overlap are no longer than the way of the clock
 * from one to the next, and have one length, or each begins at the end of the one before. A file of one row shows
 * neither.
 */

export function createWrittenIntervals(
  timeOf: (cells: readonly string[]) => string,
): WrittenIntervals {
  /** The last interval of each sensor; null: one of its texts is none. */
  const sensors = new Map<number, Written | null>();
  return {
    add(sensorNo, cells) {
      const last = sensors.get(sensorNo);
      if (last === null) return;
      const text = timeOf(cells);
      if (text === last?.text) return;
      const found = readInterval(text);
      const isInterval = found !== null && (last === undefined || isBeside(last, found));
      sensors.set(sensorNo, isInterval ? { ...found, isMoved: last !== undefined } : null);
    },
    find: () => [...sensors.values()].find((last) => last?.isMoved === true)?.text ?? null,
  };
}

/** Start, end and length in minutes of the day. */
interface Interval {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

interface Written extends Interval {
  /** True if it differs from one before. */
  readonly isMoved: boolean;
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
  const way = Math.min(clockwise(left.start, right.start), clockwise(right.start, left.start));
  return left.length <= way && (left.length === right.length || left.end === right.start);
}

/** The minutes from one time to the next on the face of a clock of a day. */
function clockwise(from: number, to: number): number {
  return (to - from + minutesOfDay) % minutesOfDay;
}

const minutesOfDay = 1440;

/** Finds sensors whose times are intervals: in `2026-03-17 10:00-11:00` the end of one looks like an offset. */
export interface WrittenIntervals {
  /** Adds the next row of a sensor. */
  add(sensorNo: number, cells: readonly string[]): void;
  /** A text of a sensor all of whose texts are intervals; null: there is none. */
  find(): string | null;
}

/*
 * The offset of a place changes twice a year, at the same clock or an earlier one. The end of an interval moves on with
 * its start, or is the start of the next one. A file of one row shows neither.
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
      const isNext =
        found !== null &&
        (last === undefined ||
          (found.end !== last.end &&
            (found.start === last.end ||
              isSameTurn(found.start - last.start, found.end - last.end))));
      sensors.set(sensorNo, isNext ? { ...found, isMoved: last !== undefined } : null);
    },
    find: () => [...sensors.values()].find((last) => last?.isMoved === true)?.text ?? null,
  };
}

/** Start and end in minutes of the day. */
interface Written {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** True if it differs from one before. */
  readonly isMoved: boolean;
}

function readInterval(text: string): Omit<Written, "isMoved"> | null {
  // Most times have no offset, or are east of Greenwich.
  if (text.at(-6) !== "-") return null;
  const found =
    /([0-9]{1,2}):([0-9]{2})(?::[0-9]{2}(?:[.,][0-9]+)?)? ?-([0-9]{2}):([0-9]{2})$/.exec(text);
  if (found === null) return null;
  const [hour = 0, minute = 0, endHour = 0, endMinute = 0] = found.slice(1).map(Number);
  return { text, start: hour * 60 + minute, end: endHour * 60 + endMinute };
}

/** True for two differences of clocks that are equal on the face of a clock of a day. */
function isSameTurn(left: number, right: number): boolean {
  return (left - right) % minutesOfDay === 0;
}

const minutesOfDay = 1440;

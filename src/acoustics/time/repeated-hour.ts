import type { Instant } from "./instant.ts";
import type { LocalTime } from "./local-time.ts";

/**
 * Determines by the order of the rows of a file to which pass of a repeated hour they belong. The times of a sensor go
 * back to the second pass by at least half of the repeated span; a smaller step back is a corrected clock. They must go
 * back once, and the rows around the hour must be in the order of time.
 *
 * A repeated time is the second pass if the hour has no other time. Rows of one pass are decided if the sensor's row
 * before or after them is within an interval of only that pass. A step back by less than half of the span decides
 * nothing if the interval is longer than that half.
 *
 * Worked example in Dublin, 2019-10-27: 00:45, 01:15, 01:45, 01:15, 01:45, 02:15 are 23:45Z, 00:15Z, 00:45Z, 01:15Z,
 * 01:45Z, 02:15Z. Counter-example: only 01:15, 01:45 may be either pass, also between 00:45 and 02:15.
 *
 * A row that equals the row before it in all cells repeats the same sample, and its time does not go back. It is the
 * second pass all the same if the hour has no other time, the interval is longer than half of the span, and the
 * rows before the hour, one at least, come once each: two hours of a night may have one level.
 */
export interface RepeatedHours<Row> {
  /** Adds the next row of the file. Returns the rows that are decided with it, in the order of the file. */
  add(sensor: number, time: LocalTime, row: Row): readonly DecidedRow<Row>[];
  /** Adds a row whose time needs no decision, such as one with an offset. It stays after the sensor's row before. */
  follow(sensor: number, row: Row): readonly DecidedRow<Row>[];
  /** The rows that are decided by the end of the file. */
  finish(): readonly DecidedRow<Row>[];
}

export interface DecidedRow<Row> {
  readonly row: Row;
  /** Null: there is no instant, or there are two and the order of the rows does not decide. */
  readonly instant: Instant | null;
}

/**
 * `isSame` returns true if two rows have the same cells. `intervalOf` is the interval of a sensor's rows in
 * milliseconds; null: not known.
 */
export function createRepeatedHours<Row>(
  isSame: (left: Row, right: Row) => boolean,
  intervalOf: (sensor: number) => number | null,
): RepeatedHours<Row> {
  const sensors = new Map<number, SensorState<Row>>();
  const end = (sensor: number, state: SensorState<Row>, next: number, last: number) => {
    const decided = state.run === null ? [] : close(state.run, next, intervalOf(sensor));
    state.run = null;
    state.last = last;
    return decided;
  };
  return {
    add(sensor, time, row) {
      let state = sensors.get(sensor);
      if (state === undefined) {
        sensors.set(sensor, (state = { last: -Infinity, comesTwice: false, run: null }));
      }
      if (time.kind === "none") return [{ row, instant: null }];
      if (time.kind === "one") {
        if (state.run === null) {
          state.comesTwice ||= state.last === time.instant;
          state.last = time.instant;
          return [{ row, instant: time.instant }];
        }
        return [...end(sensor, state, time.instant, time.instant), { row, instant: time.instant }];
      }
      const isOther = state.run !== null && state.run.changeAt !== time.changeAt;
      const decided = isOther ? end(sensor, state, time.first, state.run?.greatest ?? 0) : [];
      state.run ??= {
        changeAt: time.changeAt,
        half: (time.second - time.first) / 2,
        after: state.last,
        comesTwice: state.comesTwice,
        rows: [],
        secondFrom: null,
        repeats: [],
        equals: [],
        hasSmallStep: false,
        longestStep: 0,
        isBroken: false,
        greatest: time.second,
        waiting: 0,
      };
      return [...decided, ...extend(state.run, { ...time, row, followers: [] }, isSame)];
    },
    follow(sensor, row) {
      const state = sensors.get(sensor);
      const before = state?.run?.rows.at(-1);
      if (!state?.run || before === undefined) return [{ row, instant: null }];
      before.followers.push(row);
      state.run.waiting += 1;
      // Decided as at the end of the file: rows of the sensor that are so much later are not waited for.
      return state.run.waiting < mostWaiting
        ? []
        : end(sensor, state, Infinity, state.run.greatest);
    },
    finish() {
      return [...sensors].flatMap(([sensor, state]) => end(sensor, state, Infinity, Infinity));
    },
  };
}

/** They are in memory. Two passes of a tenth of a second are 72,000 rows. */
export const mostWaiting = 100_000;

interface SensorState<Row> {
  /** The sensor's latest row outside a repeated hour. */
  last: number;
  /** True if a row outside a repeated hour had the time of the row before. */
  comesTwice: boolean;
  run: Run<Row> | null;
}

/** Consecutive rows of one sensor in one repeated hour. */
interface Run<Row> {
  readonly changeAt: number;
  /** Half of the repeated span. */
  readonly half: number;
  /** The instant of the row before; -Infinity at the start of the file. */
  readonly after: number;
  readonly comesTwice: boolean;
  rows: RepeatedRow<Row>[];
  /** Index of the first row of the second pass; null: the times have not gone back. */
  secondFrom: number | null;
  /** Indexes of rows that differ from the row before, and have its time. */
  repeats: number[];
  /** Indexes of rows that equal the row before. */
  equals: number[];
  hasSmallStep: boolean;
  /** The longest step on between two rows. One by half of the span may lead to the other pass. */
  longestStep: number;
  /** The times have gone back twice. Then the rows are returned undecided, and none is kept. */
  isBroken: boolean;
  greatest: number;
  /** The number of waiting rows. */
  waiting: number;
}

interface RepeatedRow<Row> {
  readonly first: Instant;
  readonly second: Instant;
  readonly row: Row;
  /** Rows after it that need no decision. */
  readonly followers: Row[];
}

function extend<Row>(
  run: Run<Row>,
  row: RepeatedRow<Row>,
  isSame: (left: Row, right: Row) => boolean,
): DecidedRow<Row>[] {
  run.greatest = Math.max(run.greatest, row.second);
  if (run.isBroken) return [{ row: row.row, instant: null }];
  const before = run.rows.at(-1);
  const step = before === undefined ? 0 : before.first - row.first;
  const goesBack = step >= run.half;
  if (before !== undefined && step === 0) {
    const list = isSame(row.row, before.row) ? run.equals : run.repeats;
    list.push(run.rows.length);
  }
  run.hasSmallStep ||= step > 0 && !goesBack;
  run.longestStep = Math.max(run.longestStep, -step);
  run.waiting += 1;
  if ((goesBack && run.secondFrom !== null) || run.waiting > mostWaiting) {
    const undecided = [...run.rows, row].flatMap((kept) => withFollowers(kept, null));
    run.isBroken = true;
    run.rows = [];
    return undecided;
  }
  if (goesBack) run.secondFrom = run.rows.length;
  run.rows.push(row);
  return [];
}

/** `next`: the instant of the sensor's next row; Infinity at the end of the file. */
function close<Row>(run: Run<Row>, next: number, interval: number | null): DecidedRow<Row>[] {
  const secondFrom = secondPassOf(run, next, interval);
  return run.rows.flatMap((row, index) =>
    withFollowers(row, secondFrom === null ? null : index < secondFrom ? row.first : row.second),
  );
}

/** The index of the first row of the second pass; the number of rows if there is none, null if it is undecided. */
function secondPassOf<Row>(run: Run<Row>, next: number, interval: number | null): number | null {
  const { rows, half, after, repeats, equals, comesTwice, hasSmallStep } = run;
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return 0;
  if (hasSmallStep && interval !== null && interval > half) return null;
  const isOneTime = rows.every((row) => row.first === first.first);
  const isLong = interval !== null && interval > half;
  const comesOnce = after !== -Infinity && !comesTwice;
  const others = repeats.length === 0 && isLong && comesOnce ? equals : repeats;
  const [repeat = null, more] = isOneTime && (interval === null || isLong) ? others : [];
  if (more !== undefined) return null;
  const secondFrom = run.secondFrom ?? repeat;
  if (secondFrom !== null) return after < first.first && last.second < next ? secondFrom : null;
  // A row that is missing would make the distance two intervals.
  if (run.longestStep >= Math.max(half, (interval ?? 0) * 1.5)) return null;
  const isNear = (distance: number) => interval !== null && Math.abs(distance) < interval * 1.5;
  const isFirst = isNear(first.first - after);
  const isSecond = isNear(next - last.second);
  // A corrected clock goes back from behind the hour into its second pass, or from its first to before the hour.
  const isAfter = after > last.first + half && isNear(first.second - after);
  const isBefore = next < first.second - half && isNear(last.first - next);
  const [inFirst, inSecond] = [isFirst || isBefore, isSecond || isAfter];
  return inFirst === inSecond ? null : inFirst ? rows.length : 0;
}

function withFollowers<Row>(
  { row, followers }: RepeatedRow<Row>,
  instant: Instant | null,
): DecidedRow<Row>[] {
  return [{ row, instant }, ...followers.map((follower) => ({ row: follower, instant: null }))];
}

import type { Instant } from "./instant.ts";
import type { LocalTime } from "./local-time.ts";

/**
 * Determines by the order of the rows of a file to which pass of a repeated hour they belong. The rows of one sensor in
 * one repeated hour are decided if their times go back exactly once: the rows before that are the first pass, the
 * others the second. Together with the sensor's rows before and after the hour, they must then be in the order of time;
 * at either end of the file, such rows may be missing.
 *
 * Worked example in Dublin, 2019-10-27: 00:45, 01:15, 01:45, 01:15, 01:45, 02:15 are 23:45Z, 00:15Z, 00:45Z, 01:15Z,
 * 01:45Z, 02:15Z. With a sample an hour, 01:00 and again 01:00 are decided as well. Counter-examples: only 01:15, 01:45
 * may be either pass, also between 00:45 and 02:15; times that go back twice have no order.
 *
 * A row that equals the row before it in all cells repeats the same sample, and its time does not go back.
 */
export interface RepeatedHours<Row> {
  /** Adds the next row of the file. Returns the rows that are decided with it, in the order of the file. */
  add(sensor: number, time: LocalTime, row: Row): readonly DecidedRow<Row>[];
  /**
   * Adds a row whose time needs no decision, such as a time with an offset. It does not decide other rows, and stays
   * after the sensor's rows before it, because the later of two rows of one second applies.
   */
  follow(sensor: number, row: Row): readonly DecidedRow<Row>[];
  /** The rows that are decided by the end of the file. */
  finish(): readonly DecidedRow<Row>[];
}

export interface DecidedRow<Row> {
  readonly row: Row;
  /** Null: there is no instant, or there are two and the order of the rows does not decide. */
  readonly instant: Instant | null;
}

/** `isSame` returns true if two rows have the same cells. */
export function createRepeatedHours<Row>(
  isSame: (left: Row, right: Row) => boolean,
): RepeatedHours<Row> {
  const sensors = new Map<number, SensorState<Row>>();
  return {
    add(sensor, time, row) {
      let state = sensors.get(sensor);
      if (state === undefined) sensors.set(sensor, (state = { last: -Infinity, run: null }));
      if (time.kind === "none") return [{ row, instant: null }];
      if (time.kind === "one") {
        const decided = state.run === null ? [] : close(state.run, time.instant);
        state.run = null;
        state.last = time.instant;
        return [...decided, { row, instant: time.instant }];
      }
      let decided: DecidedRow<Row>[] = [];
      if (state.run !== null && state.run.changeAt !== time.changeAt) {
        decided = close(state.run, time.first);
        state.last = state.run.greatest;
        state.run = null;
      }
      state.run ??= {
        changeAt: time.changeAt,
        after: state.last,
        rows: [],
        secondFrom: null,
        hasEqual: false,
        isBroken: false,
        greatest: time.second,
        followers: 0,
      };
      return [...decided, ...extend(state.run, { ...time, row, followers: [] }, isSame)];
    },
    follow(sensor, row) {
      const state = sensors.get(sensor);
      const before = state?.run?.rows.at(-1);
      if (!state?.run || before === undefined) return [{ row, instant: null }];
      before.followers.push(row);
      state.run.followers += 1;
      if (state.run.followers < mostFollowers) return [];
      // Decided as at the end of the file: rows of the sensor that are so much later are not waited for.
      const { run } = state;
      state.last = run.greatest;
      state.run = null;
      return close(run, Infinity);
    },
    finish() {
      return [...sensors.values()].flatMap(({ run }) => (run === null ? [] : close(run, Infinity)));
    },
  };
}

/** They are in memory. A logger that writes some times with an offset has fewer in an hour. */
export const mostFollowers = 10_000;

interface SensorState<Row> {
  /** The sensor's latest row outside a repeated hour. */
  last: number;
  run: Run<Row> | null;
}

/** Consecutive rows of one sensor in one repeated hour. */
interface Run<Row> {
  readonly changeAt: number;
  /** The instant of the row before; -Infinity at the start of the file. */
  readonly after: number;
  rows: RepeatedRow<Row>[];
  /** Index of the first row of the second pass; null: the times have not gone back. */
  secondFrom: number | null;
  /** Two consecutive rows that differ have the same time. */
  hasEqual: boolean;
  /** The times have gone back twice, or may have. Then the rows are returned undecided, and none is kept. */
  isBroken: boolean;
  greatest: number;
  /** The number of waiting rows that need no decision. */
  followers: number;
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
  const isEqual =
    before !== undefined && row.first === before.first && !isSame(row.row, before.row);
  const goesBack = before !== undefined && (row.first < before.first || isEqual);
  // A repeated time is the second pass if the hour has only this time. With other times in the hour, it may also
  // correct the row before.
  const hasEqual = isEqual || run.hasEqual;
  const isInDoubt = hasEqual && run.rows.some(({ first }) => first !== row.first);
  run.hasEqual = hasEqual;
  if (isInDoubt || (goesBack && run.secondFrom !== null)) {
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
function close<Row>({ rows, secondFrom, after }: Run<Row>, next: number): DecidedRow<Row>[] {
  const isDecided =
    secondFrom !== null &&
    after < (rows[0]?.first ?? Infinity) &&
    (rows.at(-1)?.second ?? -Infinity) < next;
  return rows.flatMap((row, index) =>
    withFollowers(row, isDecided ? (index < secondFrom ? row.first : row.second) : null),
  );
}

function withFollowers<Row>(
  { row, followers }: RepeatedRow<Row>,
  instant: Instant | null,
): DecidedRow<Row>[] {
  return [{ row, instant }, ...followers.map((follower) => ({ row: follower, instant: null }))];
}

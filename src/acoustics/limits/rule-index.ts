import type { Weighting } from "../levels/weighting.ts";
import { countAtMost } from "./pieces.ts";
import {
  type LimitDay,
  limitDays,
  type LimitException,
  type LimitRules,
  type LimitWindow,
} from "./limit-rules.ts";

/**
 * The rules of one owner that have a level for one weighting, as lists of numbers: a search visits thousands of rules
 * in microseconds. It is built once for the rules, and shared by sensors.
 */
export interface RuleIndex {
  readonly exceptions: ExceptionIndex;
  readonly windows: WindowIndex;
}

/** The entries at one index of all lists except the sorted ones are one exception, in the order of the rules. */
interface ExceptionIndex {
  readonly positions: readonly number[];
  readonly starts: Float64Array;
  readonly ends: Float64Array;
  readonly startsSorted: Float64Array;
  readonly endsSorted: Float64Array;
}

/** Entries at one index of all lists are one window, in the order of the rules. Times are milliseconds of the day. */
interface WindowIndex {
  readonly positions: readonly number[];
  readonly froms: Float64Array;
  readonly tos: Float64Array;
  /** A bit (`bitOf`) for each of the window's days. */
  readonly dayBits: Uint8Array;
}

export function ruleIndexOf(rules: LimitRules, weighting: Weighting): RuleIndex {
  let indexes = cachedIndexes.get(rules);
  if (indexes === undefined) cachedIndexes.set(rules, (indexes = {}));
  return (indexes[weighting] ??= {
    exceptions: indexExceptions(rules.exceptions, weighting),
    windows: indexWindows(rules.windows, weighting),
  });
}

// Rules never change: changed ones are another object.
const cachedIndexes = new WeakMap<LimitRules, Partial<Record<Weighting, RuleIndex>>>();

/** The number of exceptions in force at an instant: those that have begun, minus those that have ended. */
export function countInForce(
  { startsSorted, endsSorted }: ExceptionIndex,
  instant: number,
): number {
  return countAtMost(startsSorted, instant) - countAtMost(endsSorted, instant);
}

/** The bit of a day; 0 for none. */
export function bitOf(day: LimitDay | null): number {
  return day === null ? 0 : 1 << limitDays.indexOf(day);
}

function indexExceptions(
  exceptions: readonly LimitException[],
  weighting: Weighting,
): ExceptionIndex {
  // An exception that ends before it starts is never in force, and must not be counted as ended.
  const positions = indexesWhere(
    exceptions,
    ({ levels, startAt, endAt }) => levels[weighting] !== null && startAt < endAt,
  );
  const starts = Float64Array.from(positions, (at) => exceptions[at]?.startAt ?? 0);
  const ends = Float64Array.from(positions, (at) => exceptions[at]?.endAt ?? 0);
  const [startsSorted, endsSorted] = [starts.toSorted(), ends.toSorted()];
  return { positions, starts, ends, startsSorted, endsSorted };
}

function indexWindows(windows: readonly LimitWindow[], weighting: Weighting): WindowIndex {
  const positions = indexesWhere(windows, ({ levels }) => levels[weighting] !== null);
  const bitsOf = (window: LimitWindow | undefined) =>
    (window?.days ?? []).reduce((bits, day) => bits | bitOf(day), 0);
  return {
    positions,
    froms: Float64Array.from(positions, (at) => (windows[at]?.fromMinute ?? 0) * 60_000),
    tos: Float64Array.from(positions, (at) => (windows[at]?.toMinute ?? 0) * 60_000),
    dayBits: Uint8Array.from(positions, (at) => bitsOf(windows[at])),
  };
}

function indexesWhere<Item>(items: readonly Item[], holds: (item: Item) => boolean): number[] {
  return items.flatMap((item, index) => (holds(item) ? index : []));
}

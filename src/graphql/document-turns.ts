import { LRUCache } from "lru-cache";

/** Resolves when a document of a key may be begun; null: at once. */
export type TakeDocumentTurn = (key: string) => Promise<void> | null;

export interface DocumentTurnsOptions {
  /** Tells if requests of other keys are at work. */
  readonly worksForOthers: (key: string) => boolean;
  /** In milliseconds. */
  readonly clock?: () => number;
  /** Calls a function after some milliseconds, or in the next turn of the event loop for 0. */
  readonly later?: (next: () => void, milliseconds: number) => unknown;
}

/*
 * To read the body of a document, parse it and find it wrong takes up to some ten milliseconds, and the bodies of
 * hundreds may arrive in one turn of the event loop. A turn that has begun documents for two milliseconds begins no
 * other; those that wait begin one in each turn, the keys in rotation.
 *
 * While requests of other keys are at work, a key rests after a turn with its documents for twice as long as that
 * turn. Without the rest, a page would wait for a document before each of its statements: 42 ms instead of 7.
 */

/** Spreads documents over turns of the event loop. */
export function createDocumentTurns({
  worksForOthers,
  clock = () => performance.now(),
  later = (next, milliseconds) =>
    milliseconds > 0 ? setTimeout(next, milliseconds) : setImmediate(next),
}: DocumentTurnsOptions): TakeDocumentTurn {
  /** The order of the keys is that of their service. */
  const waiting = new Map<string, (() => void)[]>();
  /** When the rest of a key ends. */
  const rests = new LRUCache<string, number>({ max: 1000 });
  let turn: Turn | null = null;
  let planned = 0;

  const restOf = (key: string) =>
    worksForOthers(key) ? Math.max(0, (rests.get(key) ?? 0) - clock()) : 0;
  const begin = (key: string, isAlone: boolean) => {
    if (turn === null) later(endTurn, 0);
    turn ??= { startedAt: clock(), keys: new Set(), isAlone };
    turn.keys.add(key);
  };
  const endTurn = () => {
    const now = clock();
    const { startedAt = now, keys = [] } = turn ?? {};
    turn = null;
    const rest = Math.min(restsPerTurn * (now - startedAt), longestRest);
    for (const key of keys) rests.set(key, now + rest);
    beginNext();
  };
  const beginNext = () => {
    let shortestRest = Infinity;
    for (const [key, documents] of waiting) {
      const rest = restOf(key);
      shortestRest = Math.min(shortestRest, rest);
      if (rest > 0) continue;
      const [next, ...others] = documents;
      waiting.delete(key);
      if (others.length > 0) waiting.set(key, others);
      begin(key, true);
      return next?.();
    }
    if (shortestRest < Infinity) plan(Math.ceil(shortestRest));
  };
  // Only the newest plan counts: it was made for all that wait.
  const plan = (milliseconds: number) => {
    planned += 1;
    const own = planned;
    later(() => {
      if (own === planned && turn === null) beginNext();
    }, milliseconds);
  };
  const isFull = (present: Turn) =>
    present.isAlone || clock() >= present.startedAt + turnMilliseconds;

  return (key) => {
    const before = waiting.get(key) ?? [];
    if (before.length === 0 && (turn === null || !isFull(turn)) && restOf(key) === 0) {
      begin(key, false);
      return null;
    }
    return new Promise((resolve) => {
      waiting.set(key, [...before, resolve]);
      if (turn === null) beginNext();
    });
  };
}

/** A turn of the event loop that has begun documents. */
interface Turn {
  readonly startedAt: number;
  readonly keys: Set<string>;
  /** True if it began one that waited: it begins no other. */
  readonly isAlone: boolean;
}

const turnMilliseconds = 2;
const restsPerTurn = 2;
/** In milliseconds. A turn may also be long because the machine is busy. */
const longestRest = 50;

import { LRUCache } from "lru-cache";

export interface DocumentTurnsOptions {
  /** The number of requests of other keys that have a slot, with those whose documents wait here. */
  readonly countOthers: (key: string) => number;
  /** In milliseconds. */
  readonly clock?: () => number;
  /** Calls a function in the next turn of the event loop. */
  readonly nextTurn?: (next: () => void) => unknown;
  /** Calls a function after some milliseconds, unless the returned function is called before. */
  readonly after?: (next: () => void, milliseconds: number) => () => void;
}

/*
 * Reading the body of a document, parsing and refusing it may need ten milliseconds, and the bodies of hundreds may
 * arrive in one turn of the event loop. After two milliseconds of documents, a turn begins no further one; waiting
 * documents begin one in each turn, the keys round-robin.
 *
 * While requests of other keys are at work, a key pauses after a document for twice the time in which the document used
 * the thread, at most 50 ms. Without the pause, a page would wait for a document before each of its statements.
 */

/** Spreads documents over turns of the event loop. Resolves when one may begin or is aborted; null: at once. */
export function createDocumentTurns({
  countOthers,
  clock = () => performance.now(),
  nextTurn = setImmediate,
  after = callAfter,
}: DocumentTurnsOptions): (key: string, signal: AbortSignal) => Promise<void> | null {
  /** The keys are in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>();
  let waitingInAll = 0;
  /** The time at which the pause of a key ends. */
  const rests = new LRUCache<string, number>({ max: 1000 });
  let turn: Turn | null = null;
  let cancelPlan: () => void = () => undefined;

  const restOf = (key: string) => {
    const waitingOfOthers = waitingInAll - (waiting.get(key)?.length ?? 0);
    return countOthers(key) > waitingOfOthers ? Math.max(0, (rests.get(key) ?? 0) - clock()) : 0;
  };
  const begin = (key: string, isFull: boolean) => {
    const now = clock();
    if (turn === null) {
      const started = createTurn(now, isFull);
      turn = started;
      nextTurn(() => endTurn(started));
    }
    turn.charge(key, now);
  };
  const endTurn = (ended: Turn) => {
    const now = clock();
    turn = null;
    for (const [key, milliseconds] of ended.end(now)) {
      rests.set(key, now + Math.min(restsPerTurn * milliseconds, longestRest));
    }
    beginNext();
  };
  const remove = (key: string, resolve: () => void) => {
    const others = (waiting.get(key) ?? []).filter((each) => each !== resolve);
    waiting.delete(key);
    if (others.length > 0) waiting.set(key, others);
    waitingInAll -= 1;
  };
  const beginNext = () => {
    cancelPlan();
    let shortestRest = Infinity;
    for (const [key, [next]] of waiting) {
      const rest = restOf(key);
      shortestRest = Math.min(shortestRest, rest);
      if (rest > 0 || next === undefined) continue;
      remove(key, next);
      begin(key, true);
      return next();
    }
    // A turn may begin meanwhile: this check is repeated at its end.
    if (shortestRest < Infinity) {
      cancelPlan = after(() => void (turn === null && beginNext()), Math.ceil(shortestRest));
    }
  };
  const wait = (key: string, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const next = () => {
        signal.removeEventListener("abort", abort);
        resolve();
      };
      const abort = () => {
        remove(key, next);
        resolve();
      };
      signal.addEventListener("abort", abort, { once: true });
      waiting.set(key, [...(waiting.get(key) ?? []), next]);
      waitingInAll += 1;
      if (turn === null) beginNext();
    });

  return (key, signal) => {
    const mayBegin = !waiting.has(key) && (turn === null || turn.hasTime(clock()));
    if (!mayBegin || restOf(key) > 0) return wait(key, signal);
    begin(key, false);
    return null;
  };
}

type Turn = ReturnType<typeof createTurn>;

/**
 * A turn of the event loop that has begun documents. `isFull`: it begins one document that has waited, and no other.
 */
function createTurn(startedAt: number, isFull: boolean) {
  const charged = new Map<string, number>();
  let last: { readonly key: string; readonly since: number } | null = null;
  const close = (now: number) => {
    if (last !== null) charged.set(last.key, (charged.get(last.key) ?? 0) + now - last.since);
  };
  return {
    /** True if it may begin another document. */
    hasTime: (now: number) => !isFull && now < startedAt + turnMilliseconds,
    /** A document of a key begins, and the one before it has ended. */
    charge(key: string, now: number) {
      close(now);
      last = { key, since: now };
    },
    /** The milliseconds of each key. */
    end(now: number): ReadonlyMap<string, number> {
      close(now);
      return charged;
    },
  };
}

function callAfter(next: () => void, milliseconds: number): () => void {
  const timer = setTimeout(next, milliseconds);
  return () => clearTimeout(timer);
}

const turnMilliseconds = 2;
const restsPerTurn = 2;
/** In milliseconds. A turn may also be long because the machine is busy. */
const longestRest = 50;

import { RequestError } from "../requests/request-error.ts";
import { requestAborted } from "../requests/request-context.ts";

/**
 * Bounds the work in progress. A request works in one of `slots`; one key has at most `slotsPerKey` of them. Further
 * requests of a key wait in the queue of the key, first in, first out, and a free slot goes to the queues round-robin:
 * a thousand waiting requests of one key delay another key by one request. A request is refused, 503 with
 * `Retry-After`, at once if its queue is full, and when it has waited for about `queueMilliseconds`; infinite: never.
 *
 * Worked example with 2 slots, 1 a key, and queues of 1: a1 works, a2 waits, a3 is refused, b1 works; when b1 ends,
 * nothing starts, because a has its one slot; when a1 ends, a2 starts.
 */
export type ConcurrencyLimiter<Key = string> = ReturnType<typeof createConcurrencyLimiter<Key>>;

export type Release = () => void;

export interface ConcurrencyBounds {
  readonly slots: number;
  readonly slotsPerKey: number;
  readonly queuePerKey: number;
  readonly queueMilliseconds: number;
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- `acquire` takes keys of this type.
export function createConcurrencyLimiter<Key = string>(bounds: ConcurrencyBounds) {
  const slotsByKey = new Map<Key, number>();
  // The keys are in the order of their turns: after a start, a key moves to the end.
  const queues = new Map<Key, ((release: Release) => void)[]>();
  let inFlight = 0;
  let queued = 0;
  let refused = 0;

  const mayStart = (key: Key) =>
    inFlight < bounds.slots && (slotsByKey.get(key) ?? 0) < bounds.slotsPerKey;
  const start = (key: Key): Release => {
    inFlight += 1;
    slotsByKey.set(key, (slotsByKey.get(key) ?? 0) + 1);
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      inFlight -= 1;
      const left = (slotsByKey.get(key) ?? 1) - 1;
      if (left > 0) slotsByKey.set(key, left);
      else slotsByKey.delete(key);
      startWaiting();
    };
  };
  const startWaiting = () => {
    for (const [key, waiting] of queues) {
      if (inFlight >= bounds.slots) return;
      if (!mayStart(key)) continue;
      const next = waiting.shift();
      queues.delete(key);
      if (waiting.length > 0) queues.set(key, waiting);
      queued -= 1;
      next?.(start(key));
    }
  };
  const wait = (key: Key, signal: AbortSignal) =>
    new Promise<Release>((resolve, reject) => {
      const waiting = queues.get(key) ?? [];
      const giveUp = (error: Error) => {
        stopWaiting();
        waiting.splice(waiting.indexOf(entry), 1);
        if (waiting.length === 0) queues.delete(key);
        queued -= 1;
        reject(error);
      };
      const abort = () => giveUp(requestAborted);
      const expire = () => {
        refused += 1;
        giveUp(overloaded);
      };
      // The wait has a random length, so that requests that arrived together are not refused together.
      const milliseconds = bounds.queueMilliseconds * (0.75 + Math.random() / 2);
      const timer = milliseconds === Infinity ? undefined : setTimeout(expire, milliseconds);
      const stopListening = listen(signal, abort);
      const stopWaiting = () => {
        clearTimeout(timer);
        stopListening();
      };
      const entry = (release: Release) => {
        stopWaiting();
        resolve(release);
      };
      waiting.push(entry);
      queues.set(key, waiting);
      queued += 1;
    });

  return {
    get inFlight() {
      return inFlight;
    },
    get queued() {
      return queued;
    },
    /** The number of refusals so far. */
    get refused() {
      return refused;
    },
    /**
     * Resolves when the request may work, to a function that ends its work; further calls of that function do nothing.
     * Throws `unavailable` if it is refused, and the signal's reason if it is aborted first. `queueBound` bounds the
     * requests of its key that may wait before it; the default is the whole queue.
     */
    async acquire(
      key: Key,
      signal: AbortSignal,
      queueBound = bounds.queuePerKey,
    ): Promise<Release> {
      signal.throwIfAborted();
      const waiting = queues.get(key)?.length ?? 0;
      if (waiting === 0 && mayStart(key)) return start(key);
      if (waiting < Math.min(queueBound, bounds.queuePerKey)) return wait(key, signal);
      refused += 1;
      throw overloaded;
    },
  };
}

/**
 * Calls a function when the signal is aborted, unless the returned function is called before. A request may wait with
 * thousands of statements, and a signal compares a new listener with each that it has.
 */
function listen(signal: AbortSignal, abort: () => void): () => void {
  const known = listening.get(signal);
  const calls = known ?? new Set();
  calls.add(abort);
  if (known === undefined) {
    listening.set(signal, calls);
    signal.addEventListener("abort", () => calls.forEach((call) => call()), { once: true });
  }
  return () => void calls.delete(abort);
}

const listening = new WeakMap<AbortSignal, Set<() => void>>();

/** Created once, because every refusal is the same. */
export const overloaded = RequestError.overloaded();

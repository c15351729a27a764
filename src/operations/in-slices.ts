import { countRequestsAtWork } from "../http/requests/requests-at-work.ts";
import type { OperationContext } from "./operation-context.ts";

/**
 * Runs a calculation in slices of two milliseconds, so that a long one does not block the thread. It may pause after
 * each of its steps, which are short. Resolves with the return value of `steps`; rejects with what it throws, or with
 * the reason of `signal`, if that is aborted before a slice.
 *
 * Between two slices, calculations pause if a request without a calculation is or lately was at work: most of the
 * thread is then free for such short requests. The requests, distinguished by their signals, get slices round-robin.
 * The calculations of one request run one after another, in the order in which they were started.
 */
export type RunInSlices = <Result>(
  signal: AbortSignal,
  steps: Generator<unknown, Result>,
) => Promise<Result>;

/** All calculations of the process share one thread. */
export const runInSlices = createSlices({
  clock: () => performance.now(),
  // The driver writes a statement in the next turn of the event loop. A calculation begins in the turn after it, so
  // that it does not delay the statement.
  begin: (next) => setImmediate(() => setImmediate(next)),
  rest: (next, { requests, slices }) =>
    areShortOnesAtWork(requests) ? setTimeout(next, restMilliseconds(slices)) : setImmediate(next),
  sliceMilliseconds: 2,
});

/**
 * The pause after a number of slices without an end of the work. Most pages are shorter than the longer pause, so most
 * are not delayed. After 200 ms of calculations the pauses are half as long: a long calculation must end before its
 * deadline.
 */
export function restMilliseconds(slices: number): number {
  return slices < 100 ? 14 : 7;
}

/**
 * True if a request is at work besides the `calculating` ones, or was in the last 50 ms: the next request of a client
 * that sends it at once arrives during a pause. Any other waits for at most one slice.
 */
function areShortOnesAtWork(calculating: number): boolean {
  if (countRequestsAtWork() > calculating) lastShortAt = performance.now();
  return performance.now() - lastShortAt < 50;
}

/** Time at which a request without a calculation was last seen at work. */
let lastShortAt = -Infinity;

/** Presents the records of a page, in slices unless they are few and the only ones of the request. */
export async function presentRecords<Result>(
  { budget, request }: Pick<OperationContext, "budget" | "request">,
  steps: Generator<unknown, Result>,
): Promise<Result> {
  return budget.hasManyRecords ? runInSlices(request.signal, steps) : runAtOnce(steps);
}

/** Applies a function to each item, as steps of a calculation. */
export function* mapInSteps<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item) => Result,
): Generator<void, Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    yield;
  }
  return results;
}

/** Runs a calculation to its end without a pause. */
export function runAtOnce<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export interface SliceOptions {
  /** In milliseconds. */
  readonly clock: () => number;
  /** Calls a function in a later turn of the event loop. */
  readonly begin: (next: () => void) => unknown;
  /**
   * Calls a function after a pause. `requests` is the number of unfinished requests that have had a calculation, and
   * `slices` the number of slices since there was nothing to calculate.
   */
  readonly rest: (
    next: () => void,
    work: { readonly requests: number; readonly slices: number },
  ) => unknown;
  readonly sliceMilliseconds: number;
}

export function createSlices({ clock, begin, rest, sliceMilliseconds }: SliceOptions): RunInSlices {
  const waiting = new Map<AbortSignal, Calculation[]>();
  /** The requests that have had a calculation and not ended. A signal is aborted at the end of its request. */
  const calculating = new Set<AbortSignal>();
  let isRunning = false;
  let slices = 0;

  return (signal, steps) =>
    new Promise((resolve, reject) => {
      if (!calculating.has(signal) && !signal.aborted) {
        calculating.add(signal);
        signal.addEventListener("abort", () => calculating.delete(signal), { once: true });
      }
      if (!isRunning) begin(runSlice);
      isRunning = true;
      const calculations = waiting.get(signal) ?? [];
      waiting.set(signal, calculations);
      calculations.push((end) => {
        try {
          signal.throwIfAborted();
          for (let step = steps.next(); ; step = steps.next()) {
            if (step.done === true) {
              resolve(step.value);
              return true;
            }
            if (clock() >= end) return false;
          }
        } catch (error) {
          reject(error);
          return true;
        }
      });
    });

  function runSlice(): void {
    const end = clock() + sliceMilliseconds;
    slices += 1;
    for (const [signal, calculations] of waiting) {
      // Moves the request to the end of the queue, or removes it.
      waiting.delete(signal);
      if (calculations[0]?.(end) === true) calculations.shift();
      if (calculations.length > 0) waiting.set(signal, calculations);
      if (clock() >= end) break;
    }
    isRunning = waiting.size > 0;
    if (isRunning) rest(runSlice, { requests: calculating.size, slices });
    else slices = 0;
  }
}

/** Works until it has ended, or until the clock reaches `end`. Returns true if it has ended. */
type Calculation = (end: number) => boolean;

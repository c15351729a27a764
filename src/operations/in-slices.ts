import { countRequestsAtWork } from "#http/request-context.ts";
import type { OperationContext } from "./operation-context.ts";

/**
 * Runs a calculation in slices of two milliseconds, so that a long one does not hold the thread. It may pause after each
 * of its steps, which are short. Resolves with the return value of `steps`; rejects with what it throws, or
 * with the reason of `signal`, if that is aborted before a slice.
 *
 * Between two slices the thread rests from calculations for seven times as long if a request without a
 * calculation is at work, or has lately been: most of the thread is then free for such short ones. The requests, told apart by their signals, take slices in
 * rotation. The calculations of one request run one after another, in the order in which they were started.
 */
export type RunInSlices = <Result>(
  signal: AbortSignal,
  steps: Generator<unknown, Result>,
) => Promise<Result>;

/** All calculations of the process share one thread. */
export const runInSlices = createSlices({
  clock: () => performance.now(),
  // A turn later: what was sent to the database before leaves this process before.
  begin: (next) => setImmediate(() => setImmediate(next)),
  rest: (next, requests) => {
    if (countRequestsAtWork() > requests) lastShortAt = performance.now();
    // A client that asks again at once finds the thread resting. Any other waits for one slice at most.
    return performance.now() - lastShortAt < 50 ? setTimeout(next, 14) : setImmediate(next);
  },
  sliceMilliseconds: 2,
});

/** When a request without a calculation was last seen at work. */
let lastShortAt = -Infinity;

/** Presents the records of a page: in slices, unless they are all that the request has and soon done. */
export async function presentRecords<Result>(
  { budget, request }: Pick<OperationContext, "budget" | "request">,
  steps: Generator<unknown, Result>,
): Promise<Result> {
  return budget.hasManyRecords ? runInSlices(request.signal, steps) : runAtOnce(steps);
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
  /** Calls a function in the next turn of the event loop. */
  readonly begin: (next: () => void) => unknown;
  /** Calls a function after a rest. `requests` is how many requests have had a calculation and not ended. */
  readonly rest: (next: () => void, requests: number) => unknown;
  readonly sliceMilliseconds: number;
}

export function createSlices({ clock, begin, rest, sliceMilliseconds }: SliceOptions): RunInSlices {
  const waiting = new Map<AbortSignal, Calculation[]>();
  /** The requests that have had a calculation and not ended. A signal is aborted at the end of its request. */
  const calculating = new Set<AbortSignal>();
  let isRunning = false;

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
    for (const [signal, calculations] of waiting) {
      // The request goes to the end of the queue, or out of it.
      waiting.delete(signal);
      if (calculations[0]?.(end) === true) calculations.shift();
      if (calculations.length > 0) waiting.set(signal, calculations);
      if (clock() >= end) break;
    }
    isRunning = waiting.size > 0;
    if (isRunning) rest(runSlice, calculating.size);
  }
}

/** Works until it has ended, or until the clock shows `end`. Returns whether it has ended. */
type Calculation = (end: number) => boolean;

import { countRequestsInProgress } from "#http/request-context.ts";
import type { OperationContext } from "./operation-context.ts";

/**
 * Runs a calculation in slices of two milliseconds, so that a long one does not hold the thread. It may pause after each
 * of its steps, which are short. Resolves with the return value of `steps`; rejects with what it throws, or
 * with the reason of `signal`, if that is aborted before a slice.
 *
 * Between two slices the thread rests from calculations for more than three times as long if there are other requests in
 * progress, so that most of it is free for short ones. The requests, told apart by their signals, take slices in
 * rotation. The calculations of one request run one after another, in the order in which they were started.
 */
export type RunInSlices = <Result>(
  signal: AbortSignal,
  steps: Generator<unknown, Result>,
) => Promise<Result>;

/** All calculations of the process share one thread. */
export const runInSlices = createSlices({
  clock: () => performance.now(),
  begin: setImmediate,
  // A request that comes in between two slices waits for one at most, and then has rests beside it.
  rest: (next) => (countRequestsInProgress() > 1 ? setTimeout(next, 7) : setImmediate(next)),
  sliceMilliseconds: 2,
});

/** Presents the records of a page: in slices, unless they are all that the request has and soon done. */
export async function presentRecords<Result>(
  { budget, request }: Pick<OperationContext, "budget" | "request">,
  steps: Generator<unknown, Result>,
): Promise<Result> {
  if (budget.hasManyRecords) return runInSlices(request.signal, steps);
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
  /** Calls a function after a rest. */
  readonly rest: (next: () => void) => unknown;
  readonly sliceMilliseconds: number;
}

export function createSlices({ clock, begin, rest, sliceMilliseconds }: SliceOptions): RunInSlices {
  const waiting = new Map<AbortSignal, Calculation[]>();
  let isRunning = false;

  return (signal, steps) =>
    new Promise((resolve, reject) => {
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
    if (isRunning) rest(runSlice);
  }
}

/** Works until it has ended, or until the clock shows `end`. Returns whether it has ended. */
type Calculation = (end: number) => boolean;

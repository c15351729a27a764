import type { OperationContext } from "./operation-context.ts";

/*
 * Each turn of the event loop has one slice, so that a long calculation delays nothing else of its thread for longer.
 * Calculations get slices in turn, and short ones share one.
 */

/**
 * Runs a calculation in slices. Resolves with the return value of `steps`, which are short; rejects with what it
 * throws, or with the reason of `signal`, if that is aborted before a slice.
 */
export function runInSlices<Result>(
  signal: AbortSignal,
  steps: Generator<unknown, Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const advance = () => {
      try {
        signal.throwIfAborted();
        do {
          const step = steps.next();
          if (step.done === true) return resolve(step.value);
        } while (performance.now() < sliceEnd);
        waiting.push(advance);
      } catch (error) {
        reject(error);
      }
    };
    waiting.push(advance);
    if (!isScheduled) setImmediate(runSlice);
    isScheduled = true;
  });
}

const waiting: (() => void)[] = [];
let isScheduled = false;
let sliceEnd = 0;

/** In milliseconds. */
const sliceLength = 10;

function runSlice(): void {
  sliceEnd = performance.now() + sliceLength;
  do waiting.shift()?.();
  while (waiting.length > 0 && performance.now() < sliceEnd);
  isScheduled = waiting.length > 0;
  if (isScheduled) setImmediate(runSlice);
}

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

/** Takes all steps of a calculation, without a pause, to its result. */
export function resultOf<Result>(steps: Generator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

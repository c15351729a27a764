/**
 * Why work for a request is given up: its answer has been given, or its client has gone. One error for
 * all of them, by which everybody who meets it knows that nothing has failed.
 */
export const requestOver = new Error("nobody waits for the answer any more");

/** Whether an error is this one, or was caused by it. */
export function isRequestOver(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause === requestOver) return true;
  }
  return false;
}

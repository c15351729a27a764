import { setTimeout as delay } from "node:timers/promises";
import { deadlockDetected, hasSqlState, serializationFailure } from "./sql-state.ts";

/** True if the server has undone a transaction because another one wrote the same rows beside it. */
export function isConflict(error: unknown): boolean {
  return hasSqlState(error, deadlockDetected) || hasSqlState(error, serializationFailure);
}

/**
 * Runs work that is one transaction, and runs it again, a few times, if the server has undone it because of a conflict.
 * Passes the number of earlier attempts.
 */
export async function retryConflicts<Result>(
  work: (retries: number) => Promise<Result>,
): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await work(retries);
    } catch (error) {
      if (retries === mostRetries || !isConflict(error)) throw error;
      // Two sessions that have met are not to meet again.
      await delay(Math.random() * longestPauseMilliseconds);
    }
  }
}

const mostRetries = 4;
const longestPauseMilliseconds = 1000;

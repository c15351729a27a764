import { setTimeout as delay } from "node:timers/promises";
import {
  deadlockDetected,
  hasSqlState,
  lockNotAvailable,
  serializationFailure,
} from "./sql-state.ts";

/** True if the server has undone a transaction because of another one: of the same rows, or of a lock held for long. */
export function isConflict(error: unknown): boolean {
  return conflicts.some((code) => hasSqlState(error, code));
}

const conflicts = [deadlockDetected, serializationFailure, lockNotAvailable];

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

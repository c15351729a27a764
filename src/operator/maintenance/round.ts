import type { Instant } from "../../acoustics/time/instant.ts";
import type { OperatorDatabase } from "../../database/client/pool.ts";

/** What the works of one round of maintenance share. */
export interface Round {
  readonly db: OperatorDatabase;
  readonly kind: "postgres" | "embedded";
  readonly now: Instant;
  /** Ends the round early, after the object or the batch in progress. */
  readonly signal: AbortSignal;
}

/** Removes batch after batch until one is not full. Returns how many rows went. */
export async function inBatches(
  { signal }: Round,
  removeBatch: (most: number) => Promise<number>,
): Promise<number> {
  let total = 0;
  for (let removed = batchRows; removed >= batchRows && !signal.aborted;) {
    removed = await removeBatch(batchRows);
    total += removed;
  }
  return total;
}

/** Few enough that no reader waits for them. */
const batchRows = 1000;

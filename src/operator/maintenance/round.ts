import type { Instant } from "../../acoustics/time/instant.ts";
import type { OperatorDatabase } from "../../database/client/pool.ts";

/** The context of the works of one round of maintenance. */
export interface Round {
  readonly db: OperatorDatabase;
  readonly kind: "postgres" | "embedded";
  readonly now: Instant;
  /** Ends the round early, after the object or the batch in progress. */
  readonly signal: AbortSignal;
}

/** Removes batch after batch until one is not full. Returns the number of removed rows. */
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

/** A batch is small, so that readers do not wait for it. */
const batchRows = 1000;

import type { Instant } from "#acoustics/time/instant.ts";
import { type AudioStore, isAudioStoreUnavailable } from "#audio/audio-store.ts";
import type { Database } from "#database/client/statement.ts";
import {
  deleteExpiredLeases,
  deleteExpiredRecordings,
  deleteRemovedObject,
  selectDueObjects,
  vacuumLeases,
} from "#database/queries/retention.ts";

/** How many of each were removed. */
export interface RemovedCounts {
  readonly recordings: number;
  readonly leases: number;
  readonly objects: number;
  /** The last error of an object that could not be removed; null: none. The next run tries again. */
  readonly storeFailure: Error | null;
}

export interface RemovalOptions {
  readonly database: Database;
  readonly store: AudioStore;
  readonly now: Instant;
  /** Whether deleted rows are vacuumed here: the embedded database has no autovacuum. */
  readonly vacuums: boolean;
  /** Ends the work early, after the object or the batch in progress. */
  readonly signal: AbortSignal;
}

/**
 * Removes what has expired at `now`: recordings past their retention, leases, and objects that no recording
 * names. The row of a recording is deleted first, and its object written down as unclaimed in the same
 * statement: so no row names a missing object, and no object is forgotten when the store fails.
 * Several servers may do this at the same time, and each may stop between any two statements.
 */
export async function removeExpired(options: RemovalOptions): Promise<RemovedCounts> {
  const { database, now, vacuums, signal } = options;
  const recordings = await inBatches(
    () => deleteExpiredRecordings(database, now, batchRows),
    signal,
  );
  const leases = await inBatches(() => deleteExpiredLeases(database, now, batchRows), signal);
  if (vacuums && leases > 0 && !signal.aborted) await vacuumLeases(database);
  return { recordings, leases, ...(await removeDueObjects(options)) };
}

/** Few enough that no reader waits for them. */
const batchRows = 200;

async function inBatches(removeBatch: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let total = 0;
  for (let removed = batchRows; removed > 0 && !signal.aborted;) {
    removed = await removeBatch();
    total += removed;
  }
  return total;
}

/** An object that cannot be removed does not keep the following ones. */
async function removeDueObjects({
  database,
  store,
  now,
  signal,
}: RemovalOptions): Promise<Pick<RemovedCounts, "objects" | "storeFailure">> {
  let objects = 0;
  let storeFailure: Error | null = null;
  let last: string | undefined = "";
  while (last !== undefined && !signal.aborted) {
    const names: string[] = await selectDueObjects(database, now, last, batchRows);
    for (const name of names) {
      if (signal.aborted) break;
      try {
        await store.remove(name);
        await deleteRemovedObject(database, name);
        objects += 1;
      } catch (error) {
        if (!isAudioStoreUnavailable(error)) throw error;
        storeFailure = error;
      }
    }
    last = names.at(-1);
  }
  return { objects, storeFailure };
}

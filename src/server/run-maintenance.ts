import { type AudioStore, isAudioStoreUnavailable } from "#audio/audio-store.ts";
import type { Database } from "#database/client/pool.ts";
import {
  deleteExpiredLeases,
  deleteExpiredRecordings,
  selectDueObjects,
  analyzeLeases,
} from "#database/queries/retention.ts";
import { deleteUnclaimedObject } from "#database/queries/recordings.ts";
import type { Instant } from "#acoustics/time/instant.ts";

/**
 * Removes what is past its time at `now`: recordings past their retention, leases that are over, and
 * the objects that no recording names. A recording's row goes first and its object is written down
 * in the same statement, so that no row names an object that is gone, and none is forgotten where the
 * store fails. Several servers may do this at once, and each may stop between any two statements.
 */
export async function runMaintenance({
  db,
  store,
  now,
  signal,
  clearsUp = false,
}: MaintenanceRound): Promise<MaintenanceReport> {
  const recordings = await inBatches(() => deleteExpiredRecordings(db, now, batchRows), signal);
  const leases = await inBatches(() => deleteExpiredLeases(db, now, batchRows), signal);
  if (clearsUp && leases > 0) await analyzeLeases(db);
  return { recordings, leases, ...(await removeDueObjects(db, store, now, signal)) };
}

export interface MaintenanceRound {
  readonly db: Database;
  readonly store: AudioStore;
  readonly now: Instant;
  /** Ends the round early, after the statement under way. */
  readonly signal?: AbortSignal;
  /** Whether nobody else clears up behind removed rows, as in the embedded database. Default: no. */
  readonly clearsUp?: boolean;
}

/** How many of each were removed. */
export interface MaintenanceReport {
  readonly recordings: number;
  readonly leases: number;
  readonly objects: number;
  /** Why an object could not be removed: the last of such errors. The next round tries again. */
  readonly storeFailure: Error | null;
}

/** Few enough that nobody who reads waits for them. */
const batchRows = 200;

async function inBatches(
  removeBatch: () => Promise<number>,
  signal: AbortSignal | undefined,
): Promise<number> {
  let total = 0;
  for (let removed = batchRows; removed > 0 && !isAborted(signal);) {
    removed = await removeBatch();
    total += removed;
  }
  return total;
}

/** One that cannot be removed does not keep those after it. */
async function removeDueObjects(
  db: Database,
  store: AudioStore,
  now: Instant,
  signal: AbortSignal | undefined,
): Promise<Pick<MaintenanceReport, "objects" | "storeFailure">> {
  let objects = 0;
  let storeFailure: Error | null = null;
  let last: string | undefined = "";
  while (last !== undefined && !isAborted(signal)) {
    const names: string[] = await selectDueObjects(db, now, last, batchRows);
    for (const name of names) {
      if (isAborted(signal)) break;
      try {
        await store.remove(name);
        await deleteUnclaimedObject(db, name);
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

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

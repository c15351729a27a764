import { type AudioStore, isAudioStoreUnavailable } from "../../audio/audio-store.ts";
import { deleteUnclaimedObject } from "../../database/queries/recordings/recordings.ts";
import {
  deleteExpiredLeases,
  deleteExpiredRecordings,
  selectDueObjects,
  vacuumLeases,
} from "../../database/queries/maintenance/retention.ts";
import { inBatches, type Round } from "./round.ts";

/** How many of each were removed. */
export interface RemovedCounts {
  readonly recordings: number;
  readonly leases: number;
  readonly objects: number;
  /** The last error of an object that could not be removed; null: none. The next round tries again. */
  readonly storeFailure: Error | null;
}

/**
 * Removes what has expired: recordings past their own retention, leases, and objects that no recording
 * names. The row of a recording is deleted first, and its object written down as unclaimed in the same
 * transaction: so no row names a missing object, and no object is forgotten when the store fails.
 */
export async function removeExpired(round: Round, store: AudioStore): Promise<RemovedCounts> {
  const { db, kind, now, signal } = round;
  const recordings = await inBatches(round, (most) => deleteExpiredRecordings(db, now, most));
  const leases = await inBatches(round, (most) => deleteExpiredLeases(db, now, most));
  if (kind === "embedded" && leases > 0 && !signal.aborted) await vacuumLeases(db);
  return { recordings, leases, ...(await removeDueObjects(round, store)) };
}

/** An object that cannot be removed does not keep the following ones. */
async function removeDueObjects(
  { db, now, signal }: Round,
  store: AudioStore,
): Promise<Pick<RemovedCounts, "objects" | "storeFailure">> {
  let objects = 0;
  let storeFailure: Error | null = null;
  let last: string | undefined = "";
  while (last !== undefined && !signal.aborted) {
    const names: string[] = await selectDueObjects(db, now, last, objectsAtOnce);
    for (const name of names) {
      if (signal.aborted) break;
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

const objectsAtOnce = 200;

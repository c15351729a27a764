import { type AudioStore, isAudioStoreUnavailable } from "../../audio/audio-store.ts";
import { deleteUnclaimedObject } from "../../database/queries/recordings/recordings.ts";
import {
  deleteExpiredLeases,
  deleteExpiredRecordings,
  selectDueObjects,
  vacuumLeases,
} from "../../database/queries/maintenance/retention.ts";
import { inBatches, type Round } from "./round.ts";

/** The numbers of removed rows and objects. */
export interface RemovedCounts {
  readonly recordings: number;
  readonly leases: number;
  readonly objects: number;
  /** The error of the last object that could not be removed, or null. The next round tries again. */
  readonly storeFailure: Error | null;
}

/**
 * Removes expired recordings, leases, and objects that no recording names. One transaction deletes the row of a
 * recording and records its object as unclaimed, so no row names a missing object and no object is left behind.
 */
export async function removeExpired(round: Round, store: AudioStore): Promise<RemovedCounts> {
  const { db, kind, now, signal } = round;
  const recordings = await inBatches(round, (most) => deleteExpiredRecordings(db, now, most));
  const leases = await inBatches(round, (most) => deleteExpiredLeases(db, now, most));
  if (kind === "embedded" && leases > 0 && !signal.aborted) await vacuumLeases(db);
  return { recordings, leases, ...(await removeDueObjects(round, store)) };
}

/** Removes due objects. A failure of one does not end the work. */
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

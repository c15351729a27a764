import { createHash, randomBytes } from "node:crypto";
import {
  type AudioStore,
  isAudioStoreUnavailable,
  measureObject,
} from "../../audio/audio-store.ts";
import { checkFlac } from "../../audio/check-flac.ts";
import type { OperatorDatabase } from "../../database/client/pool.ts";
import {
  claimObject,
  deleteUnclaimedObject,
  insertUnclaimedObject,
  type RecordingKey,
  selectStoredRecording,
  type StoredRecording,
  updateRetention,
} from "../../database/queries/recordings/recordings.ts";
import { millisecondsOfDay } from "../../acoustics/time/calendar-day.ts";
import { type Instant, instantOfSecond } from "../../acoustics/time/instant.ts";

/** The database and the store that recordings are imported into. */
export interface RecordingTarget {
  readonly db: OperatorDatabase;
  readonly store: AudioStore;
  readonly clock: () => Instant;
  /** Ends the check of a recording, which may last a minute. */
  readonly signal?: AbortSignal;
}

/**
 * - `imported`: the second had no recording, or its object was gone.
 * - `replaced`: it had one with other bytes.
 * - `updated`: it had the same bytes with another end of retention.
 * - `unchanged`: it had the same bytes with the same end of retention.
 */
export type RecordingResult =
  | { readonly result: "imported" | "replaced" | "updated" | "unchanged" }
  | { readonly result: "rejected"; readonly reason: string };

/*
 * The row of a recording names a whole object at every moment: the new object is recorded as unclaimed and stored under
 * a new name, and then the row names it; then the replaced object is removed. Maintenance removes unclaimed objects
 * after a day.
 */

/**
 * Stores `content` as the recording of a sensor and second, if it is a whole FLAC file. `retainDays` counts from the
 * recording's own instant; null means no end, also if an earlier import set one.
 */
export async function storeRecording(
  target: RecordingTarget,
  key: RecordingKey,
  content: Buffer,
  retainDays: number | null,
): Promise<RecordingResult> {
  const { db, store, signal } = target;
  const checked = await checkFlac(content, signal);
  if (!checked.ok) return { result: "rejected", reason: checked.reason };
  const sha256 = createHash("sha256").update(content).digest("hex");
  const stored = await selectStoredRecording(db, key);
  const isSame = stored?.sha256 === sha256;
  const retainUntil = retentionOf(key.second, retainDays);
  if (isSame && (await isInStore(store, stored))) {
    if (retainUntil === stored.retainUntil) return { result: "unchanged" };
    await updateRetention(db, key, retainUntil);
    return { result: "updated" };
  }
  const { ok: _, ...format } = checked;
  const description = { ...format, byteLength: content.length, sha256, retainUntil };
  await storeObject(target, key, content, description);
  return { result: stored === null || isSame ? "imported" : "replaced" };
}

/** The end of retention of a recording that starts at a second; null: no end. */
export function retentionOf(second: number, retainDays: number | null): Instant | null {
  if (retainDays === null) return null;
  return (instantOfSecond(second) + retainDays * millisecondsOfDay) as Instant;
}

/** Time from the record of an unclaimed object to its removal. */
const unclaimedMilliseconds = millisecondsOfDay;

/** The bound on the difference between the clocks of two machines. */
const clockToleranceMilliseconds = 3_600_000;

type Description = Omit<Parameters<typeof claimObject>[2], "objectName">;

async function storeObject(
  { db, store, clock }: RecordingTarget,
  key: RecordingKey,
  content: Buffer,
  description: Description,
): Promise<void> {
  await store.begin();
  const objectName = randomBytes(16).toString("hex");
  await insertUnclaimedObject(db, objectName, (clock() + unclaimedMilliseconds) as Instant);
  // If this fails, the server removes the object later.
  await store.put(objectName, content);
  const now = clock();
  const { replacedObject } = await claimObject(
    db,
    key,
    { ...description, objectName },
    { now, claimedBefore: (now + clockToleranceMilliseconds) as Instant },
  );
  if (replacedObject === null) return;
  try {
    await store.remove(replacedObject);
    await deleteUnclaimedObject(db, replacedObject);
  } catch (error) {
    // The recording is stored. The replaced object is recorded as unclaimed; the server removes it later.
    if (!isAudioStoreUnavailable(error)) throw error;
  }
}

async function isInStore(store: AudioStore, stored: StoredRecording): Promise<boolean> {
  if (stored.isMissing) return false;
  try {
    return (await measureObject(store, stored.objectName)) === stored.byteLength;
  } catch (error) {
    // `store.begin` then creates the store, or rejects with the reason.
    if (isAudioStoreUnavailable(error)) return false;
    throw error;
  }
}

import { createHash, randomBytes } from "node:crypto";
import { type AudioStore, isAudioStoreUnavailable } from "#audio/audio-store.ts";
import { checkFlac } from "#audio/check-flac.ts";
import type { OperatorDatabase } from "#database/client/pool.ts";
import {
  claimObject,
  deleteUnclaimedObject,
  hasObjects,
  insertUnclaimedObject,
  type RecordingKey,
  selectStoredRecording,
  type StoredRecording,
  updateRetention,
} from "#database/queries/recordings.ts";
import { millisecondsOfDay } from "#acoustics/time/calendar-day.ts";
import { type Instant, instantOfSecond } from "#acoustics/time/instant.ts";

/** Where recordings are kept. */
export interface RecordingKeeper {
  readonly db: OperatorDatabase;
  readonly store: AudioStore;
  readonly clock: () => Instant;
}

/**
 * - `imported`: there was none for that second, or it was known to be gone, or its object was.
 * - `replaced`: there was one of other bytes.
 * - `updated`: its bytes were there; it is kept until another instant now, or without end.
 * - `unchanged`: it was there.
 */
export type KeptRecording =
  | { readonly result: "imported" | "replaced" | "updated" | "unchanged" }
  | { readonly result: "rejected"; readonly reason: string };

/**
 * Keeps `content` as the recording of a sensor and second, if it is a whole FLAC file. `retainDays`
 * counts from the recording's own instant; null: without end, whatever was said before.
 *
 * At every moment the row names an object that is whole: the new object is written down, stored under
 * a name of its own, and named by the row; only then the one before it is removed. Whatever an
 * interruption leaves is written down, and removed by the server a day later.
 */
export async function keepRecording(
  keeper: RecordingKeeper,
  key: RecordingKey,
  content: Buffer,
  retainDays: number | null,
): Promise<KeptRecording> {
  const checked = await checkFlac(content);
  if (!checked.ok) return { result: "rejected", reason: checked.reason };
  const { db, store } = keeper;
  const sha256 = createHash("sha256").update(content).digest("hex");
  const stored = await selectStoredRecording(db, key);
  const isSame = stored?.sha256 === sha256;
  const retainUntil = retentionOf(key.second, retainDays);
  const isThere = isSame && (await isInStore(store, stored));
  if (isThere) {
    if (retainUntil === stored.retainUntil) return { result: "unchanged" };
    await updateRetention(db, key, retainUntil);
    return { result: "updated" };
  }
  const { ok: _, ...format } = checked;
  const facts = { ...format, byteLength: content.length, sha256, retainUntil };
  await storeObject(keeper, key, content, facts);
  return { result: stored === null || isSame ? "imported" : "replaced" };
}

/** Until when a recording that starts at a second is kept; null: without end. */
export function retentionOf(second: number, retainDays: number | null): Instant | null {
  if (retainDays === null) return null;
  return (instantOfSecond(second) + retainDays * millisecondsOfDay) as Instant;
}

/** From when on an object that no recording came to name is removed, counted from before it is stored. */
const unclaimedMilliseconds = millisecondsOfDay;

/** How far the clocks of two machines may be apart. */
const clockToleranceMilliseconds = 3_600_000;

type Facts = Omit<Parameters<typeof claimObject>[2], "objectName">;

async function storeObject(
  { db, store, clock }: RecordingKeeper,
  key: RecordingKey,
  content: Buffer,
  facts: Facts,
): Promise<void> {
  await store.begin(() => hasObjects(db));
  const objectName = randomBytes(16).toString("hex");
  await insertUnclaimedObject(db, objectName, (clock() + unclaimedMilliseconds) as Instant);
  // Where this fails, the server removes what lies there.
  await store.put(objectName, content);
  const now = clock();
  const { replacedObject } = await claimObject(
    db,
    key,
    { ...facts, objectName },
    { now, claimedBefore: (now + clockToleranceMilliseconds) as Instant },
  );
  if (replacedObject === null) return;
  try {
    await store.remove(replacedObject);
    await deleteUnclaimedObject(db, replacedObject);
  } catch (error) {
    // The recording is kept. What it replaced is written down, and the server removes it later.
    if (!isAudioStoreUnavailable(error)) throw error;
  }
}

async function isInStore(store: AudioStore, stored: StoredRecording): Promise<boolean> {
  if (stored.isMissing) return false;
  try {
    const opened = await store.open(stored.objectName);
    if (opened === "missing") return false;
    opened.stream.destroy();
    return opened.byteLength === stored.byteLength;
  } catch (error) {
    // Storing says so, or a store is begun.
    if (isAudioStoreUnavailable(error)) return false;
    throw error;
  }
}

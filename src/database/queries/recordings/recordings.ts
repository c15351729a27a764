import { and, eq, gt, sql } from "drizzle-orm";
import { formatInstant, type Instant } from "../../../acoustics/time/instant.ts";
import type { OperatorDatabase, Queryable } from "../../client/pool.ts";
import { type Database, defineStatement } from "../../client/statement.ts";
import { recordings, unclaimedObjects } from "../../tables/recordings.ts";

/** Names a recording: a sensor has at most one per second. */
export interface RecordingKey {
  readonly sensorNo: number;
  /** Start of its sample's interval, in Unix seconds. */
  readonly second: number;
}

/** The stored properties of a recording besides its sensor and second. */
export interface RecordingContent {
  readonly objectName: string;
  readonly byteLength: number;
  /** The SHA-256 of the whole object, hexadecimal. */
  readonly sha256: string;
  readonly sampleRateHertz: number;
  readonly channels: number;
  readonly bitsPerSample: number;
  readonly totalSamples: number;
  /** Null if the recording is kept without end. */
  readonly retainUntil: Instant | null;
}

/** The members of a stored recording that an import compares. */
export interface StoredRecording extends Pick<
  RecordingContent,
  "objectName" | "byteLength" | "sha256" | "retainUntil"
> {
  /** True if a download did not find the object. */
  readonly isMissing: boolean;
}

/** The stored recording, or null. */
export async function selectStoredRecording(
  db: Queryable,
  recording: RecordingKey,
): Promise<StoredRecording | null> {
  const [row] = await db.select().from(recordings).where(isRecording(recording));
  if (row === undefined) return null;
  const { objectName, byteLength, sha256, retainUntil, missingSince } = row;
  return {
    objectName,
    byteLength,
    sha256,
    retainUntil: retainUntil === null ? null : (retainUntil.getTime() as Instant),
    isMissing: missingSince !== null,
  };
}

/** Adds an object before it is stored. It is removed at `removeAt`, unless a recording has claimed it by then. */
export async function insertUnclaimedObject(
  db: Queryable,
  name: string,
  removeAt: Instant,
): Promise<void> {
  await db.insert(unclaimedObjects).values({ name, removeAt: new Date(removeAt) });
}

/** Deletes the record of an unclaimed object that is no longer in the store. */
export async function deleteUnclaimedObject(db: Queryable, name: string): Promise<void> {
  await db.delete(unclaimedObjects).where(eq(unclaimedObjects.name, name));
}

/**
 * Creates or replaces a recording, whose object is stored and unclaimed. The object that is replaced becomes
 * unclaimed and is returned. Throws, and changes nothing, if the new object is due for removal by
 * `claimedBefore`, because it may have been removed.
 */
export function claimObject(
  db: OperatorDatabase,
  recording: RecordingKey,
  content: RecordingContent,
  { now, claimedBefore }: { readonly now: Instant; readonly claimedBefore: Instant },
): Promise<{ readonly replacedObject: string | null }> {
  const { objectName, retainUntil, ...properties } = content;
  return db.transaction(async (transaction) => {
    const claimed = await transaction
      .delete(unclaimedObjects)
      .where(
        and(
          eq(unclaimedObjects.name, objectName),
          gt(unclaimedObjects.removeAt, new Date(claimedBefore)),
        ),
      )
      .returning({ name: unclaimedObjects.name });
    if (claimed.length === 0) throw new Error("The object took too long to be stored");
    const row = {
      ...properties,
      objectName,
      importedAt: new Date(now),
      retainUntil: retainUntil === null ? null : new Date(retainUntil),
      missingSince: null,
    };
    // A stored row stays as it is, is locked, and is returned: two imports of one recording wait for one another.
    const [there] = await transaction
      .insert(recordings)
      .values({ sensorNo: recording.sensorNo, datetime: new Date(recording.second * 1000), ...row })
      .onConflictDoUpdate({
        target: [recordings.sensorNo, recordings.datetime],
        set: { objectName: sql`${recordings.objectName}` },
      })
      .returning({ objectName: recordings.objectName });
    if (there === undefined || there.objectName === objectName) return { replacedObject: null };
    await transaction.update(recordings).set(row).where(isRecording(recording));
    await insertUnclaimedObject(transaction, there.objectName, now);
    return { replacedObject: there.objectName };
  });
}

/** Replaces the end of the retention of a recording; null for no end. */
export async function updateRetention(
  db: Queryable,
  recording: RecordingKey,
  retainUntil: Instant | null,
): Promise<void> {
  await db
    .update(recordings)
    .set({ retainUntil: retainUntil === null ? null : new Date(retainUntil) })
    .where(isRecording(recording));
}

/** Marks a recording whose object a download did not find. A new import of the recording clears the mark. */
export async function markRecordingMissing(
  database: Database,
  { sensorNo, second, objectName }: RecordingKey & Pick<RecordingContent, "objectName">,
  now: Instant,
): Promise<void> {
  await missingRecording(database, { sensorNo, second, objectName, now: formatInstant(now) });
}

const missingRecording = defineStatement<
  { sensorNo: number; second: number; objectName: string; now: string },
  never
>(
  "mark-recording-missing",
  (value) => sql`
    update ${recordings} set missing_since = ${value("now")}::timestamptz
    where ${recordings.sensorNo} = ${value("sensorNo")}::integer
      and ${recordings.datetime} = to_timestamp(${value("second")}::float8)
      and ${recordings.objectName} = ${value("objectName")}`,
);

function isRecording({ sensorNo, second }: RecordingKey) {
  return and(
    eq(recordings.sensorNo, sensorNo),
    eq(recordings.datetime, sql`to_timestamp(${second}::float8)`),
  );
}

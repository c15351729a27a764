import { and, eq, gt, sql } from "drizzle-orm";
import type { Instant } from "#acoustics/time/instant.ts";
import type { OperatorDatabase, Queryable } from "#database/client/pool.ts";
import {
  type Database,
  defineStatement,
  type StatementValues,
} from "#database/client/statement.ts";
import { recordings } from "#database/tables/recordings.ts";
import { sensors } from "#database/tables/sensors.ts";
import { unclaimedObjects } from "#database/tables/unclaimed-objects.ts";

/** Which recording: a sensor has at most one a second. */
export interface RecordingKey {
  readonly sensorNo: number;
  /** Start of its sample's interval, Unix seconds. */
  readonly second: number;
}

/** What is stored of a recording, its key aside. */
export interface RecordingContent {
  readonly objectName: string;
  readonly byteLength: number;
  /** Of the whole object, hexadecimal. */
  readonly sha256: string;
  readonly sampleRateHertz: number;
  readonly channels: number;
  readonly bitsPerSample: number;
  readonly totalSamples: number;
  /** Null: without end. */
  readonly retainUntil: Instant | null;
}

/** A recording as it is stored already. */
export interface StoredRecording extends Pick<
  RecordingContent,
  "objectName" | "byteLength" | "sha256" | "retainUntil"
> {
  /** Whether a download found no object. */
  readonly isMissing: boolean;
}

export async function selectStoredRecording(
  db: Queryable,
  key: RecordingKey,
): Promise<StoredRecording | null> {
  const [row] = await db.select().from(recordings).where(isRecording(key));
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

/** Whether any object is named by a recording or written down as unclaimed. */
export async function hasObjects(db: Queryable): Promise<boolean> {
  const [row] = await db.execute<{ hasAny: boolean }>(anyObject);
  return row?.hasAny ?? false;
}

/** The same for a request. */
export async function selectHasObjects(database: Database): Promise<boolean> {
  const [row] = await anyObjectStatement(database, {});
  return row?.hasAny ?? false;
}

const anyObject = sql`select exists (select from ${recordings})
  or exists (select from ${unclaimedObjects}) as "hasAny"`;

const anyObjectStatement = defineStatement<StatementValues, { hasAny: boolean }>(
  "select-any-object",
  () => anyObject,
);

/** Writes down an object before it is stored, so that it is removed if no recording comes to name it. */
export async function insertUnclaimedObject(
  db: Queryable,
  name: string,
  removeAt: Instant,
): Promise<void> {
  await db.insert(unclaimedObjects).values({ name, removeAt: new Date(removeAt) });
}

/** Forgets an object that is not in the store any more. */
export async function deleteUnclaimedObject(db: Queryable, name: string): Promise<void> {
  await db.delete(unclaimedObjects).where(eq(unclaimedObjects.name, name));
}

/**
 * Makes a recording name an object that is stored and was written down as unclaimed; one that it
 * named before is unclaimed from then on, and returned. Throws, and changes nothing, where the object
 * is due for removal by `claimedBefore`: it may be gone.
 */
export function claimObject(
  db: OperatorDatabase,
  key: RecordingKey,
  content: RecordingContent,
  { now, claimedBefore }: { readonly now: Instant; readonly claimedBefore: Instant },
): Promise<{ readonly replacedObject: string | null }> {
  const { objectName: name, retainUntil, ...facts } = content;
  return db.transaction(async (transaction) => {
    // Imports of one sensor take turns, for a row that is not there yet cannot be locked.
    await transaction
      .select({ key: sensors.key })
      .from(sensors)
      .where(eq(sensors.key, key.sensorNo))
      .for("no key update");
    const [replaced] = await transaction
      .select({ name: recordings.objectName })
      .from(recordings)
      .where(isRecording(key))
      .for("update");
    const claimed = await transaction
      .delete(unclaimedObjects)
      .where(
        and(
          eq(unclaimedObjects.name, name),
          gt(unclaimedObjects.removeAt, new Date(claimedBefore)),
        ),
      )
      .returning({ name: unclaimedObjects.name });
    if (claimed.length === 0) throw new Error("The object took too long to be stored");
    const row = {
      ...facts,
      objectName: name,
      importedAt: new Date(now),
      retainUntil: retainUntil === null ? null : new Date(retainUntil),
      missingSince: null,
    };
    await transaction
      .insert(recordings)
      .values({ sensorNo: key.sensorNo, datetime: new Date(key.second * 1000), ...row })
      .onConflictDoUpdate({ target: [recordings.sensorNo, recordings.datetime], set: row });
    if (replaced === undefined) return { replacedObject: null };
    await insertUnclaimedObject(transaction, replaced.name, now);
    return { replacedObject: replaced.name };
  });
}

export async function updateRetention(
  db: Queryable,
  key: RecordingKey,
  retainUntil: Instant | null,
): Promise<void> {
  await db
    .update(recordings)
    .set({ retainUntil: retainUntil === null ? null : new Date(retainUntil) })
    .where(isRecording(key));
}

function isRecording({ sensorNo, second }: RecordingKey) {
  return and(
    eq(recordings.sensorNo, sensorNo),
    eq(recordings.datetime, sql`to_timestamp(${second}::float8)`),
  );
}

import { sql } from "drizzle-orm";
import type { OpenDatabase } from "../../client/open-database.ts";
import type { OperatorDatabase } from "../../client/pool.ts";
import {
  type Database,
  defineStatement,
  jobSession,
  type StatementValues,
} from "../../client/statement.ts";
import { audioStore } from "../../tables/audio-store.ts";
import { recordings } from "../../tables/recordings.ts";
import { unclaimedObjects } from "../../tables/unclaimed-objects.ts";

/** A recording's object. */
export interface NamedObject {
  readonly name: string;
  readonly byteLength: number;
}

/**
 * The database's record of its audio store, for `createAudioStore`. It works for as long as the database is open.
 */
export function createStoreRecord(database: Pick<OpenDatabase, "db" | "sessionFor">) {
  const session = database.sessionFor({ ...jobSession, signal: new AbortController().signal });
  return {
    /** The id of the store; null before there is one. */
    selectId: () => selectStoreId(session),
    /** True if the database names any object, of a recording or unclaimed. */
    hasObjects: () => selectHasObjects(session),
    /** Some recordings that no download has missed, the newest first. */
    selectNewestObjects: () => newestObjects(session, {}),
    /**
     * Calls `choose` with the id, or null, while no other process does, and keeps what it gives as the id if
     * there is none. Rejects, and keeps nothing, if `choose` does.
     */
    insertId: (choose: (known: string | null) => Promise<string>) =>
      insertStoreId(database.db, choose),
  };
}

async function selectStoreId(database: Database): Promise<string | null> {
  const [row] = await storeId(database, {});
  return row?.id ?? null;
}

const storeId = defineStatement<StatementValues, { id: string }>(
  "select-audio-store",
  () => selectId,
);
const selectId = sql`select id::text from ${audioStore}`;

async function selectHasObjects(database: Database): Promise<boolean> {
  const [row] = await anyObject(database, {});
  return row?.hasAny ?? false;
}

const anyObject = defineStatement<StatementValues, { hasAny: boolean }>(
  "select-any-object",
  () => sql`select exists (select 1 from ${recordings})
    or exists (select 1 from ${unclaimedObjects}) as "hasAny"`,
);

/** Reads all recordings: it is sent once, before the database has the id of its store. */
const newestObjects = defineStatement<StatementValues, NamedObject>(
  "select-newest-objects",
  () => sql`
    select object_name as name, byte_length::float8 as "byteLength" from ${recordings}
    where missing_since is null order by imported_at desc limit 20`,
);

/** An arbitrary number that nothing else locks. */
const storeLock = 4_702_193_654;

function insertStoreId(
  db: OperatorDatabase,
  choose: (known: string | null) => Promise<string>,
): Promise<string> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${storeLock})`);
    const [known] = await transaction.execute<{ id: string }>(selectId);
    const id = await choose(known?.id ?? null);
    await transaction.insert(audioStore).values({ id }).onConflictDoNothing();
    return id;
  });
}

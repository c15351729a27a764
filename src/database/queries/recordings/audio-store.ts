import { sql } from "drizzle-orm";
import type { OpenDatabase } from "../../client/open-database.ts";
import type { OperatorDatabase } from "../../client/pool.ts";
import { type Database, defineConstantStatement, jobSession } from "../../client/statement.ts";
import { audioStore } from "../../tables/recordings.ts";

/** The database's record of its audio store, for `createAudioStore`. It works while the database is open. */
export function createStoreRecord(database: Pick<OpenDatabase, "db" | "sessionFor">) {
  const session = database.sessionFor(jobSession);
  return {
    /** The id of the store; null before there is one. */
    selectId: () => selectStoreId(session),
    /**
     * Calls `choose` with the id or null, one process at a time. Its result becomes the id if there is none. If it
     * rejects, nothing is stored.
     */
    insertId: (choose: (known: string | null) => Promise<string>) =>
      insertStoreId(database.db, choose),
  };
}

async function selectStoreId(database: Database): Promise<string | null> {
  const [row] = await storeId(database);
  return row?.id ?? null;
}

const selectId = sql`select id::text from ${audioStore}`;
const storeId = defineConstantStatement<{ id: string }>("select-audio-store", selectId);

/** An arbitrary number that no other code locks. */
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

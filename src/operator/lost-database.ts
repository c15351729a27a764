import { isAudioStoreUnavailable, type ObjectStore } from "../audio/audio-store.ts";
import { isStoreId } from "../audio/marked-store.ts";
import { databaseUnusable } from "../database/client/connection-errors.ts";
import type { Queryable } from "../database/client/pool.ts";
import { isEmptyDatabase } from "../database/queries/maintenance/empty-database.ts";

/**
 * The reason for which `acoustic serve` does not start: a database without projects and without a store beside a store
 * in use. It was emptied, or is another one. Null: it is not so, or the store cannot be read.
 */
export async function describeLostDatabase(
  db: Queryable,
  objects: ObjectStore,
): Promise<string | null> {
  if (!(await isEmptyDatabase(db))) return null;
  const marker = await objects.readMarker().catch((error: unknown) => {
    if (isAudioStoreUnavailable(error)) return null;
    throw error;
  });
  if (marker === null || !isStoreId(marker)) return null;
  return (
    `The database is empty, and ${objects.location} is a store of recordings in use. Is it the right database (DATABASE_URL, DATA_DIR)? ` +
    "If its data are lost, restore a backup: `acoustic restore`. If it is new and shares the store, apply its first site file: `acoustic apply`."
  );
}

/** Throws an error of `isDatabaseUnusable` with that reason. */
export async function refuseLostDatabase(db: Queryable, objects: ObjectStore): Promise<void> {
  const reason = await describeLostDatabase(db, objects);
  if (reason !== null) throw databaseUnusable(reason);
}

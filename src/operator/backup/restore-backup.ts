import { createHash, randomUUID } from "node:crypto";
import type { AudioStore } from "../../audio/audio-store.ts";
import { millisecondsOfDay } from "../../acoustics/time/calendar-day.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import { applyMigrations } from "../../database/client/migrate.ts";
import type { OpenDatabase } from "../../database/client/open-database.ts";
import type { Queryable } from "../../database/client/pool.ts";
import { findRefusedValue } from "../../database/client/sql-state.ts";
import {
  deleteUnclaimedObject,
  insertUnclaimedObject,
} from "../../database/queries/recordings/recordings.ts";
import {
  analyzeTables,
  countRows,
  finishRows,
  forgetStore,
  insertRows,
  lockEmptyTables,
  type ObjectNames,
  selectBackedUpTables,
  selectFilledTable,
} from "../../database/queries/maintenance/whole-tables.ts";
import { claimRestoredObjects } from "../../database/queries/maintenance/backed-up-objects.ts";
import { InvalidInput } from "../../ingest/invalid-input.ts";
import { printable } from "./format.ts";
import { type BackupContent, readBackup } from "./read-backup.ts";

/** The database and store that a backup is restored into. */
export interface RestoreTarget {
  readonly database: OpenDatabase;
  readonly store: AudioStore;
  readonly clock: () => Instant;
}

type Report = (fraction: number, text: string) => void;

/**
 * Restores a backup that `verifyBackup` has verified: the objects, and then all rows in one transaction. Throws
 * `InvalidInput` before any write if the database is not empty, and later if it refuses the rows.
 */
export async function restoreBackup(
  target: RestoreTarget,
  file: string,
  content: BackupContent,
  report: Report,
): Promise<void> {
  const { database, store } = target;
  const { db } = database;
  // This check comes before the migrations, so that a database in use stays unchanged.
  requireEmpty(await selectFilledTable(db, await selectBackedUpTables(db, { withStore: true })));
  await applyMigrations(database.target);
  const carried = await selectBackedUpTables(db, { withStore: true });

  const names = content.header.recordings ? (randomUUID() as string as ObjectNames) : null;
  if (content.objects > 0) await store.begin();
  const parts = readBackup(file, (fraction) => report(fraction, "restoring"));
  let objects = 0;
  try {
    let next = await parts.next();
    while (next.done !== true && next.value.kind === "object") {
      objects += 1;
      await storeObject(target, newNameOf(next.value, names), await next.value.content());
      next = await parts.next();
    }
    await db.transaction(async (transaction) => {
      requireEmpty(await lockEmptyTables(transaction, carried));
      await forgetStore(transaction, content.header.tables);
      while (next.done !== true) {
        if (next.value.kind === "object") throw changedMeanwhile(file);
        await insertRows(transaction, next.value.table, next.value.lines, names);
        next = await parts.next();
      }
      await finishRows(transaction);
      await requireCounts(transaction, file, content);
    });
  } catch (error) {
    // Otherwise maintenance removes these objects after 30 days.
    await removeObjects(target, file, names, objects).catch(() => undefined);
    const refused = findRefusedValue(error);
    if (refused === null) throw error;
    throw new InvalidInput([
      `${file}: the database refuses its rows: ${printable(refused.message)}. Nothing was restored.`,
    ]);
  } finally {
    await parts.return(undefined as never);
  }
  await analyzeTables(db, database.kind, carried);
}

async function storeObject(
  { database, store, clock }: RestoreTarget,
  name: string,
  content: Buffer,
): Promise<void> {
  const removeAt = (clock() + unclaimedMilliseconds) as Instant;
  await insertUnclaimedObject(database.db, name, removeAt);
  await store.put(name, content);
}

/** A restore of many recordings may last days. Until it ends, maintenance must not remove its objects. */
const unclaimedMilliseconds = 30 * millisecondsOfDay;

/** Removes the first objects of a backup from the store again. */
async function removeObjects(
  { database, store }: RestoreTarget,
  file: string,
  names: ObjectNames | null,
  count: number,
): Promise<void> {
  let left = count;
  for await (const part of readBackup(file, () => undefined)) {
    if (part.kind !== "object" || left === 0) return;
    left -= 1;
    const name = newNameOf(part, names);
    await store.remove(name);
    await deleteUnclaimedObject(database.db, name);
  }
}

function newNameOf({ name }: { readonly name: string }, names: ObjectNames | null): string {
  const text = `${names ?? ""}${name}`;
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

function requireEmpty(filled: string | null): void {
  if (filled === null) return;
  throw new InvalidInput([
    `The database is not empty: ${filled} has rows. A backup is restored into an empty database; nothing was changed.`,
  ]);
}

function changedMeanwhile(file: string): Error {
  return new InvalidInput([`${file}: it was changed while it was restored`]);
}

/** Throws unless the counts in the database are those of the backup. */
async function requireCounts(
  db: Queryable,
  file: string,
  { header, objects }: BackupContent,
): Promise<void> {
  for (const table of header.tables) {
    if ((await countRows(db, table)) !== table.rows) throw changedMeanwhile(file);
  }
  const claimed = await claimRestoredObjects(db);
  if (claimed === objects) return;
  throw new InvalidInput([
    `${file}: ${objects - claimed} of its ${objects} recordings have no row that names them. Nothing was restored.`,
  ]);
}

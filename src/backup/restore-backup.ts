import { createHash, randomUUID } from "node:crypto";
import type { AudioStore } from "#audio/audio-store.ts";
import { millisecondsOfDay } from "#acoustics/time/calendar-day.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import { applyMigrations, newestKnownMigration } from "#database/client/migrate.ts";
import type { OpenDatabase } from "#database/client/open-database.ts";
import type { Queryable } from "#database/client/pool.ts";
import { insertUnclaimedObject } from "#database/queries/recordings.ts";
import {
  analyzeTables,
  claimRestoredObjects,
  countRows,
  finishRows,
  forgetStore,
  insertRows,
  lockEmptyTables,
  type ObjectNames,
  selectCarriedTables,
  selectFilledTable,
  type TableShape,
} from "#database/queries/whole-tables.ts";
import { InvalidInput } from "#ingest/invalid-input.ts";
import type { BackupHeader } from "./format.ts";
import { type BackupContent, type BackupPart, readBackup } from "./read-backup.ts";

/** Where a backup is to be restored. */
export interface RestoreTarget {
  readonly database: OpenDatabase;
  readonly store: AudioStore;
  readonly clock: () => Instant;
}

type Report = (fraction: number, text: string) => void;

/**
 * Restores a backup that `verifyBackup` has found whole into an empty database. All rows are written in one transaction, after the
 * objects of the recordings, which nothing names before: an interrupted restore leaves an empty database, and maintenance
 * removes such objects. Throws `InvalidInput` where the database is not empty, or older than the backup, before
 * anything is written.
 */
export async function restoreBackup(
  target: RestoreTarget,
  file: string,
  content: BackupContent,
  report: Report,
): Promise<void> {
  const { header } = content;
  const { database } = target;
  const { db } = database;
  requireKnownMigration(file, header);
  // Before the migrations: a database that is in use is left as it is.
  requireEmpty(await selectFilledTable(db, await selectCarriedTables(db, { withStore: true })));
  await applyMigrations(database.target);
  const carried = await selectCarriedTables(db, { withStore: true });
  requireKnownColumns(file, header, carried);

  const names = header.recordings ? (randomUUID() as string as ObjectNames) : null;
  if (content.objects > 0) await target.store.begin();
  const parts = readBackup(file, (fraction) => report(fraction, "restoring"));
  try {
    let next = await parts.next();
    while (next.done !== true && next.value.kind === "object") {
      await storeObject(target, next.value, names);
      next = await parts.next();
    }
    await db.transaction(async (transaction) => {
      requireEmpty(await lockEmptyTables(transaction, carried));
      await forgetStore(transaction, header.tables);
      while (next.done !== true) {
        await writeRows(transaction, next.value, header, names);
        next = await parts.next();
      }
      await finishRows(transaction);
      await requireCounts(transaction, content);
    });
  } finally {
    await parts.return(undefined);
  }
  await analyzeTables(db, database.kind, carried);
}

async function storeObject(
  { database, store, clock }: RestoreTarget,
  object: BackupPart & { readonly kind: "object" },
  names: ObjectNames | null,
): Promise<void> {
  const content = await object.content();
  const name = createHash("sha256")
    .update(`${names ?? ""}${object.name}`)
    .digest("hex")
    .slice(0, 32);
  const removeAt = (clock() + unclaimedMilliseconds) as Instant;
  await insertUnclaimedObject(database.db, name, removeAt);
  await store.put(name, content);
}

/** A restore of many recordings may take days; maintenance removes none of its objects meanwhile. */
const unclaimedMilliseconds = 30 * millisecondsOfDay;

async function writeRows(
  db: Queryable,
  part: BackupPart,
  { tables }: BackupHeader,
  names: ObjectNames | null,
): Promise<void> {
  const table = part.kind === "rows" ? tables.find(({ name }) => name === part.table) : undefined;
  if (part.kind !== "rows" || table === undefined) {
    throw new InvalidInput(["The backup has a recording after its tables"]);
  }
  await insertRows(db, table, await part.lines(), names);
}

function requireKnownMigration(file: string, { migration, release }: BackupHeader): void {
  if (migration <= newestKnownMigration()) return;
  throw new InvalidInput([
    `${file}: the database that it was made of is newer than this release: restore it with release ${release} or a later one`,
  ]);
}

function requireEmpty(filled: string | null): void {
  if (filled === null) return;
  throw new InvalidInput([
    `The database is not empty: ${filled} has rows. A backup is restored into an empty database; nothing was changed.`,
  ]);
}

function requireKnownColumns(
  file: string,
  { tables, release }: BackupHeader,
  carried: readonly TableShape[],
): void {
  const unknown = tables.flatMap(({ name, columns }) => {
    const known = carried.find((table) => table.name === name)?.columns ?? [];
    return columns.filter((column) => !known.includes(column)).map((column) => `${name}.${column}`);
  });
  if (unknown.length === 0) return;
  throw new InvalidInput([
    `${file}: this release has no ${unknown.join(", ")}: restore it with release ${release}, and upgrade then`,
  ]);
}

/** Whatever went wrong, what is committed is what the backup says. */
async function requireCounts(db: Queryable, { header, objects }: BackupContent): Promise<void> {
  for (const table of header.tables) {
    const rows = await countRows(db, table);
    if (rows === table.rows) continue;
    throw new Error(`${table.name} has ${rows} rows after the restore, not ${table.rows}`);
  }
  const claimed = await claimRestoredObjects(db);
  if (claimed === objects) return;
  throw new Error(`${claimed} of ${objects} restored recordings have a row that names them`);
}

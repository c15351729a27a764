import { sql } from "drizzle-orm";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { packageFile } from "../../system/package-files.ts";
import { type ConnectionTarget, openPool, type Queryable } from "./pool.ts";
import { waitForServer } from "./wait-for-server.ts";
import { type Database, defineConstantStatement, jobSession } from "./statement.ts";
import {
  type DistributedTables,
  distributeTables,
  isDistributable,
  selectUndistributed,
} from "../scale-out/distribute.ts";
import { deadlockDetected, hasSqlState, lockNotAvailable } from "./sql-state.ts";
import { hasErrorCode } from "../../system/error-code.ts";

/**
 * An arbitrary number that no other code locks. The lock belongs to a transaction, because all connections to an
 * embedded database share one session. Drizzle's own migrator begins transactions itself, so only its file format and
 * its table are used.
 */
const migrationLock = 4_702_193_651;

/** Milliseconds. It is longer than the driver's connection timeout, whose error has more details. */
const answerDeadline = 10_000;

export interface MigrateOptions {
  /** The longest time until the first answer of a server. */
  readonly answerDeadlineMilliseconds?: number;
  /** Rejects for a database that is not to be migrated or used. It is called before any change. */
  readonly refuse?: (db: Queryable) => Promise<void>;
  /** In their order; default: those of this release. */
  readonly migrations?: readonly MigrationMeta[];
}

/**
 * Applies the migrations that the database lacks, all of them or none, and distributes the tables where it has the
 * extension Citus; returns those. Processes that start together migrate one after the other. Throws an error of
 * `isDatabaseUnreachable` without an answer in time.
 */
export async function applyMigrations(
  target: ConnectionTarget,
  {
    answerDeadlineMilliseconds = answerDeadline,
    refuse,
    migrations = readMigrations(),
  }: MigrateOptions = {},
): Promise<DistributedTables> {
  const pool = openPool({ target, poolMax: 1, statementTimeoutMilliseconds: 0 });
  const database = pool.sessionFor(jobSession);
  try {
    if (target.kind === "url") await waitForServer(pool, answerDeadlineMilliseconds);
    // An up-to-date database may be read-only: a standby, or an embedded database whose disk is full.
    const hasCitus = await isDistributable(pool.db);
    const isComplete = await createMigrationCheck(migrations)(database);
    await refuse?.(pool.db);
    if (isComplete && (!hasCitus || isNothing(await selectUndistributed(pool.db)))) return noTables;
    await applyMissing(pool.db, migrations);
    return hasCitus ? await distributeMissing(pool.db) : noTables;
  } catch (error) {
    throw lockStates.some((code) => hasSqlState(error, code)) ? heldByOthers() : error;
  } finally {
    await pool.close();
  }
}

/** True if the database has every migration of this version. Throws the errors of `applyMigrations`. */
export async function isMigrated(target: ConnectionTarget): Promise<boolean> {
  const pool = openPool({ target, poolMax: 1, statementTimeoutMilliseconds: 0 });
  try {
    if (target.kind === "url") await waitForServer(pool, answerDeadline);
    return await createMigrationCheck()(pool.sessionFor(jobSession));
  } finally {
    await pool.close();
  }
}

/** Applies the missing migrations in one transaction. */
async function applyMissing(db: Queryable, migrations: readonly MigrationMeta[]): Promise<void> {
  await inMigration(db, async (transaction) => {
    const applied = await lastApplied(transaction);
    const missing = migrations.filter(({ folderMillis }) => folderMillis > applied);
    for (const migration of missing) await apply(transaction, migration);
  });
}

function distributeMissing(db: Queryable): Promise<DistributedTables> {
  return inMigration(db, async (transaction) => {
    const tables = await selectUndistributed(transaction);
    if (!isNothing(tables)) await distributeTables(transaction, tables);
    return tables;
  });
}

/** Works in a transaction, of which one runs at a time. While it waits for a lock, all later statements wait for it. */
function inMigration<Result>(
  db: Queryable,
  work: (transaction: Queryable) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
    await transaction.execute(sql.raw(`set local lock_timeout = ${lockMilliseconds}`));
    return work(transaction);
  });
}

/**
 * The longest wait for a lock: meanwhile other sessions wait for the migration. Shorter than the second after which the
 * server looks for deadlocks, so that the migration fails and not the other session.
 */
const lockMilliseconds = 500;

/** SQLSTATEs of a migration that does not get its tables. */
const lockStates = [lockNotAvailable, deadlockDetected];

/** Replaces the error of the server: it has the same SQLSTATE, and its message has the remedy. */
function heldByOthers(): Error {
  const message =
    "other sessions hold tables that a migration changes. Stop long statements and imports (pg_stat_activity lists them), then run it again";
  return Object.assign(new Error(message), { severity: "ERROR", code: lockNotAvailable });
}

export const noTables: DistributedTables = { bySensor: [], everywhere: [] };

function isNothing({ bySensor, everywhere }: DistributedTables): boolean {
  return bySensor.length === 0 && everywhere.length === 0;
}

/** When the newest migration of this release was made, in milliseconds since 1970. */
export function newestKnownMigration(): number {
  return readMigrations().at(-1)?.folderMillis ?? 0;
}

/** The migrations of this release, in their order, each with a hash of its statements. */
export function readMigrations(): MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder: packageFile("src/database/migrations") });
}

/** Returns a check that the database has every migration. It rejects if the database does not answer. */
export function createMigrationCheck(
  migrations: readonly MigrationMeta[] = readMigrations(),
): (database: Database) => Promise<boolean> {
  const newest = migrations.at(-1)?.folderMillis ?? 0;
  return async (database) => {
    const [found] = await newestMigration(database).catch((error: unknown) => {
      if (isUndefinedTable(error)) return [];
      throw error;
    });
    return (found?.createdAt ?? -Infinity) >= newest;
  };
}

const newestCreation = sql`select max(created_at)::float8 as "createdAt"
  from drizzle.__drizzle_migrations`;

const newestMigration = defineConstantStatement<{ createdAt: number | null }>(
  "select-newest-migration",
  newestCreation,
);

/** Undefined table, invalid schema name. */
function isUndefinedTable(error: unknown): boolean {
  return hasErrorCode(error, "42P01", "3F000");
}

/** When the newest applied migration was generated, in milliseconds; -Infinity if none was applied. */
async function lastApplied(db: Queryable): Promise<number> {
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(sql`create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint)`);
  const [newest] = await db.execute<{ createdAt: number | null }>(newestCreation);
  return newest?.createdAt ?? -Infinity;
}

async function apply(db: Queryable, { sql: statements, hash, folderMillis }: MigrationMeta) {
  for (const statement of statements) await db.execute(sql.raw(statement));
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
    values (${hash}, ${folderMillis})`);
}

import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { packageFile } from "#package-files.ts";
import { type ConnectionTarget, openPool, type Queryable } from "./pool.ts";
import { waitForServer } from "./wait-for-server.ts";
import { type Database, defineStatement, jobSession, type StatementValues } from "./statement.ts";
import { isDatabaseUnreachable } from "./connection-errors.ts";
import {
  type DistributedTables,
  distributeTables,
  isDistributable,
  selectUndistributed,
} from "./distribute.ts";
import { prepareSamplesPartition } from "./prepare-samples-partition.ts";
import { hasSqlState, lockNotAvailable } from "./sql-state.ts";

/** An arbitrary number that nothing else locks. With it, processes that start together migrate one after the other. */
const migrationLock = 4_702_193_651;

/** Milliseconds. Longer than the driver's connection timeout, whose error says more. */
const answerDeadline = 10_000;

/** How long the embedded database is retried while its owner changes: as long as opening it may take. */
const handoverMilliseconds = 60_000;
const pauseMilliseconds = 50;

/**
 * Applies the migrations that the database lacks, and distributes the tables where it has the extension Citus: all of it, or
 * nothing where one step fails. Returns the tables that were distributed. Safe to run from several processes at once: an advisory lock of the transaction lets one after the other work.
 * A lock of the session would not do, because all connections to an embedded database share one
 * session. Drizzle's own migrator begins transactions itself, so only its file format and its table are used.
 *
 * Throws an error that `isDatabaseUnreachable` recognises where a server does not answer within the
 * deadline. The embedded database has no deadline: it does not answer during a long import.
 * Where the process that owns it ends meanwhile, another one becomes the owner, and the work starts again.
 */
export async function applyMigrations(
  target: ConnectionTarget,
  answerDeadlineMilliseconds = answerDeadline,
): Promise<DistributedTables> {
  const giveUpAt = performance.now() + handoverMilliseconds;
  for (;;) {
    try {
      return await applyOnce(target, answerDeadlineMilliseconds);
    } catch (error) {
      const isHandover = target.kind === "socket" && isDatabaseUnreachable(error);
      if (!isHandover || performance.now() > giveUpAt) throw error;
      await delay(pauseMilliseconds);
    }
  }
}

async function applyOnce(
  target: ConnectionTarget,
  answerDeadlineMilliseconds: number,
): Promise<DistributedTables> {
  const migrations = readMigrations();
  const pool = openPool({ target, poolMax: 1, statementTimeoutMilliseconds: 0 });
  const { signal } = new AbortController();
  const database = pool.sessionFor({ ...jobSession, signal });
  try {
    if (target.kind === "url") await waitForServer(pool, answerDeadlineMilliseconds);
    // An up-to-date database need not be writable: a standby is not, nor an embedded one whose disk is full.
    const hasCitus = await isDistributable(pool.db);
    const isMigrated = await createMigrationCheck()(database);
    if (isMigrated && (!hasCitus || isNothing(await selectUndistributed(pool.db)))) return nothing;
    return await withPatience(async () => {
      await prepareSamplesPartition(pool.db, migrationLock);
      return applyMissing(pool.db, migrations, hasCitus);
    });
  } finally {
    await pool.close();
  }
}

async function applyMissing(
  db: Queryable,
  migrations: readonly MigrationMeta[],
  hasCitus: boolean,
): Promise<DistributedTables> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
    // What waits for a lock keeps everybody waiting who comes after it.
    await transaction.execute(sql`set local lock_timeout = '1s'`);
    const applied = await lastApplied(transaction);
    for (const migration of migrations) {
      if (migration.folderMillis > applied) await apply(transaction, migration);
    }
    if (!hasCitus) return nothing;
    const tables = await selectUndistributed(transaction);
    if (!isNothing(tables)) await distributeTables(transaction, tables);
    return tables;
  });
}

/**
 * Runs work that needs locks, again and again where readers or writers hold them for longer than its lock timeout. Between two
 * attempts, those that have waited go on.
 */
async function withPatience<Result>(work: () => Promise<Result>): Promise<Result> {
  const giveUpAt = performance.now() + patienceMilliseconds;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!hasSqlState(error, lockNotAvailable) || performance.now() > giveUpAt) throw error;
      await delay(pauseMilliseconds * 20);
    }
  }
}

/** An import that began before may take as long. */
const patienceMilliseconds = 600_000;

const nothing: DistributedTables = { bySensor: [], everywhere: [] };

function isNothing({ bySensor, everywhere }: DistributedTables): boolean {
  return bySensor.length === 0 && everywhere.length === 0;
}

/** When the newest migration of this release was made, in milliseconds since 1970. */
export function newestKnownMigration(): number {
  return readMigrations().at(-1)?.folderMillis ?? 0;
}

function readMigrations(): MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder: packageFile("src/database/migrations") });
}

/**
 * A check of whether the database has every migration of this version. The check rejects where the
 * database does not answer.
 */
export function createMigrationCheck(): (database: Database) => Promise<boolean> {
  const newest = newestKnownMigration();
  return async (database) => {
    const [found] = await newestMigration(database, {}).catch((error: unknown) => {
      if (isUndefinedTable(error)) return [];
      throw error;
    });
    return (found?.createdAt ?? -Infinity) >= newest;
  };
}

const newestMigration = defineStatement<StatementValues, { createdAt: number | null }>(
  "select-newest-migration",
  () => newestCreation,
);

const newestCreation = sql`select max(created_at)::float8 as "createdAt"
  from drizzle.__drizzle_migrations`;

/** Undefined table, invalid schema name. */
function isUndefinedTable(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["42P01", "3F000"].includes(String(error.code))
  );
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

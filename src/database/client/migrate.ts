import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { packageFile } from "#package-files.ts";
import { connect, type ConnectionTarget, type Database, type Queryable } from "./pool.ts";
import { requireAnswer } from "./wait-for-server.ts";
import { defineStatement, type StatementValues } from "./statement.ts";
import { isDatabaseUnreachable } from "./connection-errors.ts";

/** Any number nobody else locks; processes that start at once take turns at it. */
const migrationLock = 4_702_193_651;

/** More than the driver waits for a connection, whose own words say more where it gives up. */
const answerDeadline = 10_000;

/** As long as a process tries to run the embedded database, or to join another that does. */
const handoverMilliseconds = 60_000;
const pauseMilliseconds = 50;

/**
 * Applies the migrations that the database lacks: all of them, or none where one fails. Safe to run
 * from several processes at once: they take turns under an advisory lock that ends with the
 * transaction. A lock of the session would not do, for the connections to an embedded database share
 * one session. That is why Drizzle's own migrator, which begins transactions itself, only lends its
 * file format and its table here.
 *
 * Throws an error that `isDatabaseUnreachable` knows where a server does not answer within the
 * deadline. The embedded database has none: it answers nobody during a long import, and does then.
 * Where the process that runs it ends meanwhile, another one does soon, and the work is begun again.
 */
export async function applyMigrations(
  target: ConnectionTarget,
  answerDeadlineMilliseconds = answerDeadline,
): Promise<void> {
  const patience = performance.now() + handoverMilliseconds;
  for (;;) {
    try {
      await applyOnce(target, answerDeadlineMilliseconds);
      return;
    } catch (error) {
      const isHandover = target.kind === "socket" && isDatabaseUnreachable(error);
      if (!isHandover || performance.now() > patience) throw error;
      await delay(pauseMilliseconds);
    }
  }
}

async function applyOnce(target: ConnectionTarget, answerDeadlineMilliseconds: number) {
  const migrations = readMigrations();
  const connection = connect({ target, poolMax: 1, statementTimeoutMilliseconds: 0 });
  try {
    if (target.kind === "url") await requireAnswer(connection, answerDeadlineMilliseconds);
    // Also where nothing can be written: a standby, or an embedded database whose disk is full.
    if (await createMigrationCheck(connection.db)()) return;
    await connection.db.transaction(async (transaction) => {
      await transaction.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
      const applied = await lastApplied(transaction);
      for (const migration of migrations) {
        if (migration.folderMillis > applied) await apply(transaction, migration);
      }
    });
  } finally {
    await connection.close();
  }
}

function readMigrations(): MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder: packageFile("src/database/migrations") });
}

/**
 * A function that resolves to whether the database has every migration of this version; it rejects where the
 * database does not answer.
 */
export function createMigrationCheck(db: Database): () => Promise<boolean> {
  const newest = readMigrations().at(-1)?.folderMillis ?? 0;
  return async () => {
    const [found] = await newestMigration(db, {}).catch((error: unknown) => {
      if (isUndefinedTable(error)) return [];
      throw error;
    });
    return (found?.createdAt ?? -Infinity) >= newest;
  };
}

const newestMigration = defineStatement<StatementValues, { createdAt: number | null }>(
  "select-newest-migration",
  () => sql`select max(created_at)::float8 as "createdAt" from drizzle.__drizzle_migrations`,
);

/** Undefined table, invalid schema name. */
function isUndefinedTable(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["42P01", "3F000"].includes(String(error.code))
  );
}

/** When the newest applied migration was generated, in milliseconds; before all time if none was. */
async function lastApplied(db: Queryable): Promise<number> {
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(sql`create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint)`);
  const [newest] = await db.execute<{ createdAt: number | null }>(
    sql`select max(created_at)::float8 as "createdAt" from drizzle.__drizzle_migrations`,
  );
  return newest?.createdAt ?? -Infinity;
}

async function apply(db: Queryable, { sql: statements, hash, folderMillis }: MigrationMeta) {
  for (const statement of statements) await db.execute(sql.raw(statement));
  await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
    values (${hash}, ${folderMillis})`);
}

import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { packageFile } from "#package-files.ts";
import { connect, type ConnectionTarget } from "./connect.ts";

/** Any number nobody else locks; servers that start at once take turns at it. */
const migrationLock = 4_702_193_651;

/**
 * Applies the migrations that the database lacks. Safe to run from several processes at once: they
 * take turns under an advisory lock of one connection, which ends with that connection.
 */
export async function applyMigrations(target: ConnectionTarget): Promise<void> {
  const connection = connect({ target, poolMax: 1, statementTimeoutMilliseconds: 0 });
  try {
    await connection.db.execute(sql`select pg_advisory_lock(${migrationLock})`);
    await migrate(connection.db, { migrationsFolder: packageFile("src/database/migrations") });
  } finally {
    await connection.close();
  }
}

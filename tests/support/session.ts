import type { Pool } from "#database/client/pool.ts";
import { type Database, jobSession } from "#database/client/statement.ts";

/** Returns a database handle for the statements of a test. */
export function sessionOf(
  database: Pick<Pool, "sessionFor">,
  signal: AbortSignal = new AbortController().signal,
): Database {
  return database.sessionFor({ ...jobSession, signal });
}

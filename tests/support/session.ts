import type { Pool } from "#database/client/pool.ts";
import { noObserver } from "#database/client/statement-observer.ts";
import type { Database } from "#database/client/statement.ts";

/** The handle of a test's own statements. */
export function sessionOf(
  database: Pick<Pool, "sessionFor">,
  signal: AbortSignal = new AbortController().signal,
): Database {
  return database.sessionFor({ observer: noObserver, requestId: null, signal });
}

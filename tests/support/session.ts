import type { Pool } from "../../src/database/client/pool.ts";
import { type Database, jobSession } from "../../src/database/client/statement.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

/** Returns a database handle for the statements of a test. */
export function sessionOf(
  database: Pick<Pool, "sessionFor">,
  signal: AbortSignal = neverAborted,
): Database {
  return database.sessionFor({ ...jobSession, signal });
}

/** The same, whose statements `send` sends in its own way: it gets each, and what would send it. */
export function sessionSending(
  database: Pick<Pool, "sessionFor">,
  send: (
    sendOn: () => PromiseLike<readonly unknown[]>,
    text: string,
    values: readonly string[],
  ) => PromiseLike<readonly unknown[]>,
): Database {
  const session = sessionOf(database);
  const unsafe = (text: string, values: string[], options: object) =>
    send(() => session.client.unsafe(text, values, options), text, values);
  return { ...session, client: { unsafe } as unknown as Database["client"] };
}

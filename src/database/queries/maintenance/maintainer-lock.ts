import { sql } from "drizzle-orm";
import type { Queryable } from "../../client/pool.ts";
import { selectValue } from "../../client/select-value.ts";

/**
 * Makes the session of a connection the one that maintains the database, until it closes. Returns false if another
 * session is, and with `waits` never. The embedded database has one session for all connections, so there it is
 * always true.
 */
export async function becomeMaintainer(db: Queryable, waits: boolean): Promise<boolean> {
  if (waits) {
    await db.execute(sql`select pg_advisory_lock(${maintainerLock})`);
    return true;
  }
  return selectValue(db, sql`select pg_try_advisory_lock(${maintainerLock}) as value`);
}

/** An arbitrary number that nothing else locks. */
const maintainerLock = 4_702_193_653;

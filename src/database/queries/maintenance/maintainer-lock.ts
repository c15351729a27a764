import { sql } from "drizzle-orm";
import type { Queryable } from "../../client/pool.ts";
import { selectValue } from "../../client/select-value.ts";

/**
 * Makes the session of a connection the maintainer of the database, until it closes. Returns false if another session
 * is the maintainer; with `waits`, waits for it instead. In the embedded database, always returns true: all connections
 * share one session.
 */
export async function becomeMaintainer(db: Queryable, waits: boolean): Promise<boolean> {
  if (waits) {
    await db.execute(sql`select pg_advisory_lock(${maintainerLock})`);
    return true;
  }
  return selectValue(db, sql`select pg_try_advisory_lock(${maintainerLock}) as value`);
}

/** An arbitrary number that no other code locks. */
const maintainerLock = 4_702_193_653;

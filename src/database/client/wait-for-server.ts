import { sql } from "drizzle-orm";
import { withDeadline } from "../../system/with-deadline.ts";
import type { Pool } from "./pool.ts";

/**
 * Resolves when the server of a new pool has answered a first statement. After the deadline, closes the pool and throws
 * an error that `isDatabaseUnreachable` recognises. The driver itself has no such deadline: it reconnects without end
 * to an address that accepts connections and closes them (porsager/postgres#1193).
 */
export async function waitForServer(pool: Pool, deadlineMilliseconds: number): Promise<void> {
  // Drizzle returns an object that is not a full promise.
  const answer = (async () => pool.db.execute(sql`select 1`))();
  if ((await withDeadline(answer, deadlineMilliseconds, "silent")) !== "silent") return;
  await pool.close(0);
  const message = `it did not answer within ${deadlineMilliseconds / 1000} seconds`;
  throw Object.assign(new Error(message), { code: "CONNECT_TIMEOUT" });
}

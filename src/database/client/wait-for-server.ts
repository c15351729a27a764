import { sql } from "drizzle-orm";
import type { Pool } from "./pool.ts";

/**
 * Resolves when the server of a new pool has answered a first statement. After the deadline, closes the pool and
 * throws an error that `isDatabaseUnreachable` recognises. The driver itself has no such deadline: it reconnects for
 * ever to an address that accepts connections and closes them (porsager/postgres#1193).
 */
export async function waitForServer(pool: Pool, deadlineMilliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<"silent">((resolve) => {
    timer = setTimeout(resolve, deadlineMilliseconds, "silent");
  });
  try {
    const outcome = await Promise.race([pool.db.execute(sql`select 1`), deadline]);
    if (outcome !== "silent") return;
  } finally {
    clearTimeout(timer);
  }
  await pool.close(0);
  const message = `it did not answer within ${deadlineMilliseconds / 1000} seconds`;
  throw Object.assign(new Error(message), { code: "CONNECT_TIMEOUT" });
}

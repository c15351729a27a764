import { sql } from "drizzle-orm";
import type { Pool } from "./pool.ts";

/**
 * Resolves once the server of a new pool has answered a first statement. Where it has not answered
 * within the deadline, the pool is closed and an error thrown that `isDatabaseUnreachable` recognises.
 * The driver alone would try again for ever where an address accepts connections and closes them, as
 * a proxy does whose server is down.
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

import { sql } from "drizzle-orm";
import type { Connection } from "./pool.ts";

/**
 * Resolves once the server of a new connection has answered a first statement. Where it has not
 * within the deadline, the connection is closed and an error thrown that `isDatabaseUnreachable`
 * knows. Needed because the driver tries again without end where an address accepts connections and
 * closes them, as a proxy does whose server is down.
 */
export async function requireAnswer(
  connection: Connection,
  deadlineMilliseconds: number,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<"silent">((resolve) => {
    timer = setTimeout(resolve, deadlineMilliseconds, "silent");
  });
  try {
    const outcome = await Promise.race([connection.db.execute(sql`select 1`), deadline]);
    if (outcome !== "silent") return;
  } finally {
    clearTimeout(timer);
  }
  await connection.close(0);
  throw databaseSilent(deadlineMilliseconds);
}

function databaseSilent(deadlineMilliseconds: number): Error {
  const message = `it did not answer within ${deadlineMilliseconds / 1000} seconds`;
  return Object.assign(new Error(message), { code: "CONNECT_TIMEOUT" });
}

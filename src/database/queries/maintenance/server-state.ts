import { sql } from "drizzle-orm";
import { type Database, defineConstantStatement } from "../../client/statement.ts";

/** The version of the database's server, and its time in milliseconds. */
export async function selectServerState(
  database: Database,
): Promise<{ readonly version: string; readonly now: number }> {
  const [row] = await serverState(database);
  if (row === undefined) throw new Error("the database did not say its version");
  return row;
}

const serverState = defineConstantStatement<{ version: string; now: number }>(
  "select-server-state",
  sql`select current_setting('server_version') as version,
    (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
);

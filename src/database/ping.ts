import { sql } from "drizzle-orm";
import type { Queryable } from "./connect.ts";

/** Resolves if the database answers. */
export async function pingDatabase(db: Queryable): Promise<void> {
  await db.execute(sql`select 1`);
}

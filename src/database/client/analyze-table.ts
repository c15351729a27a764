import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { OperatorDatabase } from "./pool.ts";

/**
 * Lets the planner know of much that was written. PostgreSQL itself clears up behind it; the
 * embedded database has nobody who does, and an index-only scan needs the visibility map that only
 * VACUUM writes. Not to be called in a transaction.
 */
export async function analyzeTable(
  db: OperatorDatabase,
  kind: "postgres" | "embedded",
  table: PgTable,
): Promise<void> {
  await db.execute(kind === "embedded" ? sql`vacuum (analyze) ${table}` : sql`analyze ${table}`);
}

import { type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { OperatorDatabase, Queryable } from "./pool.ts";

/** The outcome of writing rows, as numbers of rows. */
export interface WrittenRows {
  readonly inserted: number;
  readonly updated: number;
  /** Stored before with the same content. */
  readonly unchanged: number;
}

/**
 * Runs an `insert … on conflict do update … where` of `total` rows, without its `returning`, and counts the
 * outcomes. A row whose `where` does not hold counts as unchanged.
 */
export async function upsertRows(db: Queryable, total: number, insert: SQL): Promise<WrittenRows> {
  if (total === 0) return { inserted: 0, updated: 0, unchanged: 0 };
  // An update locks the stored row first, which leaves a transaction number in `xmax`; an insert leaves 0.
  const [written] = await db.execute<{ inserted: number; updated: number }>(sql`
    with written as (${insert} returning xmax = 0 as inserted)
    select (count(*) filter (where inserted))::integer as inserted,
      (count(*) filter (where not inserted))::integer as updated
    from written`);
  const { inserted, updated } = written ?? { inserted: 0, updated: 0 };
  return { inserted, updated, unchanged: total - inserted - updated };
}

/**
 * Updates the planner's statistics after many writes. Must not be called in a transaction. The embedded
 * database has no autovacuum, and an index-only scan needs the visibility map, which only VACUUM writes.
 */
export async function analyzeTable(
  db: OperatorDatabase,
  kind: "postgres" | "embedded",
  table: PgTable,
): Promise<void> {
  await db.execute(kind === "embedded" ? sql`vacuum (analyze) ${table}` : sql`analyze ${table}`);
}

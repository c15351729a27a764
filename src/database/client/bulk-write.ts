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

export interface Upsert {
  readonly table: PgTable;
  /** A select of the rows to write, with the names of their columns. */
  readonly batch: SQL;
  readonly total: number;
  /** The columns of the primary key. */
  readonly key: SQL;
  /**
   * A condition that all stored rows with these keys fulfil. It compares values, so that other partitions are skipped.
   * Default: all.
   */
  readonly range?: SQL;
  /** All columns that are written. */
  readonly columns: SQL;
  /** The assignments after `do update`; their `where` selects the stored rows that differ. */
  readonly update: SQL;
  /** An integer of a stored row and its row in `batch`, which is summed before the write. Default: 0. */
  readonly effect?: SQL;
}

/** Inserts rows, and updates those that are stored with another content. `effect` is the sum of that of `Upsert`. */
export async function upsertRows(
  db: Queryable,
  upsert: Upsert,
): Promise<WrittenRows & { readonly effect: number }> {
  const { table, batch, total, key, range = sql`true`, columns, update } = upsert;
  const { effect = sql`0` } = upsert;
  if (total === 0) return { inserted: 0, updated: 0, unchanged: 0, effect: 0 };
  // A partitioned table does not distinguish inserted rows from updated ones, so the existing rows are counted before.
  // Citus runs the parts one after the other, and a later part sees the rows of an earlier one: the condition puts the
  // count first.
  const [counts] = await db.execute<{ known: number; written: number; effect: number }>(sql`
    with batch as materialized (${batch}),
    known as (
      select count(*)::integer as count, coalesce(sum(${effect}), 0)::integer as effect
      from batch join ${table} using (${key}) where ${range}
    ),
    written as (
      insert into ${table} (${columns}) select ${columns} from batch
      where (select count from known) >= 0
      on conflict (${key}) do update ${update}
      returning 1
    )
    select count as known, effect, (select count(*)::integer from written) as written from known`);
  const { known, written, effect: summed } = counts ?? { known: 0, written: 0, effect: 0 };
  // Another import may have inserted some of the rows since they were counted.
  const inserted = Math.min(total - known, written);
  return { inserted, updated: written - inserted, unchanged: total - written, effect: summed };
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
  await db.execute(sql`${analysis[kind]} ${table}`);
}

/** The statement before the names of tables. */
export const analysis = { postgres: sql`analyze`, embedded: sql`vacuum (analyze)` } as const;

import { sql } from "drizzle-orm";
import type { OperatorDatabase, Queryable } from "../../client/pool.ts";
import type { ImportKind } from "../imports/import-counts.ts";
import { selectValues } from "../../client/select-value.ts";

/*
 * The embedded database has no autovacuum: an import vacuums repeatedly, because one vacuum at its end would last too
 * long.
 */

/** The table, or those of its partitions, with many pages that were not vacuumed yet. */
export function selectUnvacuumedTables(
  db: Queryable,
  table: Exclude<ImportKind, "recordings">,
): Promise<string[]> {
  const statement = sql`
    select relname as value from pg_class
    where (oid = ${table}::regclass
        or oid in (select inhrelid from pg_inherits where inhparent = ${table}::regclass))
      and relkind = 'r' and pg_relation_size(oid) > 1.05 * 8192 * relallvisible
    order by relname`;
  return selectValues(db, statement);
}

/** Marks pages that every transaction sees, for index-only scans. Cleaning the index is slow. Not in a transaction. */
export async function vacuumNewPages(db: OperatorDatabase, table: string): Promise<void> {
  await db.execute(sql`vacuum (index_cleanup off, truncate off) ${sql.identifier(table)}`);
}

/** Updates the planner's statistics from a few rows, so that other sessions hardly wait. */
export async function analyzeFewRows(db: OperatorDatabase, table: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`set local default_statistics_target = 3`);
    await transaction.execute(sql`analyze ${sql.identifier(table)}`);
  });
}

import { sql } from "drizzle-orm";
import { formatInstant, type Instant } from "../../../acoustics/time/instant.ts";
import { arrayLiteral, defineConstantStatement, textArrayLiteral } from "../../client/statement.ts";
import type { Queryable } from "../../client/pool.ts";
import { importCounts } from "../../tables/samples.ts";

/** The kinds of imported data that are counted. */
export type ImportKind = "samples" | "classifications" | "exclusions" | "recordings";

/** The result of rows that are counted beside their others: their times were read as UTC, because no zone was named. */
export const readAsUtcResult = "read_as_utc";

/** Adds the results of an import. Call it last in its transaction: other imports wait until the transaction ends. */
export async function addImportCounts(
  db: Queryable,
  kind: ImportKind,
  counts: Readonly<Record<string, number>>,
  now: Instant,
): Promise<void> {
  // Sorted, so that two imports lock the rows in the same order.
  const results = Object.keys(counts).toSorted();
  await db.execute(sql`
    insert into ${importCounts} (kind, result, rows, last_at)
    select ${kind}, result, added, ${formatInstant(now)}::timestamptz
    from unnest(${textArrayLiteral(results)}::text[],
      ${arrayLiteral(results.map((result) => counts[result] ?? 0))}::bigint[]) as import (result, added)
    order by result
    on conflict (kind, result) do update
      set rows = import_counts.rows + excluded.rows, last_at = excluded.last_at`);
}

export interface ImportCount {
  readonly kind: ImportKind;
  readonly result: string;
  readonly rows: number;
  /** Unix seconds. */
  readonly lastAt: number;
}

/** The results of all imports. */
export const selectImportCounts = defineConstantStatement<ImportCount>(
  "select-import-counts",
  sql`
    select ${importCounts.kind}, ${importCounts.result}, ${importCounts.rows}::float8 as rows,
      extract(epoch from ${importCounts.lastAt})::float8 as "lastAt"
    from ${importCounts}`,
);

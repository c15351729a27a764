import type { SQL } from "drizzle-orm";
import type { Queryable } from "./pool.ts";

/** The column `value` of a statement of the operator that returns one row. */
export async function selectValue<Value>(
  db: Pick<Queryable, "execute">,
  statement: SQL,
): Promise<Value> {
  const [row] = await db.execute<{ value: Value }>(statement);
  if (row === undefined) throw new Error("a statement of one value has returned no row");
  return row.value;
}

/** The column `value` of each row that a statement of the operator returns. */
export async function selectValues<Value>(
  db: Pick<Queryable, "execute">,
  statement: SQL,
): Promise<Value[]> {
  const rows = await db.execute<{ value: Value }>(statement);
  return rows.map(({ value }) => value);
}

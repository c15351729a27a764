import { sql } from "drizzle-orm";
import type { Queryable } from "../../client/pool.ts";
import { selectValue } from "../../client/select-value.ts";
import { audioStore } from "../../tables/recordings.ts";
import { projects } from "../../tables/sites.ts";
import { selectNewestMigration } from "./whole-tables.ts";

/** True for a database without tables, or without a project and a store. */
export async function isEmptyDatabase(db: Queryable): Promise<boolean> {
  if ((await selectNewestMigration(db)) === null) return true;
  return selectValue(
    db,
    sql`select not exists (select from ${projects}) and not exists (select from ${audioStore}) as value`,
  );
}

import { sql } from "drizzle-orm";
import { formatInstant, type Instant } from "../../../acoustics/time/instant.ts";
import { clockTolerance } from "../../client/clock-tolerance.ts";
import type { Queryable } from "../../client/pool.ts";
import { type Database, defineConstantStatement } from "../../client/statement.ts";
import { lastBackup } from "../../tables/samples.ts";

/** Records a backup without faults by its moment. An earlier record is replaced, also one of a clock that was ahead. */
export async function recordBackup(db: Queryable, at: Instant): Promise<void> {
  await db.execute(sql`
    insert into ${lastBackup} (at) values (${formatInstant(at)}::timestamptz)
    on conflict (is_only) do update set at = excluded.at`);
}

/**
 * The moment of the last backup without faults; null before the first one, and for one in the future: the clock was
 * wrong, and the age of that backup is not known.
 */
export async function selectLastBackup(database: Database): Promise<Instant | null> {
  const [row] = await lastBackupRow(database);
  return row === undefined ? null : (Math.round(row.seconds * 1000) as Instant);
}

const lastBackupRow = defineConstantStatement<{ seconds: number }>(
  "select-last-backup",
  sql`select extract(epoch from ${lastBackup.at})::float8 as seconds from ${lastBackup}
    where ${lastBackup.at} <= clock_timestamp() + ${clockTolerance}`,
);

import { sql } from "drizzle-orm";
import { formatInstant, type Instant } from "#acoustics/time/instant.ts";
import type { Database, Queryable } from "#database/client/pool.ts";
import { analyzeTable } from "#database/client/analyze-table.ts";
import { audioLeases } from "#database/tables/audio-leases.ts";
import { recordings } from "#database/tables/recordings.ts";
import { unclaimedObjects } from "#database/tables/unclaimed-objects.ts";

/*
 * What is removed when its time is over, over all sensors, a batch a statement. Rows that another
 * server is removing are passed over, so that several do not wait for, or catch, one another. These
 * and whether there is any recording at all (`recordings-write.ts`) are the only statements that bound rows over
 * all sensors, to be exchanged where telemetry is distributed.
 */

/**
 * Removes up to `most` recordings that are past their retention; their objects are unclaimed from
 * then on, and due for removal. Returns how many there were.
 */
export async function deleteExpiredRecordings(
  db: Queryable,
  now: Instant,
  most: number,
): Promise<number> {
  const instant = sql`${formatInstant(now)}::timestamptz`;
  const rows = await db.execute(sql`
    with removed as (
      delete from ${recordings} where (sensor_key, datetime) in (
        select sensor_key, datetime from ${recordings} where retain_until <= ${instant}
        order by retain_until limit ${most} for update skip locked)
      returning object_name
    )
    insert into ${unclaimedObjects} (name, remove_at)
    select object_name, ${instant} from removed
    returning name`);
  return rows.length;
}

/** Removes up to `most` leases that are over. Returns how many there were. */
export async function deleteExpiredLeases(
  db: Queryable,
  now: Instant,
  most: number,
): Promise<number> {
  const rows = await db.execute(sql`
    delete from ${audioLeases} where (sensor_key, id) in (
      select sensor_key, id from ${audioLeases}
      where expires_at <= ${formatInstant(now)}::timestamptz
      order by expires_at limit ${most} for update skip locked)
    returning id`);
  return rows.length;
}

/** Makes room for new leases where those that are over were, in a database that nobody clears up. */
export async function analyzeLeases(db: Database): Promise<void> {
  await analyzeTable(db, "embedded", audioLeases);
}

/** Up to `most` names of objects that are due for removal, in their order, beyond `after`. */
export async function selectDueObjects(
  db: Queryable,
  now: Instant,
  after: string,
  most: number,
): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    select name from ${unclaimedObjects}
    where remove_at <= ${formatInstant(now)}::timestamptz and name > ${after}
    order by name limit ${most}`);
  return rows.map(({ name }) => name);
}

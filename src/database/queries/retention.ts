import { sql } from "drizzle-orm";
import { formatInstant, type Instant } from "#acoustics/time/instant.ts";
import {
  type Database,
  defineStatement,
  type StatementValues,
} from "#database/client/statement.ts";
import { audioLeases } from "#database/tables/audio-leases.ts";
import { recordings } from "#database/tables/recordings.ts";
import { unclaimedObjects } from "#database/tables/unclaimed-objects.ts";

/*
 * Deletes rows that have expired, over all sensors, one batch a statement. `skip locked` passes over rows that another
 * server is deleting, so that several servers neither wait for one another nor deadlock. These and `hasObjects`
 * are the only statements that read telemetry of all sensors: a database distributed by sensor needs others.
 */

/**
 * Deletes up to `most` recordings whose retention has ended at `now`. Their objects become unclaimed and
 * due for removal in the same statement. Returns the number of recordings.
 */
export async function deleteExpiredRecordings(
  database: Database,
  now: Instant,
  most: number,
): Promise<number> {
  return (await expiredRecordings(database, { now: formatInstant(now), most })).length;
}

const expiredRecordings = defineStatement<{ now: string; most: number }, { name: string }>(
  "delete-expired-recordings",
  (value) => sql`
    with removed as (
      delete from ${recordings} where (sensor_key, datetime) in (
        select sensor_key, datetime from ${recordings}
        where retain_until <= ${value("now")}::timestamptz
        order by retain_until limit ${value("most")} for update skip locked)
      returning object_name
    )
    insert into ${unclaimedObjects} (name, remove_at)
    select object_name, ${value("now")}::timestamptz from removed
    returning name`,
);

/** Deletes up to `most` leases that have expired at `now`. Returns their number. */
export async function deleteExpiredLeases(
  database: Database,
  now: Instant,
  most: number,
): Promise<number> {
  return (await expiredLeases(database, { now: formatInstant(now), most })).length;
}

const expiredLeases = defineStatement<{ now: string; most: number }, { id: string }>(
  "delete-expired-leases",
  (value) => sql`
    delete from ${audioLeases} where (sensor_key, id) in (
      select sensor_key, id from ${audioLeases}
      where expires_at <= ${value("now")}::timestamptz
      order by expires_at limit ${value("most")} for update skip locked)
    returning id`,
);

/**
 * Frees the space of deleted leases for new ones. The embedded database has no autovacuum.
 */
export async function vacuumLeases(database: Database): Promise<void> {
  await leasesVacuum(database, {});
}

const leasesVacuum = defineStatement<StatementValues, never>(
  "vacuum-leases",
  () => sql`vacuum (analyze) ${audioLeases}`,
);

/** Up to `most` names of objects that are due for removal at `now`, in their order, after the name `after`. */
export async function selectDueObjects(
  database: Database,
  now: Instant,
  after: string,
  most: number,
): Promise<string[]> {
  const rows = await dueObjects(database, { now: formatInstant(now), after, most });
  return rows.map(({ name }) => name);
}

const dueObjects = defineStatement<{ now: string; after: string; most: number }, { name: string }>(
  "select-due-objects",
  (value) => sql`
    select name from ${unclaimedObjects}
    where remove_at <= ${value("now")}::timestamptz and name > ${value("after")}
    order by name limit ${value("most")}`,
);

/** Forgets an object that is no longer in the store. */
export async function deleteRemovedObject(database: Database, name: string): Promise<void> {
  await removedObject(database, { name });
}

const removedObject = defineStatement<{ name: string }, never>(
  "delete-removed-object",
  (value) => sql`delete from ${unclaimedObjects} where name = ${value("name")}`,
);

import { type SQL, sql } from "drizzle-orm";
import type { Weighting } from "../../../acoustics/levels/weighting.ts";
import { formatInstant, type Instant } from "../../../acoustics/time/instant.ts";
import type { Retention } from "../../../acoustics/time/retention.ts";
import { arrayLiteral, textArrayLiteral } from "../../client/statement.ts";
import { analyzeTable } from "../../client/bulk-write.ts";
import type { OperatorDatabase, Queryable } from "../../client/pool.ts";
import { hasSqlState, queryCanceled } from "../../client/sql-state.ts";
import { audioLeases, recordings, unclaimedObjects } from "../../tables/recordings.ts";
import { projects, sensors } from "../../tables/sites.ts";
import { reportedWeightings, samples, sensorLatest } from "../../tables/samples.ts";
import { groupBySensor } from "../sites/group-by-sensor.ts";
import { rebuildReportedWeighting } from "../samples/after-samples-removed.ts";
import { lockSensors } from "../imports/import-locks.ts";
import { selectValues } from "../../client/select-value.ts";

/*
 * Maintenance removes one batch with each call. It searches the rows of all sensors and deletes them sensor by sensor,
 * so that a database that is distributed by sensor sends each statement to one node.
 */

/** How long a project keeps samples and recordings; null: without end. */
export interface ProjectRetention {
  readonly sensorNos: readonly number[];
  readonly samples: Retention | null;
  readonly recordings: Retention | null;
}

/** The retention of every project. */
export async function selectRetentions(db: Queryable): Promise<ProjectRetention[]> {
  const rows = await db.execute<{
    samples: Retention | null;
    recordings: Retention | null;
    sensorNos: number[];
  }>(sql`
    select samples_retention as samples, recordings_retention as recordings,
      (select coalesce(json_agg(sensor_no order by sensor_no), '[]') from ${sensors}
        where project_no = projects.project_no) as "sensorNos"
    from ${projects} order by project_no`);
  return [...rows];
}

/** Deletes up to `most` recordings whose own retention has ended at `now`. Returns their number. */
export async function deleteExpiredRecordings(
  db: Queryable,
  now: Instant,
  most: number,
): Promise<number> {
  const isExpired = sql`retain_until <= ${instantOf(now)}`;
  const expired = await db.execute<RecordingRow>(sql`
    select sensor_no as "sensorNo", date_part('epoch', datetime) as second from ${recordings}
    where ${isExpired} order by retain_until limit ${most}`);
  return deleteRecordings(db, expired, isExpired, now);
}

/** Deletes up to `most` recordings of a sensor that are older than `end`. Returns their number. */
export async function deleteOldRecordings(
  db: Queryable,
  sensorNo: number,
  { end, now }: { readonly end: Instant; readonly now: Instant },
  most: number,
): Promise<number> {
  const isOld = sql`datetime < ${instantOf(end)}`;
  const old = await db.execute<RecordingRow>(sql`
    select sensor_no as "sensorNo", date_part('epoch', datetime) as second from ${recordings}
    where sensor_no = ${sensorNo} and ${isOld} order by datetime limit ${most}`);
  return deleteRecordings(db, old, isOld, now);
}

type RecordingRow = { sensorNo: number; second: number };

/** Their objects become unclaimed, and due for removal, in the same transaction. */
async function deleteRecordings(
  db: Queryable,
  found: readonly RecordingRow[],
  condition: SQL,
  now: Instant,
): Promise<number> {
  let removed = 0;
  for (const [sensorNo, rows] of groupBySensor(found)) {
    removed += await db.transaction(async (transaction) => {
      const seconds = arrayLiteral(rows.map(({ second }) => second));
      const deletion = sql`
        delete from ${recordings} where sensor_no = ${sensorNo}
          and datetime = any (array(select to_timestamp(second) from unnest(${seconds}::bigint[]) second))
          and ${condition}
        returning object_name as value`;
      const names = await selectValues<string>(transaction, deletion);
      await transaction.execute(sql`
        insert into ${unclaimedObjects} (name, remove_at)
        select unnest(${textArrayLiteral(names)}::text[]), ${instantOf(now)}`);
      return names.length;
    });
  }
  return removed;
}

/** Deletes up to `most` leases that have expired at `now`. Returns their number. */
export async function deleteExpiredLeases(
  db: Queryable,
  now: Instant,
  most: number,
): Promise<number> {
  const expired = await db.execute<{ sensorNo: number; id: string }>(sql`
    select sensor_no as "sensorNo", id from ${audioLeases}
    where expires_at <= ${instantOf(now)} order by expires_at limit ${most}`);
  for (const [sensorNo, leases] of groupBySensor(expired)) {
    const ids = textArrayLiteral(leases.map(({ id }) => id));
    await db.execute(sql`
      delete from ${audioLeases} where sensor_no = ${sensorNo} and id = any (${ids}::uuid[])`);
  }
  return expired.length;
}

/** Frees the space of deleted leases for new ones: the embedded database has no autovacuum. Not in a transaction. */
export async function vacuumLeases(db: OperatorDatabase): Promise<void> {
  await analyzeTable(db, "embedded", audioLeases);
}

/**
 * Deletes up to `most` samples of a sensor that are older than `end`, the oldest first. Returns their number, and the
 * last of them: the next search begins `after` it, because deleted rows stay in the index for a while. The last batch
 * also rebuilds the reported weightings of the sensor.
 */
export function deleteOldSamples(
  db: Queryable,
  sensorNo: number,
  { after, end }: { readonly after: Instant | null; readonly end: Instant },
  most: number,
): Promise<{ readonly count: number; readonly last: Instant | null }> {
  return db.transaction(async (transaction) => {
    // An import of older samples ends first, or waits, so that the newest sample is determined after both.
    await lockSensors(transaction, [sensorNo]);
    const [row] = await transaction.execute<{ count: number; last: number | null }>(sql`
      with old as (
        select datetime from ${samples}
        where sensor_no = ${sensorNo} and datetime < ${instantOf(end)}
          ${after === null ? sql`` : sql`and datetime > ${instantOf(after)}`}
        order by datetime limit ${most}
      ), removed as (
        delete from ${samples} where sensor_no = ${sensorNo}
          and datetime between (select min(datetime) from old) and (select max(datetime) from old)
        returning 1
      )
      select (select count(*)::integer from removed) as count,
        (select (date_part('epoch', max(datetime)) * 1000)::float8 from old) as last`);
    const count = row?.count ?? 0;
    // If the sensor has been silent since then, its newest sample is old, too, and is deleted last.
    if (count > 0) {
      await transaction.execute(sql`
        delete from ${sensorLatest} where sensor_no = ${sensorNo} and datetime < ${instantOf(end)}
          and not exists (select 1 from ${samples} where sensor_no = ${sensorNo})`);
    }
    if (count < most) await rebuildReportsBefore(transaction, sensorNo, end);
    return { count, last: (row?.last ?? null) as Instant | null };
  });
}

/**
 * Searches the remaining samples for the first one of each weighting whose first sample was deleted, now or with its
 * month. Imports of the sensor wait meanwhile, so the search may last at most a second. If it is cancelled, the stored
 * time stays, which may be too early.
 */
async function rebuildReportsBefore(db: Queryable, sensorNo: number, end: Instant): Promise<void> {
  const statement = sql`
    select weighting as value from ${reportedWeightings}
    where sensor_no = ${sensorNo} and first_at < ${instantOf(end)}`;
  for (const weighting of await selectValues<Weighting>(db, statement)) {
    const rebuild = db.transaction(async (attempt) => {
      await attempt.execute(sql`set local statement_timeout = '1s'`);
      await rebuildReportedWeighting(attempt, sensorNo, weighting);
    });
    await rebuild.catch((error: unknown) => {
      if (!hasSqlState(error, queryCanceled)) throw error;
    });
  }
}

/** Up to `most` names of objects that are due for removal at `now`, in their order, after the name `after`. */
export function selectDueObjects(
  db: Queryable,
  now: Instant,
  after: string,
  most: number,
): Promise<string[]> {
  const isDue = sql`remove_at <= ${instantOf(now)} and name > ${after}`;
  const statement = sql`
    select name as value from ${unclaimedObjects} where ${isDue} order by name limit ${most}`;
  return selectValues(db, statement);
}

function instantOf(instant: Instant): SQL {
  return sql`${formatInstant(instant)}::timestamptz`;
}

import { sql } from "drizzle-orm";
import type { Queryable } from "./pool.ts";

/**
 * Prepares the migration to monthly partitions, which makes one partition of the samples that are stored already: checks that
 * all of them are before the month that follows. The check reads every sample, while readers and writers go on; the
 * migration itself then reads none, and locks the table for a moment only. Safe to be interrupted and to be run again.
 */
export async function prepareSamplesPartition(db: Queryable): Promise<void> {
  const [table] = await db.execute<{ checked: string | null; isValid: boolean | null }>(sql`
    select conname as checked, convalidated as "isValid"
    from pg_class left join pg_constraint on conrelid = pg_class.oid and conname like 'samples\\_before\\_%'
    where pg_class.oid = to_regclass('samples') and relkind = 'r'`);
  if (table === undefined) return;
  let name = table.checked;
  if (name === null) {
    name = await nameOfBound(db);
    if (name === null) return;
    const until = name.slice(-7).replace("_", "-");
    await db.transaction(async (transaction) => {
      await transaction.execute(sql`set local lock_timeout = '1s'`);
      await transaction.execute(sql`
        alter table samples add constraint ${sql.identifier(name ?? "")}
        check (datetime < ${sql.raw(`'${until}-01T00:00:00Z'`)}::timestamptz) not valid`);
    });
  }
  if (table.isValid !== true) {
    await db.execute(sql`alter table samples validate constraint ${sql.identifier(name)}`);
  }
}

/**
 * `samples_before_2026_12`: the month after the newest sample or today, whichever is later, and at least a week ahead, because
 * imports of the earlier release go on meanwhile. Null without samples.
 */
async function nameOfBound(db: Queryable): Promise<string | null> {
  const [row] = await db.execute<{ name: string | null }>(sql`
    select to_char(date_trunc('month', (greatest(max(newest.datetime), now()) + interval '7 days') at time zone 'UTC')
        + interval '1 month', '"samples_before_"YYYY_MM') as name
    from sensors cross join lateral (
      select datetime from samples where sensor_key = sensors.key order by datetime desc limit 1
    ) newest having count(*) > 0`);
  return row?.name ?? null;
}

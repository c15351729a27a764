import { sql } from "drizzle-orm";
import type { Queryable } from "./pool.ts";

/**
 * Prepares the migration to monthly partitions, which makes one partition of the samples that are stored already:
 * checks that all of them are before the month that follows. The check reads every sample, while readers and writers
 * go on; the migration itself then reads none, and locks the table for a moment only. Safe to be interrupted, to be
 * run again, and to be run by several processes at once: `lock` is the advisory lock of the migrations. Waits for
 * other locks for at most so many milliseconds each.
 */
export async function prepareSamplesPartition(
  db: Queryable,
  lock: number,
  milliseconds: number,
): Promise<void> {
  const table = await selectUnpartitioned(db);
  if (table === null) return;
  const name = table.checked ?? (await nameOfBound(db));
  if (name === null) return;
  if (table.checked === null && !(await addConstraint(db, name, lock, milliseconds))) return;
  if (table.isValid !== true) {
    await db.execute(sql`alter table samples validate constraint ${sql.identifier(name)}`);
  }
}

/**
 * Takes back what `prepareSamplesPartition` has added, where the migration has given up: imports of the earlier
 * release would fail from a later month on. Rejects with SQLSTATE 55P03 where readers or writers hold the table.
 */
export function discardPreparation(
  db: Queryable,
  lock: number,
  milliseconds: number,
): Promise<void> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${lock})`);
    const table = await selectUnpartitioned(transaction);
    if (table === null || table.checked === null) return;
    await limitWaiting(transaction, milliseconds);
    await transaction.execute(
      sql`alter table samples drop constraint ${sql.identifier(table.checked)}`,
    );
  });
}

/** The constraint of samples that have no partitions, if there is one; null where there are no such samples. */
async function selectUnpartitioned(db: Queryable) {
  const [table] = await db.execute<{ checked: string | null; isValid: boolean | null }>(sql`
    select conname as checked, convalidated as "isValid"
    from pg_class left join pg_constraint on conrelid = pg_class.oid and conname like 'samples\\_before\\_%'
    where pg_class.oid = to_regclass('samples') and relkind = 'r'`);
  return table ?? null;
}

function limitWaiting(transaction: Queryable, milliseconds: number) {
  return transaction.execute(sql.raw(`set local lock_timeout = ${milliseconds}`));
}

/** Returns false where another process has prepared or migrated the table meanwhile. */
function addConstraint(
  db: Queryable,
  name: string,
  lock: number,
  milliseconds: number,
): Promise<boolean> {
  const until = `${name.replace(prefix, "").replace("_", "-")}-01 00:00:00+00`;
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(${lock})`);
    if ((await selectUnpartitioned(transaction))?.checked !== null) return false;
    await limitWaiting(transaction, milliseconds);
    await transaction.execute(sql`
      alter table samples add constraint ${sql.identifier(name)}
      check (datetime < ${sql.raw(`'${until}'`)}::timestamptz) not valid`);
    return true;
  });
}

const prefix = "samples_before_";

/**
 * `samples_before_2026_12`: the month after the newest sample or today, whichever is later, and at least a week
 * ahead, because imports of the earlier release go on meanwhile. Null without samples.
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

import { sql } from "drizzle-orm";
import {
  addMonths,
  firstSecondOfMonth,
  type Month,
  monthOf,
  partsOfMonth,
} from "../../../acoustics/time/calendar-month.ts";
import { formatInstant, instantOfSecond } from "../../../acoustics/time/instant.ts";
import { analysis } from "../../client/bulk-write.ts";
import type { OperatorDatabase, Queryable } from "../../client/pool.ts";
import { compactPartitions, samples, sensorLatest } from "../../tables/samples.ts";
import { selectValue, selectValues } from "../../client/select-value.ts";

/**
 * A partition of `samples`. Its name states its range: `samples_2026_11` is that month (UTC), `samples_2009` that year,
 * `samples_before_2000_01` all time before a month, `samples_from_2100_01` all time from it on.
 */
export interface SamplePartition {
  readonly name: string;
  /** Unix second; -Infinity for the partition of all time before a month. */
  readonly first: number;
  /** Unix second, not in it; Infinity for the partition of all time from a month on. */
  readonly end: number;
}

/** How many partitions there are; 0 before the first migration. */
export function countSamplePartitions(db: Queryable): Promise<number> {
  const isPartition = sql`inhparent = to_regclass('samples')`;
  return selectValue(
    db,
    sql`select count(*)::integer as value from pg_inherits where ${isPartition}`,
  );
}

/** The partitions in order of time. */
export async function selectSamplePartitions(db: Queryable): Promise<SamplePartition[]> {
  const statement = sql`
    select relname as value from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'samples'::regclass`;
  return (await selectValues<string>(db, statement))
    .flatMap((name) => partitionOfName(name) ?? [])
    .toSorted((left, right) => left.end - right.end);
}

/** True if one of these months has no partition. */
export async function lackPartitions(db: Queryable, months: readonly Month[]): Promise<boolean> {
  return months.length > 0 && (await selectMissing(db, months)).length > 0;
}

/**
 * Creates missing partitions for samples of these months. Waits for other writers only while they create partitions.
 */
export async function ensureSamplePartitions(
  db: Queryable,
  months: readonly Month[],
): Promise<void> {
  if (!(await lackPartitions(db, months))) return;
  await db.transaction(async (transaction) => {
    // Another session may wait for this import: without a timeout, both would wait without end.
    await transaction.execute(sql`set local lock_timeout = '30s'`);
    await transaction.execute(sql`select pg_advisory_xact_lock(${partitionLock})`);
    for (const partition of await selectMissing(transaction, months)) {
      await createPartition(transaction, partition);
    }
  });
}

/** An arbitrary number that no other code locks. */
const partitionLock = 4_702_193_652;

async function selectMissing(db: Queryable, months: readonly Month[]): Promise<SamplePartition[]> {
  const existing = await selectSamplePartitions(db);
  const needed = months.flatMap((month) => {
    const own = named(textOfMonth(month));
    const isThere = existing.some((known) => known.first <= own.first && own.end <= known.end);
    return isThere ? [] : [partitionOfMonth(month)];
  });
  return [...new Map(needed.map((partition) => [partition.name, partition])).values()];
}

/**
 * Attaching a table locks the partitioned one less than creating a partition in it: readers and writers go on. With
 * these thresholds, autovacuum processes the newest samples within minutes, so that their pages are read only from the
 * index.
 */
async function createPartition(db: Queryable, { name, first, end }: SamplePartition) {
  const table = sql.identifier(name);
  await db.execute(
    sql`create table ${table} (like ${samples} including defaults) with (${partitionSettings})`,
  );
  await db.execute(sql`alter table ${samples} attach partition ${table}
    for values from (${boundOf(first)}) to (${boundOf(end)})`);
}

const partitionSettings = sql.raw(
  "autovacuum_vacuum_insert_threshold = 1000, autovacuum_vacuum_insert_scale_factor = 0",
);

function boundOf(second: number) {
  if (second === -Infinity) return sql.raw("minvalue");
  if (second === Infinity) return sql.raw("maxvalue");
  return sql.raw(`'${formatInstant(instantOfSecond(second))}'`);
}

/** The partition of this name, or null if it is not the name of a partition. */
function partitionOfName(name: string): SamplePartition | null {
  const [, kind = "", year = "", month = ""] = pattern.exec(name) ?? [];
  if (year === "") return null;
  const at = monthOf(Number(year), month === "" ? 1 : Number(month));
  const first = firstSecondOfMonth(at);
  if (kind === "before_") return { name, first: -Infinity, end: first };
  if (kind === "from_") return { name, first, end: Infinity };
  return { name, first, end: firstSecondOfMonth(addMonths(at, month === "" ? 12 : 1)) };
}

const pattern = /^samples_(before_|from_)?(\d{4})(?:_(\d{2}))?$/;

/**
 * The partition that is created for a month. Each partition slows down every statement that reaches it, so only years
 * with many samples have one for each month. A clock that was never set writes samples of 1970, or of any year: times
 * far from this century share two partitions, so that a file of wrong times does not create thousands.
 */
function partitionOfMonth(at: Month): SamplePartition {
  const { year } = partsOfMonth(at);
  if (year < 2000) return named("before_2000_01");
  if (year >= 2100) return named("from_2100_01");
  return named(year < 2015 || year >= 2040 ? String(year) : textOfMonth(at));
}

function textOfMonth(at: Month): string {
  const { year, month } = partsOfMonth(at);
  return `${year}_${String(month).padStart(2, "0")}`;
}

function named(range: string): SamplePartition {
  const name = `samples_${range}`;
  const partition = partitionOfName(name);
  if (partition === null) throw new Error(`${name} names no partition`);
  return partition;
}

/**
 * Drops a partition with every sample in it; with `onlyEmpty`, only if it has none. Returns true if it was dropped.
 * Rejects with SQLSTATE 55P03 if readers or writers lock the table for longer than 200 ms, so that no session
 * waits longer.
 */
export function dropSamplePartition(
  db: Queryable,
  { name, end }: SamplePartition,
  { onlyEmpty }: { readonly onlyEmpty: boolean },
): Promise<boolean> {
  const table = sql.identifier(name);
  return db.transaction(async (transaction) => {
    // New readers wait for this time. It is shorter than the server's search for a deadlock, so that this work fails
    // and not the other session.
    await transaction.execute(sql`set local lock_timeout = '200ms'`);
    await transaction.execute(sql`set local statement_timeout = '1s'`);
    await transaction.execute(sql`lock table ${samples} in access exclusive mode`);
    if (onlyEmpty && !(await isPartitionEmpty(transaction, name))) return false;
    await transaction.execute(sql`alter table ${samples} detach partition ${table}`);
    await transaction.execute(sql`drop table ${table}`);
    await transaction.execute(sql`delete from ${compactPartitions} where name = ${name}`);
    // All samples before the end of a partition are dropped now or were removed before, so these sensors have none
    // left.
    const endAt = sql.raw(`'${formatInstant(instantOfSecond(end))}'`);
    if (!onlyEmpty) {
      await transaction.execute(sql`delete from ${sensorLatest} where datetime < ${endAt}`);
    }
    return true;
  });
}

/** Frees the space of removed samples, so that an empty partition is found quickly. Not in a transaction. */
export async function vacuumPartition(db: OperatorDatabase, name: string): Promise<void> {
  await db.execute(sql`vacuum ${sql.identifier(name)}`);
}

/** True if the partition has no sample. */
export function isPartitionEmpty(db: Queryable, name: string): Promise<boolean> {
  // By the index: retention empties a table from its front, where a scan of the table would begin.
  const newest = sql`select 1 from ${sql.identifier(name)} order by sensor_no desc, datetime desc limit 1`;
  return selectValue(db, sql`select not exists (${newest}) as value`);
}

/** True if another session uses a partition, such as an import that has not committed its samples. */
export function isPartitionInUse(db: Queryable, name: string): Promise<boolean> {
  const statement = sql`
    select exists (select from pg_locks
      where database = (select oid from pg_database where datname = current_database())
        and relation = ${name}::regclass and granted and pid <> pg_backend_pid()) as value`;
  return selectValue(db, statement);
}

/*
 * Statistics are updated only where they can change a plan: of partitions that have none, or whose size has doubled.
 * The embedded database has no autovacuum, so partitions with new pages are vacuumed there. On Citus, the tables of the
 * coordinator have no rows, and autovacuum of the workers does the work.
 */

/** Updates the planner's statistics after an import. Must not be called in a transaction. */
export async function analyzeSamples(
  db: OperatorDatabase,
  kind: "postgres" | "embedded",
): Promise<void> {
  const hasNewPages =
    kind === "embedded"
      ? sql`pg_relation_size(oid) > 1.05 * 8192 * relallvisible`
      : sql`pg_relation_size(oid) > 2 * 8192 * relpages`;
  const doubled = sql`
    select relname as value from pg_inherits join pg_class on oid = inhrelid
    where inhparent = 'samples'::regclass and ${hasNewPages} order by relname`;
  for (const name of await selectValues<string>(db, doubled)) {
    await db.execute(sql`${analysis[kind]} ${sql.identifier(name)}`);
  }
}

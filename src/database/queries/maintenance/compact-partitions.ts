import { and, eq, inArray, sql } from "drizzle-orm";
import { firstSecondOfMonth, type Month } from "../../../acoustics/time/calendar-month.ts";
import type { Instant } from "../../../acoustics/time/instant.ts";
import type { OperatorDatabase, Queryable } from "../../client/pool.ts";
import { compactPartitions } from "../../tables/samples.ts";
import { type SamplePartition, selectSamplePartitions } from "./sample-partitions.ts";
import { selectValue } from "../../client/select-value.ts";

/** Records that samples of these months were written. */
export async function clearCompactMarks(db: Queryable, months: readonly Month[]): Promise<void> {
  const marked = await db
    .select({ name: compactPartitions.name })
    .from(compactPartitions)
    .where(eq(compactPartitions.isCompact, true));
  if (marked.length === 0) return;
  const names = new Set(marked.map(({ name }) => name));
  const written = (await selectSamplePartitions(db))
    .filter(({ name }) => names.has(name))
    .filter(({ first, end }) =>
      months.some((month) => {
        const second = firstSecondOfMonth(month);
        return first <= second && second < end;
      }),
    )
    .map(({ name }) => name)
    .toSorted();
  if (written.length === 0) return;
  await db
    .update(compactPartitions)
    .set({ isCompact: false })
    .where(and(inArray(compactPartitions.name, written), eq(compactPartitions.isCompact, true)));
}

/**
 * The partitions whose time has passed, and whose index was not rebuilt since samples were last written. A partition
 * that is often written to is compacted once in `pauseMilliseconds`.
 */
export async function selectUncompactPartitions(
  db: Queryable,
  now: Instant,
  pauseMilliseconds: number,
): Promise<SamplePartition[]> {
  const known = await db.select().from(compactPartitions);
  const broken = new Set((await selectInvalidIndexes(db)).map(({ partition }) => partition));
  const isDone = ({ name }: SamplePartition) =>
    known.some(
      (mark) =>
        mark.name === name &&
        // A server that stopped during the work has left an invalid index.
        ((mark.isCompact && !broken.has(name)) ||
          mark.compactedAt.getTime() > now - pauseMilliseconds),
    );
  return (await selectSamplePartitions(db)).filter(
    (partition) => partition.end * 1000 <= now && !isDone(partition),
  );
}

/**
 * Rebuilds the index of a partition: an index that was filled in order of arrival is nearly twice as large. Readers and
 * writers go on, except in the embedded database, which has one session. Must not be called in a transaction.
 */
export async function compactPartition(
  db: OperatorDatabase,
  kind: "postgres" | "embedded",
  { name }: SamplePartition,
  now: Instant,
): Promise<void> {
  // Marked first: samples that are written meanwhile clear the mark.
  await markCompact(db, name, now);
  const concurrently = sql.raw(kind === "postgres" ? "concurrently" : "");
  const dropInvalid = async () => {
    for (const { partition, index } of await selectInvalidIndexes(db)) {
      if (partition !== name) continue;
      await db.execute(sql`drop index ${concurrently} ${sql.identifier(index)}`);
    }
  };
  try {
    await dropInvalid();
    await db.execute(sql`reindex table ${concurrently} ${sql.identifier(name)}`);
  } catch (error) {
    // The next attempt comes after the pause. Until then, the incomplete index of this attempt occupies no space.
    await db
      .update(compactPartitions)
      .set({ isCompact: false })
      .where(eq(compactPartitions.name, name));
    await dropInvalid();
    throw error;
  }
}

/**
 * True if a transaction, such as that of a backup, has been open for these seconds: building an index would wait for
 * it.
 */
export function hasTransactionOpenFor(db: Queryable, seconds: number): Promise<boolean> {
  const statement = sql`
    select exists (select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        -- Autovacuum has no user, and delays no build.
        and usesysid is not null
        -- Without pg_read_all_stats, sessions of other roles show no time, but show if they hold a snapshot.
        and coalesce(xact_start <= now() - ${seconds}::integer * interval '1 second',
          backend_xmin is not null)) as value`;
  return selectValue(db, statement);
}

async function markCompact(db: Queryable, name: string, now: Instant): Promise<void> {
  const mark = { isCompact: true, compactedAt: new Date(now) };
  await db
    .insert(compactPartitions)
    .values({ name, ...mark })
    .onConflictDoUpdate({ target: compactPartitions.name, set: mark });
}

/** The invalid indexes of samples that interrupted concurrent builds have left. */
async function selectInvalidIndexes(
  db: Queryable,
): Promise<readonly { readonly partition: string; readonly index: string }[]> {
  return db.execute<{ partition: string; index: string }>(sql`
    select tables.relname as partition, indexes.relname as index
    from pg_inherits
    join pg_class tables on tables.oid = inhrelid
    join pg_index on indrelid = tables.oid and not indisvalid
    join pg_class indexes on indexes.oid = indexrelid
    where inhparent = 'samples'::regclass and indexes.relname ~ '_cc(new|old)[0-9]*$'`);
}

/** The bytes of the indexes of a partition. */
export function selectIndexBytes(db: Queryable, name: string): Promise<number> {
  return selectValue(db, sql`select pg_indexes_size(${name}::regclass)::float8 as value`);
}

import { inArray, type SQL, sql } from "drizzle-orm";
import type { WrittenRows } from "#database/client/bulk-write.ts";
import type { OperatorDatabase, Queryable } from "#database/client/pool.ts";
import { sensors } from "#database/tables/sensors.ts";
import { stagedBatches, stagedImports } from "#database/tables/staged-imports.ts";

/*
 * Statements of the embedded database alone: one backend runs them one after another, so they need no locks.
 */

/** Begins a file. Its number orders it among others. */
export async function insertStagedImport(db: Queryable, rowsOf: RowsOf): Promise<number> {
  const [inserted] = await db
    .insert(stagedImports)
    .values({ rowsOf })
    .returning({ importNo: stagedImports.importNo });
  if (inserted === undefined) throw new Error("an import was not begun");
  return inserted.importNo;
}

/** Stages a batch. Doing it again, as after a lost connection, changes nothing. */
export async function insertStagedBatch(
  db: Queryable,
  batch: { readonly importNo: number; readonly batchNo: number; readonly rows: string },
): Promise<void> {
  await db.execute(sql`
    with touched as (
      update ${stagedImports} set touched_at = now() where import_no = ${batch.importNo}
    )
    insert into ${stagedBatches} (import_no, batch_no, rows)
    values (${batch.importNo}, ${batch.batchNo}, ${batch.rows})
    on conflict do nothing`);
}

/**
 * Makes a file complete: from now on its rows will be stored, whatever happens. Throws, and changes nothing, unless
 * all of its batches are there. A file that is complete already stays so: batches of it may have been stored
 * meanwhile.
 */
export async function completeStagedImport(
  db: Queryable,
  importNo: number,
  batches: number,
): Promise<void> {
  const [completed] = await db.execute(sql`
    update ${stagedImports} set is_complete = true, touched_at = now()
    where import_no = ${importNo} and (is_complete or ${batches} = (
      select count(*) from ${stagedBatches} where staged_batches.import_no = ${importNo}))
    returning import_no`);
  if (completed === undefined) throw new Error("a batch of an import is not there");
}

export interface StagedBatch {
  readonly importNo: number;
  readonly batchNo: number;
  readonly rowsOf: RowsOf;
  readonly rows: string;
}

/** The next batch to store: of complete files, the first one that is left. */
export async function selectNextStagedBatch(db: Queryable): Promise<StagedBatch | null> {
  const [batch] = await db.execute<StagedBatch & Record<string, unknown>>(sql`
    select import_no as "importNo", batch_no as "batchNo", rows_of as "rowsOf", rows
    from ${stagedBatches} join ${stagedImports} using (import_no)
    where is_complete order by import_no, batch_no limit 1`);
  return batch ?? null;
}

/** Notes that a batch is stored, in the transaction that stores it. */
export async function deleteStagedBatch(
  db: Queryable,
  { importNo, batchNo }: Pick<StagedBatch, "importNo" | "batchNo">,
  { inserted, updated, unchanged }: WrittenRows,
): Promise<void> {
  await db.execute(sql`
    with counted as (
      update ${stagedImports} set touched_at = now(), inserted = inserted + ${inserted},
        updated = updated + ${updated}, unchanged = unchanged + ${unchanged}
      where import_no = ${importNo}
    )
    delete from ${stagedBatches} where import_no = ${importNo} and batch_no = ${batchNo}`);
}

/**
 * How far a file is: the first batch that is left, null without any, and the outcome of those before. Null: it is not
 * there.
 */
export async function selectStagedImport(
  db: Queryable,
  importNo: number,
): Promise<(WrittenRows & { readonly nextBatch: number | null }) | null> {
  const [found] = await db.execute<
    WrittenRows & { readonly nextBatch: number | null } & Record<string, unknown>
  >(sql`
    select inserted, updated, unchanged, (
      select min(batch_no) from ${stagedBatches}
      where staged_batches.import_no = ${importNo}
    ) as "nextBatch" from ${stagedImports} where import_no = ${importNo}`);
  return found ?? null;
}

/**
 * Forgets a file, with what is staged of it. Where none is left the table is emptied, because the embedded database
 * does not reuse the space of deleted rows by itself.
 */
export async function deleteStagedImport(db: Queryable, importNo: number): Promise<void> {
  await deleteImports(db, sql`import_no = ${importNo}`);
}

/** The same for a file that is not complete. A complete one stays: its rows will be stored. */
export async function deleteIncompleteImport(db: Queryable, importNo: number): Promise<void> {
  await deleteImports(db, sql`import_no = ${importNo} and not is_complete`);
}

/** Files that nobody has worked on for an hour: never completed, or stored and not reported. */
const isAbandoned = sql`touched_at < now() - interval '1 hour' and (not is_complete or not exists (
  select from ${stagedBatches} where staged_batches.import_no = staged_imports.import_no))`;

/** Forgets files that were abandoned. */
export async function deleteAbandonedImports(db: Queryable): Promise<void> {
  await deleteImports(db, isAbandoned);
}

export interface LeftImports {
  /** Whether there are abandoned files to forget. */
  readonly areAbandoned: boolean;
  /** Whether a complete file has batches left that nobody has stored for some seconds. */
  readonly areUnfinished: boolean;
}

/** What imports that broke off have left. It only reads, so a database that only reads answers it as well. */
export async function selectLeftImports(
  db: Queryable,
  untouchedSeconds: number,
): Promise<LeftImports> {
  const [found] = await db.execute<LeftImports & Record<string, unknown>>(sql`
    select exists (select from ${stagedImports} where ${isAbandoned}) as "areAbandoned",
      exists (select from ${stagedImports} where is_complete
        and touched_at <= now() - ${untouchedSeconds}::integer * interval '1 second'
        and exists (select from ${stagedBatches}
          where staged_batches.import_no = staged_imports.import_no)) as "areUnfinished"`);
  return found ?? { areAbandoned: false, areUnfinished: false };
}

/** What is imported from CSV files. */
export type RowsOf = "samples" | "classifications";

/** The tables and partitions of these rows that have many pages which no vacuum has seen. */
export async function selectGrownTables(db: Queryable, rowsOf: RowsOf): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where (oid = ${rowsOf}::regclass
        or oid in (select inhrelid from pg_inherits where inhparent = ${rowsOf}::regclass))
      and relkind = 'r' and pg_relation_size(oid) > 1.05 * 8192 * relallvisible
    order by relname`);
  return rows.map(({ name }) => name);
}

/**
 * Notes which pages of a table all can see, so that pages are read from the index alone; the embedded database has no
 * autovacuum. The index is not cleaned: that takes long in a large table, and its pages clean themselves when they
 * are full. Only pages that are new are read, so it takes little if it is called often. Not in a transaction.
 */
export async function vacuumStored(db: OperatorDatabase, table: string): Promise<void> {
  await db.execute(sql`vacuum (index_cleanup off, truncate off) ${sql.identifier(table)}`);
}

/** Updates the planner's statistics from so few rows that nobody waits for it. */
export async function analyzeStored(db: OperatorDatabase, table: string): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction.execute(sql`set local default_statistics_target = 3`);
    await transaction.execute(sql`analyze ${sql.identifier(table)}`);
  });
}

/** Which of these sensors are there. */
export async function selectExistingSensors(
  db: Queryable,
  sensorNos: readonly number[],
): Promise<Set<number>> {
  const rows = await db
    .select({ sensorNo: sensors.sensorNo })
    .from(sensors)
    .where(inArray(sensors.sensorNo, [...new Set(sensorNos)]));
  return new Set(rows.map(({ sensorNo }) => sensorNo));
}

/** Forgets files. In one transaction: nobody begins a file between the look and the end of it. */
async function deleteImports(db: Queryable, where: SQL): Promise<void> {
  await db.transaction(async (transaction) => {
    const forgotten = await transaction.execute(
      sql`delete from ${stagedImports} where ${where} returning import_no`,
    );
    // Emptying a table waits for everybody who reads it, such as a backup.
    if (forgotten.length === 0) return;
    const [left] = await transaction.execute(sql`select from ${stagedImports} limit 1`);
    if (left === undefined) await transaction.execute(sql`truncate ${stagedBatches}`);
  });
}

import { type SQL, sql } from "drizzle-orm";
import type { Exclusion } from "../../../acoustics/assessment/exclusions.ts";
import type { SecondRange } from "../../../acoustics/time/contract-period.ts";
import { arrayLiteral, textArrayLiteral } from "../../client/statement.ts";
import { analyzeTable, upsertRows, type WrittenRows } from "../../client/bulk-write.ts";
import type { OperatorDatabase, Queryable } from "../../client/pool.ts";
import { exclusions } from "../../tables/samples.ts";
import { selectValue } from "../../client/select-value.ts";

/* Exclusions for the operator: written by imports, deleted by removals. Only imports name several sensors. */

/** Exclusions to write, column by column. No sensor, start, end and reason occurs twice. An empty note is none. */
export interface ExclusionBatch {
  readonly sensorNos: readonly number[];
  /** Unix seconds: the first of each exclusion, and the one after its last. */
  readonly seconds: readonly number[];
  readonly ends: readonly number[];
  readonly reasons: readonly string[];
  readonly notes: readonly string[];
}

/** Inserts exclusions, and updates the notes of those that are stored. Returns the counts. */
export function upsertExclusions(db: Queryable, batch: ExclusionBatch): Promise<WrittenRows> {
  return writeExclusions(db, batch, sql`exclusions.note is distinct from excluded.note`);
}

/** Inserts the exclusions of flags. Those that are stored keep the notes that somebody wrote. */
export function upsertFlagExclusions(db: Queryable, batch: ExclusionBatch): Promise<WrittenRows> {
  return writeExclusions(db, batch, sql`false`);
}

function writeExclusions(
  db: Queryable,
  batch: ExclusionBatch,
  isUpdated: SQL,
): Promise<WrittenRows> {
  // Sorted, so that two concurrent writers of the same rows lock them in the same order.
  return upsertRows(db, {
    batch: sql`${rowsOf(batch)} order by sensor_no, start_at, end_at, reason`,
    total: batch.seconds.length,
    table: exclusions,
    key: sql`sensor_no, start_at, end_at, reason`,
    columns: sql`sensor_no, start_at, end_at, reason, note`,
    update: sql`set note = excluded.note where ${isUpdated}`,
  });
}

/** The notes of the stored exclusions among a batch, by their index; an empty one is none. */
export async function selectStoredNotes(
  db: Queryable,
  batch: ExclusionBatch,
): Promise<Map<number, string>> {
  const rows = await db.execute<{ index: number; note: string }>(sql`
    select batch.index::integer - 1 as index, coalesce(stored.note, '') as note
    from (${rowsOf(batch)}) batch join ${exclusions} stored using (sensor_no, start_at, end_at, reason)`);
  return new Map(rows.map(({ index, note }) => [index, note]));
}

function rowsOf({ sensorNos, seconds, ends, reasons, notes }: ExclusionBatch) {
  return sql`
    select sensor_no, to_timestamp(start_second)::timestamptz(0) as start_at,
      to_timestamp(end_second)::timestamptz(0) as end_at, reason, nullif(note, '') as note, index
    from unnest(
      ${arrayLiteral(sensorNos)}::integer[],
      ${arrayLiteral(seconds)}::bigint[],
      ${arrayLiteral(ends)}::bigint[],
      ${textArrayLiteral(reasons)}::text[],
      ${textArrayLiteral(notes)}::text[]
    ) with ordinality as batch (sensor_no, start_second, end_second, reason, note, index)`;
}

/** How many exclusions of a sensor lie wholly inside a range; null: all of them. */
export function countExclusions(
  db: Queryable,
  sensorNo: number,
  seconds: SecondRange | null,
): Promise<number> {
  const isCounted = isWhollyInside(sensorNo, seconds);
  return selectValue(
    db,
    sql`select count(*)::integer as value from ${exclusions} where ${isCounted}`,
  );
}

/** Deletes the exclusions of a sensor that lie wholly inside a range; null: all of them. Returns how many. */
export async function deleteExclusions(
  db: Queryable,
  sensorNo: number,
  seconds: SecondRange | null,
): Promise<number> {
  const removed = await db.execute(
    sql`delete from ${exclusions} where ${isWhollyInside(sensorNo, seconds)}`,
  );
  return removed.count;
}

/** The exclusions of a sensor that overlap a range and do not lie wholly inside it, in order, up to a number. */
export async function selectExclusionsAcross(
  db: Queryable,
  sensorNo: number,
  seconds: SecondRange,
  atMost: number,
): Promise<Exclusion[]> {
  const rows = await db.execute<{ [Name in keyof Exclusion]: Exclusion[Name] }>(sql`
    select extract(epoch from start_at)::float8 as start, extract(epoch from end_at)::float8 as end, reason, note
    from ${exclusions} where sensor_no = ${sensorNo}
      and start_at <= to_timestamp(${seconds.last}::float8) and end_at > to_timestamp(${seconds.first}::float8)
      and not (${isWhollyInside(sensorNo, seconds)})
    order by start_at, end_at, reason collate "C" limit ${atMost}`);
  return [...rows];
}

/** The end of an exclusion is outside of it, so it may be one second after a range. */
function isWhollyInside(sensorNo: number, seconds: SecondRange | null) {
  if (seconds === null) return sql`sensor_no = ${sensorNo}`;
  const { first, last } = seconds;
  return sql`sensor_no = ${sensorNo}
    and start_at >= to_timestamp(${first}::float8) and end_at <= to_timestamp(${last + 1}::float8)`;
}

/** Updates the planner's statistics of the exclusions. Must not be called in a transaction. */
export function analyzeExclusions(
  db: OperatorDatabase,
  kind: "postgres" | "embedded",
): Promise<void> {
  return analyzeTable(db, kind, exclusions);
}

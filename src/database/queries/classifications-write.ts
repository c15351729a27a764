import { sql } from "drizzle-orm";
import { arrayLiteral, textArrayLiteral } from "#database/client/array-literal.ts";
import type { OperatorDatabase, Queryable } from "#database/client/pool.ts";
import { analyzeTable } from "#database/client/analyze-table.ts";
import { classifications } from "#database/tables/classifications.ts";
import type { WrittenRows } from "#database/client/written-rows.ts";

/**
 * Classifications to be written, column by column: the values at one index are one row. Invariant:
 * all columns are equally long, and no sensor, second, model and label stand in it twice.
 */
export interface ClassificationBatch {
  readonly sensorNos: readonly number[];
  readonly modelNos: readonly number[];
  /** Starts of the samples' intervals, whole Unix seconds. */
  readonly seconds: readonly number[];
  readonly labels: readonly string[];
  /** 0 to 1. */
  readonly confidences: readonly number[];
}

/**
 * Writes a batch in one statement: the confidence of a row that is there already is replaced where
 * it differs, and left alone where it does not. The samples need not be there.
 */
export async function upsertClassifications(
  db: Queryable,
  batch: ClassificationBatch,
): Promise<WrittenRows> {
  const total = batch.seconds.length;
  if (total === 0) return { inserted: 0, updated: 0, unchanged: 0 };
  // Sorted, so that two writers of the same rows take their locks in the same order.
  const [written] = await db.execute<{ inserted: number; updated: number }>(sql`
    with written as (
      insert into ${classifications} (sensor_key, model_key, datetime, label, confidence)
      select sensor_key, model_key, to_timestamp(second), label, confidence
      from unnest(
        ${arrayLiteral(batch.sensorNos)}::integer[],
        ${arrayLiteral(batch.modelNos)}::integer[],
        ${arrayLiteral(batch.seconds)}::bigint[],
        ${textArrayLiteral(batch.labels)}::text[],
        ${arrayLiteral(batch.confidences)}::float8[]
      ) as batch (sensor_key, model_key, second, label, confidence)
      order by sensor_key, model_key, second, label
      on conflict (sensor_key, model_key, datetime, label) do update
        set confidence = excluded.confidence
        where classifications.confidence <> excluded.confidence
      returning xmax = 0 as inserted
    )
    select (count(*) filter (where inserted))::integer as inserted,
      (count(*) filter (where not inserted))::integer as updated
    from written`);
  const { inserted, updated } = written ?? { inserted: 0, updated: 0 };
  return { inserted, updated, unchanged: total - inserted - updated };
}

export async function analyzeClassifications(
  db: OperatorDatabase,
  kind: "postgres" | "embedded",
): Promise<void> {
  await analyzeTable(db, kind, classifications);
}

import { type SQL, sql } from "drizzle-orm";
import type { Hundredths } from "#acoustics/levels/decibel.ts";
import { type LevelName, levelNames } from "#acoustics/levels/level-names.ts";
import { arrayLiteral, textArrayLiteral } from "#database/client/array-literal.ts";
import type { OperatorDatabase, Queryable } from "#database/client/pool.ts";
import { analyzeTable } from "#database/client/analyze-table.ts";
import { samples } from "#database/tables/samples.ts";
import type { WrittenRows } from "#database/client/written-rows.ts";

/**
 * Samples to be written, column by column: the values at one index are one sample. Invariant: all
 * columns are equally long, and no sensor and second stand in it twice.
 */
export interface SampleBatch {
  readonly sensorNos: readonly number[];
  /** Starts of the samples' intervals, whole Unix seconds. */
  readonly seconds: readonly number[];
  readonly levels: Readonly<Record<LevelName, readonly (Hundredths | null)[]>>;
  /** As the sensor stored them when it collected. */
  readonly collectedLimits: readonly (Hundredths | null)[];
  readonly collectedClassifications: readonly (string | null)[];
}

/**
 * Writes a batch in one statement: what is there already under the same sensor and second is
 * replaced as a whole where it differs, and left alone where it does not.
 */
export async function upsertSamples(db: Queryable, batch: SampleBatch): Promise<WrittenRows> {
  const total = batch.sensorNos.length;
  if (total === 0) return { inserted: 0, updated: 0, unchanged: 0 };
  // Sorted, so that two writers of the same samples take their row locks in the same order.
  const [written] = await db.execute<{ inserted: number; updated: number }>(sql`
    with written as (
      insert into ${samples} (sensor_key, datetime, ${contentColumns()})
      select sensor_key, to_timestamp(second), ${contentColumns()}
      from unnest(
        ${arrayLiteral(batch.sensorNos)}::integer[],
        ${arrayLiteral(batch.seconds)}::bigint[],
        ${sql.join(
          levelNames.map((name) => sql`${arrayLiteral(batch.levels[name])}::smallint[]`),
          sql`, `,
        )},
        ${arrayLiteral(batch.collectedLimits)}::smallint[],
        ${textArrayLiteral(batch.collectedClassifications)}::text[]
      ) as batch (sensor_key, second, ${contentColumns()})
      order by sensor_key, second
      on conflict (sensor_key, datetime) do update
        set (${contentColumns()}) = (${contentColumns("excluded.")})
        where (${contentColumns("samples.")}) is distinct from (${contentColumns("excluded.")})
      returning xmax = 0 as inserted
    )
    select (count(*) filter (where inserted))::integer as inserted,
      (count(*) filter (where not inserted))::integer as updated
    from written`);
  const { inserted, updated } = written ?? { inserted: 0, updated: 0 };
  return { inserted, updated, unchanged: total - inserted - updated };
}

export async function analyzeSamples(
  db: OperatorDatabase,
  kind: "postgres" | "embedded",
): Promise<void> {
  await analyzeTable(db, kind, samples);
}

/** All columns but the key, in the order in which a batch sends them. */
function contentColumns(prefix = ""): SQL {
  const columns = [
    ...levelNames.map((name) => name.toLowerCase()),
    "collected_limit",
    "collected_classification",
  ];
  return sql.raw(columns.map((column) => prefix + column).join(", "));
}

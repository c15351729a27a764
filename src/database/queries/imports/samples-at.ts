import { sql } from "drizzle-orm";
import { levelNames } from "../../../acoustics/levels/level-names.ts";
import { arrayLiteral } from "../../client/statement.ts";
import type { Queryable } from "../../client/pool.ts";
import { samples } from "../../tables/samples.ts";
import { contentColumns } from "./sample-writer.ts";

/** A sample without its sensor and second, in the order of `SampleBatch`. */
export interface SampleContent {
  readonly levels: readonly (number | null)[];
  readonly collectedLimit: number | null;
  readonly collectedClassification: string | null;
}

/** The stored samples of these pairs of sensor and second. */
export async function selectSamplesAt(
  db: Queryable,
  sensorNos: readonly number[],
  seconds: readonly number[],
): Promise<(SampleContent & { readonly sensorNo: number; readonly second: number })[]> {
  if (seconds.length === 0) return [];
  let [first, last] = [Infinity, -Infinity];
  for (const second of seconds) [first, last] = [Math.min(first, second), Math.max(last, second)];
  const rows = await db.execute<StoredRow>(sql`
    select sensor_no as "sensorNo", second::float8 as second, ${contentColumns()}
    from unnest(${arrayLiteral(sensorNos)}::integer[], ${arrayLiteral(seconds)}::bigint[]) as batch (sensor_no, second)
    join ${samples} using (sensor_no)
    where samples.datetime = to_timestamp(batch.second)
      and samples.datetime between to_timestamp(${first}::float8) and to_timestamp(${last}::float8)`);
  return rows.map((row) => ({
    sensorNo: row.sensorNo,
    second: row.second,
    levels: levelNames.map((name) => row[name.toLowerCase()] as number | null),
    collectedLimit: row["collected_limit"] as number | null,
    collectedClassification: row["collected_classification"] as string | null,
  }));
}

type StoredRow = { sensorNo: number; second: number } & Record<string, unknown>;

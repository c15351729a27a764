import { type SQL, sql } from "drizzle-orm";
import { equivalentLevel } from "../../../acoustics/levels/level-names.ts";
import { type Weighting, weightings } from "../../../acoustics/levels/weighting.ts";
import { arrayLiteral, textArrayLiteral } from "../../client/statement.ts";
import type { Queryable } from "../../client/pool.ts";
import { reportedWeightings } from "../../tables/samples.ts";
import type { SampleBatch } from "../imports/sample-batch.ts";

/**
 * Stores the weightings that are new or begin earlier than stored. Rows that need no change are not locked, so that
 * imports do not wait for one another.
 */
export async function upsertReportedWeightings(
  db: Queryable,
  firsts: readonly FirstReport[],
): Promise<void> {
  if (firsts.length === 0) return;
  const known = await selectKnown(db, firsts);
  const earlier = firsts.filter(
    ({ second, ...row }) => second < (known.get(keyOf(row)) ?? Infinity),
  );
  if (earlier.length === 0) return;
  await db.execute(sql`
    insert into ${reportedWeightings} (sensor_no, weighting, first_at)
    select sensor_no, weighting, to_timestamp(first)
    from unnest(
      ${arrayLiteral(earlier.map(({ sensorNo }) => sensorNo))}::integer[],
      ${textArrayLiteral(earlier.map(({ weighting }) => weighting))}::text[],
      ${arrayLiteral(earlier.map(({ second }) => second))}::bigint[]
    ) as batch (sensor_no, weighting, first)
    order by sensor_no, weighting
    on conflict (sensor_no, weighting) do update set first_at = excluded.first_at
      where reported_weightings.first_at > excluded.first_at`);
}

/** The seconds that are stored already for the sensors of reports. */
async function selectKnown(
  db: Queryable,
  firsts: readonly FirstReport[],
): Promise<Map<string, number>> {
  const sensorNos = arrayLiteral([...new Set(firsts.map(({ sensorNo }) => sensorNo))]);
  const rows = await db.execute<FirstReport & Record<string, unknown>>(sql`
    select sensor_no as "sensorNo", weighting, extract(epoch from first_at)::float8 as second
    from ${reportedWeightings} where sensor_no = any (${sensorNos}::integer[])`);
  return new Map(rows.map((row) => [keyOf(row), row.second]));
}

function keyOf({ sensorNo, weighting }: Omit<FirstReport, "second">): string {
  return `${sensorNo} ${weighting}`;
}

export interface FirstReport {
  readonly sensorNo: number;
  readonly weighting: Weighting;
  /** In Unix seconds. */
  readonly second: number;
}

/** Notes the first second of each sensor and weighting that a batch reports. */
export function noteFirstReports(
  firsts: Map<string, FirstReport>,
  { sensorNos, seconds, levels }: SampleBatch,
): void {
  for (const weighting of weightings) {
    const ofBatch = new Map<number, number>();
    for (const [index, level] of levels[equivalentLevel[weighting]].entries()) {
      const [sensorNo, second] = [sensorNos[index] ?? 0, seconds[index] ?? 0];
      if (level !== null && second < (ofBatch.get(sensorNo) ?? Infinity))
        ofBatch.set(sensorNo, second);
    }
    for (const [sensorNo, second] of ofBatch) {
      const report = { sensorNo, weighting, second };
      if (second < (firsts.get(keyOf(report))?.second ?? Infinity))
        firsts.set(keyOf(report), report);
    }
  }
}

/** When a sensor first reported the level of a weighting; null if it never did. */
export function firstReportOf(sensorNo: SQL, weighting: Weighting): SQL {
  return sql`(select reported.first_at from ${reportedWeightings} reported
    where reported.sensor_no = ${sensorNo} and reported.weighting = ${sql.raw(`'${weighting}'`)})`;
}

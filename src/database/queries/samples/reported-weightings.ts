import { type SQL, sql } from "drizzle-orm";
import { equivalentLevel } from "../../../acoustics/levels/level-names.ts";
import { type Weighting, weightings } from "../../../acoustics/levels/weighting.ts";
import { arrayLiteral, textArrayLiteral } from "../../client/statement.ts";
import type { Queryable } from "../../client/pool.ts";
import { reportedWeightings } from "../../tables/samples.ts";
import { sensors } from "../../tables/sites.ts";
import type { SampleBatch } from "../imports/sample-writer.ts";

/**
 * Stores the weightings of a batch that are new or begin earlier than stored. Rows that need no change are not locked,
 * so that imports do not wait for one another. The sensors are locked first, as by the batch itself, so that a removal
 * of samples does not change a row between this statement and the batch.
 */
export async function insertReportedWeightings(db: Queryable, batch: SampleBatch): Promise<void> {
  const firsts = firstsOf(batch);
  if (firsts.length === 0) return;
  const sensorNos = [...new Set(firsts.map(({ sensorNo }) => sensorNo))];
  await db.execute(sql`select from ${sensors}
    where sensor_no = any (${arrayLiteral(sensorNos)}::integer[]) order by sensor_no for key share`);
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

interface FirstReport {
  readonly sensorNo: number;
  readonly weighting: Weighting;
  /** In Unix seconds. */
  second: number;
}

/** The first second of each sensor and weighting that a batch reports. */
function firstsOf({ sensorNos, seconds, levels }: SampleBatch): FirstReport[] {
  return weightings.flatMap((weighting) => {
    const ofSensor = new Map<number, FirstReport>();
    for (const [index, level] of levels[equivalentLevel[weighting]].entries()) {
      if (level === null) continue;
      const [sensorNo, second] = [sensorNos[index] ?? 0, seconds[index] ?? 0];
      const known = ofSensor.get(sensorNo);
      if (known === undefined) ofSensor.set(sensorNo, { sensorNo, weighting, second });
      else known.second = Math.min(known.second, second);
    }
    return [...ofSensor.values()];
  });
}

/** When a sensor first reported the level of a weighting; null if it never did. */
export function firstReportOf(sensorNo: SQL, weighting: Weighting): SQL {
  return sql`(select reported.first_at from ${reportedWeightings} reported
    where reported.sensor_no = ${sensorNo} and reported.weighting = ${sql.raw(`'${weighting}'`)})`;
}

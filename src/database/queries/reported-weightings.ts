import { sql } from "drizzle-orm";
import { equivalentLevel } from "#acoustics/levels/level-names.ts";
import { type Weighting, weightings } from "#acoustics/levels/weighting.ts";
import { arrayLiteral, textArrayLiteral } from "#database/client/array-literal.ts";
import type { Queryable } from "#database/client/pool.ts";
import { reportedWeightings } from "#database/tables/reported-weightings.ts";
import { sensors } from "#database/tables/sensors.ts";
import type { SampleBatch } from "./sample-writer.ts";

/**
 * Notes which weightings a batch reports, where they are new or begin earlier than before. Rows that say so already are
 * read and not locked, so that imports do not wait for one another. The sensors are locked first, as the batch itself will
 * lock them, so that a removal of samples does not move a row between this and the batch.
 */
export async function insertReportedWeightings(db: Queryable, batch: SampleBatch): Promise<void> {
  const firsts = firstsOf(batch);
  if (firsts.length === 0) return;
  const sensorNos = [...new Set(firsts.map(({ sensorNo }) => sensorNo))];
  await db.execute(sql`select from ${sensors}
    where key = any (${arrayLiteral(sensorNos)}::integer[]) order by key for key share`);
  await db.execute(sql`
    insert into ${reportedWeightings} (sensor_key, weighting, first_at)
    select sensor_key, weighting, to_timestamp(first)
    from unnest(
      ${arrayLiteral(firsts.map(({ sensorNo }) => sensorNo))}::integer[],
      ${textArrayLiteral(firsts.map(({ weighting }) => weighting))}::text[],
      ${arrayLiteral(firsts.map(({ second }) => second))}::bigint[]
    ) as batch (sensor_key, weighting, first)
    where not exists (select from ${reportedWeightings} known
      where known.sensor_key = batch.sensor_key and known.weighting = batch.weighting
        and known.first_at <= to_timestamp(batch.first))
    order by sensor_key, weighting
    on conflict (sensor_key, weighting) do update set first_at = excluded.first_at
      where reported_weightings.first_at > excluded.first_at`);
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

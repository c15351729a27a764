import { type SQL, sql } from "drizzle-orm";
import { addMonths, type Month, monthOfSecond } from "../src/acoustics/time/calendar-month.ts";
import type { Queryable } from "../src/database/client/pool.ts";
import { afterSamplesRemoved } from "../src/database/queries/samples/after-samples-removed.ts";
import { ensureSamplePartitions } from "../src/database/queries/maintenance/sample-partitions.ts";
import { stepSeconds } from "./telemetry.ts";
import { quietSensor, sensorIdOf } from "./site.ts";

/** Steps of five minutes, at each of which the first `sensors` sensors report. */
export interface Steps {
  /** Unix seconds. Both belong to the range. */
  readonly first: number;
  readonly last: number;
  readonly sensors: number;
  readonly modelNo: number;
}

/**
 * Generates samples in the order of arrival and stores them in one statement. `chance` is calculated from sensor and
 * second, so all runs measure the same data.
 */
export async function insertSteps(
  db: Queryable,
  { first, last, sensors, modelNo }: Steps,
): Promise<void> {
  await ensureSamplePartitions(db, monthsBetween(first, last));
  await db.execute(sql`
    with reporting as (
      select key from sensors
      where id collate "C" between ${sensorIdOf(quietSensor)} and ${sensorIdOf(sensors - 1)}
    ), arriving as materialized (
      select key as sensor_key, to_timestamp(second) as datetime, second,
        hashint8(second * 1000 + key) & 2147483647 as chance
      from generate_series(${first}::bigint, ${last}::bigint, ${stepSeconds}::bigint) second, reporting
      order by second, key
    ), heard as (
      insert into classifications (sensor_key, model_key, datetime, label, confidence)
      select sensor_key, ${modelNo}::integer, datetime,
        (array['engine', 'siren', 'voices', 'jackhammer'])[1 + chance / 16 % 4],
        0.3 + (chance / 64 % 700) / 1000.0
      from arriving where chance % 10 = 0
    ), recorded as (
      ${insertRecordingsOf(sql`arriving where chance % 10 = 1`)}
    )
    insert into samples (sensor_key, datetime, laeq, lceq, lzeq, lafmax, lafmin, lcpeak, la10, la50, la90)
    select sensor_key, datetime, level, level + 400 + chance % 97,
      case when chance % 50 <> 2 then level + 700 + chance % 89 end, level + 900 + chance % 501,
      level - 700 - chance % 203, level + 2500 + chance % 401, level + 250 + chance % 53,
      level - 120 - chance % 47, level - 450 - chance % 61
    from (
      select *, (4800 + 900 * sin(second % 86400 * pi() / 86400) + chance / 1000 % 1200)::integer as level
      from arriving
    ) measured`);
}

/** The months of two Unix seconds, and those between them. */
export function monthsBetween(first: number, last: number): Month[] {
  const [start, end] = [monthOfSecond(first), monthOfSecond(last)];
  return Array.from({ length: end - start + 1 }, (_, count) => addMonths(start, count));
}

/** Notes the newest sample of every sensor, as an import does. */
export async function noteLatest(db: Queryable): Promise<void> {
  await db.transaction(async (transaction) => {
    const sensors = await transaction.execute<{ key: number }>(sql`select key from sensors`);
    for (const { key } of sensors) await afterSamplesRemoved(transaction, key);
  });
}

/** Adds a recording to each of a sensor's latest samples, without objects in the store: no page reads those. */
export async function insertRecordings(
  db: Queryable,
  sensorId: string,
  latest: number,
): Promise<void> {
  const arrived = sql`(
    select sensor_key, datetime, extract(epoch from datetime)::bigint as second
    from samples where sensor_key = (select key from sensors where id = ${sensorId})
    order by datetime desc limit ${latest}
  ) arrived`;
  await db.execute(sql`${insertRecordingsOf(arrived)} on conflict do nothing`);
}

function insertRecordingsOf(arrived: SQL): SQL {
  return sql`insert into recordings (sensor_key, datetime, object_name, byte_length, sha256,
      sample_rate_hertz, channels, bits_per_sample, total_samples, imported_at)
    select sensor_key, datetime, md5(sensor_key || '.' || second), 96000,
      md5(second || '.') || md5(second || '-'), 16000, 1, 16, 48000, datetime
    from ${arrived}`;
}

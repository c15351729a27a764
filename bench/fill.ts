import { sql } from "drizzle-orm";
import type { Database } from "#database/connect.ts";
import { ensureModels } from "#database/classification-models.ts";
import { applySites } from "#operator/apply.ts";
import { parseSiteFile } from "#operator/site-file.ts";
import {
  composeSites,
  model,
  quietSensor,
  recordedSensor,
  sensorIdOf,
  type SiteSize,
} from "./site.ts";

/** How much data there is to be. */
export interface FillSize extends SiteSize {
  /** Samples in all, the quiet sensor's further ones aside. */
  readonly rows: number;
  /** Samples of the quiet sensor at least. */
  readonly quietRows: number;
}

/** Samples are five minutes apart; the last one begins here. */
export const stepSeconds = 300;
export const lastSecond = Date.parse("2019-12-31T23:55:00Z") / 1000;

/**
 * Fills an empty database in the order in which telemetry arrives: all sensors of one step of five
 * minutes, then the next step. A tenth of the samples has classifications, another a recording. What
 * is there already, from a run that kept it, is left as it is; of another size it is refused.
 */
export async function fill(
  db: Database,
  size: FillSize,
  say: (text: string) => void,
): Promise<void> {
  const found = await countSamples(db);
  const steps = stepsOf(size);
  const wanted = size.sensors * steps.shared + (steps.all - steps.shared);
  if (found === wanted) return;
  if (found > 0)
    throw new Error(`The kept database has ${found} samples and not ${wanted}: drop it`);
  await applySites(db, composeSites(size).map(checkedSite));
  const modelKeys = await ensureModels(db, [model]);
  const first = lastSecond - (steps.all - 1) * stepSeconds;
  const stepsAtOnce = Math.max(1, Math.floor(200_000 / size.sensors));
  for (let step = 0; step < steps.all;) {
    const shared = step >= steps.all - steps.shared;
    const end = shared ? steps.all : steps.all - steps.shared;
    const count = Math.min(shared ? stepsAtOnce : 200_000, end - step);
    await insertSteps(db, {
      first: first + step * stepSeconds,
      last: first + (step + count - 1) * stepSeconds,
      sensors: shared ? size.sensors : 1,
      modelKey: modelKeys.get(model) ?? 0,
    });
    step += count;
    say(`${Math.round((100 * step) / steps.all)} % of ${wanted} samples`);
  }
  await recordEverySample(db);
  // Index-only reads need the visibility map, which autovacuum writes in its own time.
  await db.execute(sql`vacuum (analyze)`);
}

function stepsOf({ rows, sensors, quietRows }: FillSize): { all: number; shared: number } {
  const shared = Math.ceil(rows / sensors);
  return { shared, all: Math.max(shared, quietRows) };
}

async function countSamples(db: Database): Promise<number> {
  const [row] = await db.execute<{ count: number }>(
    sql`select count(*)::float8 as count from samples`,
  );
  return row?.count ?? 0;
}

function checkedSite(text: string) {
  const parsed = parseSiteFile(text, "site.json");
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.site;
}

interface Steps {
  readonly first: number;
  readonly last: number;
  /** How many of the sensors report, from the first. */
  readonly sensors: number;
  readonly modelKey: number;
}

/** What is made up of a sample comes from a number that its sensor and second give: no run differs. */
async function insertSteps(db: Database, { first, last, sensors, modelKey }: Steps): Promise<void> {
  await db.execute(sql`
    with reporting as (
      select key from sensors where id collate "C" between ${sensorIdOf(quietSensor)} and ${sensorIdOf(sensors - 1)}
    ), arriving as materialized (
      select key as sensor_key, to_timestamp(second) as datetime, second,
        hashint8(second * 1000 + key) & 2147483647 as chance
      from generate_series(${first}::bigint, ${last}::bigint, ${stepSeconds}::bigint) second, reporting
      order by second, key
    ), heard as (
      insert into classifications (sensor_key, model_key, datetime, label, confidence)
      select sensor_key, ${modelKey}::integer, datetime,
        (array['engine', 'siren', 'voices', 'jackhammer'])[1 + chance / 16 % 4],
        0.3 + (chance / 64 % 700) / 1000.0
      from arriving where chance % 10 = 0
    ), recorded as (
      insert into recordings (sensor_key, datetime, object_name, byte_length, sha256, sample_rate_hertz,
        channels, bits_per_sample, total_samples, imported_at)
      select sensor_key, datetime, md5(sensor_key || '.' || second), 96000,
        md5(second || '.') || md5(sensor_key || '.'), 16000, 1, 16, 48000, datetime
      from arriving where chance % 10 = 1
    )
    insert into samples (sensor_key, datetime, laeq, lceq, lzeq, lafmax, lafmin, lcpeak, la10, la50, la90)
    select sensor_key, datetime, level, level + 400 + chance % 97, 
      case when chance % 50 = 2 then null else level + 700 + chance % 89 end,
      level + 900 + chance % 501, level - 700 - chance % 203, level + 2500 + chance % 401,
      level + 250 + chance % 53, level - 120 - chance % 47, level - 450 - chance % 61
    from (
      select *, (4800 + 900 * sin((second % 86400) * pi() / 86400) + chance / 1000 % 1200)::integer as level
      from arriving
    ) measured`);
}

/** A page of the recorded sensor has a recording at each of its samples. */
async function recordEverySample(db: Database): Promise<void> {
  await db.execute(sql`
    insert into recordings (sensor_key, datetime, object_name, byte_length, sha256, sample_rate_hertz,
      channels, bits_per_sample, total_samples, imported_at)
    select sensor_key, datetime, md5(sensor_key || '.' || datetime), 96000,
      md5(datetime || '.') || md5(sensor_key || '.'), 16000, 1, 16, 48000, datetime
    from samples join sensors on sensors.key = samples.sensor_key
    where sensors.id = ${sensorIdOf(recordedSensor)}
    order by datetime desc limit 4000
    on conflict do nothing`);
}

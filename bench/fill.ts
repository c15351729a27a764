import { type SQL, sql } from "drizzle-orm";
import { type LevelName, levelNames } from "../src/acoustics/levels/level-names.ts";
import { addMonths, type Month, monthOfSecond } from "../src/acoustics/time/calendar-month.ts";
import type { OperatorDatabase, Queryable } from "../src/database/client/pool.ts";
import { ensureSamplePartitions } from "../src/database/queries/maintenance/sample-partitions.ts";
import { afterSamplesRemoved } from "../src/database/queries/samples/after-samples-removed.ts";
import { ensureModels } from "../src/database/queries/samples/classifications.ts";
import { applySites } from "../src/ingest/site/apply-sites.ts";
import { parseSiteFile } from "../src/ingest/site/site-file.ts";
import { composeMeasured, model, quietSensor, sensorIdOf } from "./site.ts";

/** The amount of data in a database. */
export interface FillSize {
  /** At least three. */
  readonly sensors: number;
  /** Samples of all sensors together, without the earlier ones of the quiet sensor. */
  readonly rows: number;
  /** The least number of samples of the quiet sensor. */
  readonly quietRows: number;
}

/** Samples are five minutes apart. The last ones begin at `lastSecond`. */
export const stepSeconds = 300;
export const lastSecond = Date.parse("2019-12-31T23:55:00Z") / 1000;

/** The number of steps at which all sensors report. */
export function sharedSteps({ rows, sensors }: FillSize): number {
  return Math.ceil(rows / sensors);
}

/**
 * Fills an empty database in the order of arrival: the samples of all sensors at one step, then those of the next. A
 * tenth has classifications, another tenth recordings. Data of an earlier run stays. Throws if it has another size.
 * Resolves to true if it was empty.
 */
export async function fill(
  db: OperatorDatabase,
  size: FillSize,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const shared = sharedSteps(size);
  const all = Math.max(shared, size.quietRows);
  const wanted = size.sensors * shared + (all - shared);
  const [row] = await db.execute<{ found: number }>(
    sql`select count(*)::float8 as found from samples`,
  );
  if (row?.found === wanted) return false;
  if (row?.found !== 0)
    throw new Error(`The kept database has ${row?.found} samples, not ${wanted}`);
  await applyBenchSites(db, [composeMeasured(size.sensors)]);
  const modelNo = (await ensureModels(db, [model])).get(model) ?? 0;
  const first = lastSecond - (all - 1) * stepSeconds;
  for (let step = 0; step < all;) {
    signal.throwIfAborted();
    const sensors = step < all - shared ? 1 : size.sensors;
    const end = step < all - shared ? all - shared : all;
    const count = Math.min(Math.ceil(rowsAtOnce / sensors), end - step);
    const start = first + step * stepSeconds;
    await insertSteps(db, start, start + (count - 1) * stepSeconds, sensors, modelNo);
    step += count;
    say(`${Math.floor((100 * step) / all)} % of ${wanted} samples`);
  }
  await noteLatest(db, sql`id between ${sensorIdOf(0)} and ${sensorIdOf(size.sensors - 1)}`);
  // Autovacuum would come later, and an index-only scan needs the visibility map.
  await db.execute(sql`vacuum (analyze)`);
  return true;
}

const rowsAtOnce = 200_000;

export async function applyBenchSites(
  db: OperatorDatabase,
  texts: readonly string[],
): Promise<void> {
  const sites = texts.map((text) => {
    const parsed = parseSiteFile(text, "site.json");
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.issues));
    return parsed.site;
  });
  await applySites(db, sites);
}

/** The months of two Unix seconds, and those between them. */
export function monthsBetween(first: number, last: number): Month[] {
  const [start, end] = [monthOfSecond(first), monthOfSecond(last)];
  return Array.from({ length: end - start + 1 }, (_, count) => addMonths(start, count));
}

/** Notes the newest sample of some sensors, as an import does. */
export async function noteLatest(db: Queryable, ofSensors: SQL): Promise<void> {
  await db.transaction(async (transaction) => {
    const rows = await transaction.execute<{ no: number }>(
      sql`select sensor_no as no from sensors where ${ofSensors}`,
    );
    for (const { no } of rows) await afterSamplesRemoved(transaction, no);
  });
}

/**
 * Stores the steps from `first` to `last` (Unix seconds) in one statement. `chance` is calculated from sensor and
 * second, so all runs measure the same data.
 */
async function insertSteps(
  db: Queryable,
  first: number,
  last: number,
  sensors: number,
  modelNo: number,
): Promise<void> {
  await ensureSamplePartitions(db, monthsBetween(first, last));
  await db.execute(sql`
    with reporting as (
      select sensor_no from sensors
      where id collate "C" between ${sensorIdOf(quietSensor)} and ${sensorIdOf(sensors - 1)}
    ), arriving as materialized (
      select sensor_no, to_timestamp(second) as datetime, second,
        hashint8(second * 1000 + sensor_no) & 2147483647 as chance
      from generate_series(${first}::bigint, ${last}::bigint, ${stepSeconds}::bigint) second, reporting
      order by second, sensor_no
    ), heard as (
      insert into classifications (sensor_no, model_no, datetime, label, confidence)
      select sensor_no, ${modelNo}::integer, datetime,
        (array['engine', 'siren', 'voices', 'jackhammer'])[1 + chance / 16 % 4],
        0.3 + (chance / 64 % 700) / 1000.0
      from arriving where chance % 10 = 0
    ), recorded as (
      insert into recordings (sensor_no, datetime, object_name, byte_length, sha256,
        sample_rate_hertz, channels, bits_per_sample, total_samples, imported_at)
      select sensor_no, datetime, md5(sensor_no || '.' || second), 96000,
        md5(second || '.') || md5(second || '-'), 16000, 1, 16, 48000, datetime
      from arriving where chance % 10 = 1
    )
    insert into samples (sensor_no, datetime, ${sql.raw(levelNames.join())})
    select sensor_no, datetime, ${sql.raw(levelNames.map((name) => levels[name] ?? "level").join())}
    from (
      select *, (4800 + 900 * sin(second % 86400 * pi() / 86400) + chance / 1000 % 1200)::integer as level
      from arriving
    ) measured`);
}

/** The levels of a sample beside `level`, its LAeq. */
const levels: Partial<Record<LevelName, string>> = {
  LCeq: "level + 400 + chance % 97",
  LZeq: "case when chance % 50 <> 2 then level + 700 + chance % 89 end",
  LAFmax: "level + 900 + chance % 501",
  LAFmin: "level - 700 - chance % 203",
  LCpeak: "level + 2500 + chance % 401",
  LA10: "level + 250 + chance % 53",
  LA50: "level - 120 - chance % 47",
  LA90: "level - 450 - chance % 61",
};

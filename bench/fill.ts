import { type SQL, sql } from "drizzle-orm";
import { type LevelName, levelNames } from "../src/acoustics/levels/level-names.ts";
import { addMonths, type Month, monthOfSecond } from "../src/acoustics/time/calendar-month.ts";
import { createApiKey } from "../src/auth/issue-key.ts";
import { type Scope, scopes } from "../src/auth/scopes.ts";
import type { OperatorDatabase, Queryable } from "../src/database/client/pool.ts";
import { ensureSamplePartitions } from "../src/database/queries/maintenance/sample-partitions.ts";
import { afterSamplesRemoved } from "../src/database/queries/samples/after-samples-removed.ts";
import { ensureModels } from "../src/database/queries/samples/classifications.ts";
import { applySites } from "../src/ingest/site/apply-sites.ts";
import { parseSiteFile } from "../src/ingest/site/site-file.ts";
import {
  composeLargest,
  composeMeasured,
  model,
  networks,
  projectId,
  sensorIdOf,
  type BenchSize,
  lastSecond,
  sharedSteps,
  stepSeconds,
  quietSensorId,
} from "./site.ts";

/**
 * Fills an empty database in the order of arrival: the samples of all sensors at one step, then those of the next. A
 * tenth has classifications, another tenth recordings. Resolves to false if an earlier run has filled it: the last step
 * is there.
 */
export async function fill(
  db: OperatorDatabase,
  size: BenchSize,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<boolean> {
  const [row] = await db.execute<{ isFilled: boolean }>(sql`
    select exists (select from samples where datetime = to_timestamp(${lastSecond}::bigint)) as "isFilled"`);
  if (row?.isFilled === true) return false;
  await applyBenchSites(db, [composeMeasured(size.sensors)]);
  const shared = sharedSteps(size);
  const start = lastSecond - (shared - 1) * stepSeconds;
  const quiet = Math.max(0, size.quietRows - shared) * stepSeconds;
  await insertSteps(db, upTo(1), { first: start - quiet, last: start - stepSeconds });
  const part = Math.ceil(rowsAtOnce / size.sensors) * stepSeconds;
  for (let first = start; first <= lastSecond; first += part) {
    signal.throwIfAborted();
    say(`samples from ${new Date(first * 1000).toISOString()}`);
    const last = Math.min(lastSecond, first + part - stepSeconds);
    await insertSteps(db, upTo(size.sensors), { first, last });
  }
  await noteLatest(db, upTo(size.sensors));
  // Autovacuum would come later, and an index-only scan needs the visibility map.
  await db.execute(sql`vacuum (analyze)`);
  return true;
}

const rowsAtOnce = 200_000;

/** A condition of the first sensors. */
function upTo(sensors: number): SQL {
  return sql`id collate "C" between ${quietSensorId} and ${sensorIdOf(sensors - 1)}`;
}

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

/** Creates a key, with every scope for the benchmark's samples, or with what is named. */
export async function createKey(
  db: OperatorDatabase,
  projects: readonly string[] = [projectId],
  held: readonly Scope[] = scopes,
  sensors: readonly string[] | null = null,
): Promise<string> {
  const wanted = { name: "Benchmark", scopes: held, projects, sensors, expiresAt: null };
  const created = await createApiKey(db, wanted, new Date());
  if (!created.ok) throw new Error(created.issues.join("; "));
  return created.key.text;
}

/** Steps from `first` to `last`, in Unix seconds. */
interface Steps {
  readonly first: number;
  readonly last: number;
  readonly step?: number;
}

/** The months of two Unix seconds, and those between them. */
function monthsBetween(first: number, last: number): Month[] {
  const [start, end] = [monthOfSecond(first), monthOfSecond(last)];
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, count) =>
    addMonths(start, count),
  );
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
 * Stores the samples of some steps in one statement. `chance` is calculated from sensor and second, so all runs measure
 * the same data.
 */
export async function insertSteps(
  db: Queryable,
  ofSensors: SQL,
  { first, last, step = stepSeconds }: Steps,
): Promise<void> {
  await ensureSamplePartitions(db, monthsBetween(first, last));
  const modelNo = (await ensureModels(db, [model])).get(model) ?? 0;
  await db.execute(sql`
    with reporting as (
      select sensor_no from sensors where ${ofSensors}
    ), arriving as materialized (
      select sensor_no, to_timestamp(second) as datetime, second,
        hashint8(second * 1000 + sensor_no) & 2147483647 as chance
      from generate_series(${first}::bigint, ${last}::bigint, ${step}::bigint) second, reporting
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

/**
 * Applies the sites of the largest rules. Adds as many exclusions to the sensors of the first project as one field may
 * list, but none to the quiet one, which is measured; and versions of the networks, each with many changes.
 */
export async function fillRules(db: OperatorDatabase): Promise<void> {
  await applyBenchSites(db, composeLargest());
  await db.execute(sql`
    insert into exclusions (sensor_no, start_at, end_at, reason, note)
    select sensor_no, start_at, start_at + interval '1 minute', 'Benchmark', repeat('note ', 20)
    from sensors, generate_series(timestamptz '2019-01-01 00:00Z',
      timestamptz '2019-01-01 00:00Z' + ${exclusions - 1} * interval '50 minutes', interval '50 minutes') start_at
    where project_no = (select project_no from projects where id = ${projectId})
      and id <> ${quietSensorId}`);
  for (const network of networks) {
    // Only the newest version has a site: the older ones are not queried.
    await db.execute(sql`
      with first as (
        select site_versions.* from site_versions join projects using (project_no)
        where id = ${network.projectId} and version = 1
      ), path as (
        select array_agg('sensors.' || id || '.location') as changes from (
          select sensors.id from sensors join first on sensors.project_no = first.project_no, generate_series(1, 50)
          limit ${changesOfVersion}
        ) changed
      )
      insert into site_versions (project_no, version, applied_at, site, digest, changes)
      select project_no, no, applied_at, case when no = ${versions} then site else '{}' end,
        case when no = ${versions} then digest else 'none' end, path.changes
      from first, path, generate_series(2, ${versions}) no`);
  }
}

const exclusions = 10_000;
const versions = 100;
const changesOfVersion = 2000;

import { eq, sql } from "drizzle-orm";
import type { SecondRange } from "../../../acoustics/time/contract-period.ts";
import type { Instant } from "../../../acoustics/time/instant.ts";
import { arrayLiteral } from "../../client/statement.ts";
import { analyzeTable } from "../../client/bulk-write.ts";
import type { OperatorDatabase, Queryable } from "../../client/pool.ts";
import { apiKeyProjects, apiKeys, apiKeySensors } from "../../tables/api-keys.ts";
import { audioLeases, recordings, unclaimedObjects } from "../../tables/recordings.ts";
import {
  classifications,
  exclusions,
  reportedWeightings,
  samples,
  sensorLatest,
} from "../../tables/samples.ts";
import { projects, sensors, siteVersions } from "../../tables/sites.ts";

/*
 * Counts and deletes the data that an operator removes. A statement on telemetry names one sensor. A null range means
 * all.
 */

const tables = { samples, classifications, recordings } as const;
export type TelemetryKind = keyof typeof tables;

/** The amount of one kind of telemetry. */
export interface TelemetryCount {
  readonly rows: number;
  /** Bytes of recordings; 0 for other kinds. */
  readonly bytes: number;
}

export async function countTelemetry(
  db: Queryable,
  kind: TelemetryKind,
  sensorNo: number,
  seconds: SecondRange | null,
): Promise<TelemetryCount> {
  const bytes = kind === "recordings" ? sql`coalesce(sum(byte_length), 0)::float8` : sql`0`;
  const [row] = await db.execute<{ rows: number; bytes: number }>(sql`
    select count(*)::float8 as rows, ${bytes} as bytes
    from ${tables[kind]} where ${isInside(sensorNo, seconds)}`);
  return row ?? nothing;
}

/** Deletes telemetry in a transaction. Objects become due for removal at `now`. Call `afterSamplesRemoved` then. */
export async function deleteTelemetry(
  db: Queryable,
  kind: TelemetryKind,
  sensorNo: number,
  seconds: SecondRange | null,
  now: Instant,
): Promise<TelemetryCount> {
  if (kind === "recordings") return deleteRecordings(db, sensorNo, seconds, now);
  const removed = await db.execute(
    sql`delete from ${tables[kind]} where ${isInside(sensorNo, seconds)}`,
  );
  return { rows: removed.count, bytes: 0 };
}

async function deleteRecordings(
  db: Queryable,
  sensorNo: number,
  seconds: SecondRange | null,
  now: Instant,
): Promise<TelemetryCount> {
  const [row] = await db.execute<{ rows: number; bytes: number }>(sql`
    with removed as (
      delete from ${recordings} where ${isInside(sensorNo, seconds)}
      returning object_name, byte_length
    ), unclaimed as (
      insert into ${unclaimedObjects} (name, remove_at)
      select object_name, to_timestamp(${now / 1000}::float8) from removed
    )
    select count(*)::float8 as rows, coalesce(sum(byte_length), 0)::float8 as bytes from removed`);
  return row ?? nothing;
}

const nothing: TelemetryCount = { rows: 0, bytes: 0 };

function isInside(sensorNo: number, seconds: SecondRange | null) {
  if (seconds === null) return sql`sensor_no = ${sensorNo}`;
  const { first, last } = seconds;
  return sql`sensor_no = ${sensorNo}
    and datetime between to_timestamp(${first}::float8) and to_timestamp(${last}::float8)`;
}

/** A sensor or the sensors of a project, and the project itself if it is removed as well. */
export interface RemovedSite {
  /** Null if the project stays. */
  readonly projectNo: number | null;
  readonly sensorNos: readonly number[];
}

/** A key, as commands name it. */
export interface NamedKey {
  readonly id: string;
  readonly name: string;
}

/**
 * Keys, not revoked, that would lose the last sensor or project that they may read, in the order of their ids. A key
 * that gets each sensor of its projects needs none.
 */
export async function selectKeysWithoutOtherGrants(
  db: Queryable,
  { projectNo, sensorNos }: RemovedSite,
): Promise<NamedKey[]> {
  const removed = sql`any (${arrayLiteral(sensorNos)}::integer[])`;
  const rows = await db.execute<{ id: string; name: string }>(sql`
    select id, name from ${apiKeys} where revoked_at is null and (
      (not all_sensors
        and exists (select from ${apiKeySensors} a where a.key_id = id and a.sensor_no = ${removed})
        and not exists (select from ${apiKeySensors} a
          where a.key_id = id and not a.sensor_no = ${removed}))
      or (exists (select from ${apiKeyProjects} a where a.key_id = id and a.project_no = ${projectNo})
        and not exists (select from ${apiKeyProjects} a
          where a.key_id = id and a.project_no <> ${projectNo})))
    order by id collate "C"`);
  return rows.map(({ id, name }) => ({ id, name }));
}

/** Locks the rows of sensors, and of their project, until the transaction ends: what refers to them waits. */
export async function lockSite(
  db: Queryable,
  { projectNo, sensorNos }: RemovedSite,
): Promise<void> {
  if (projectNo !== null) {
    await db.execute(sql`select from ${projects} where project_no = ${projectNo} for update`);
  }
  await db.execute(sql`select from ${sensors}
    where sensor_no = any (${arrayLiteral(sensorNos)}::integer[]) order by sensor_no for update`);
}

/** Deletes a sensor without samples, classifications and recordings, and all rows that belong to it. */
export async function deleteSensor(db: Queryable, sensorNo: number): Promise<void> {
  await db.delete(audioLeases).where(eq(audioLeases.sensorNo, sensorNo));
  await db.delete(sensorLatest).where(eq(sensorLatest.sensorNo, sensorNo));
  await db.delete(reportedWeightings).where(eq(reportedWeightings.sensorNo, sensorNo));
  await db.delete(exclusions).where(eq(exclusions.sensorNo, sensorNo));
  await db.delete(apiKeySensors).where(eq(apiKeySensors.sensorNo, sensorNo));
  await db.delete(sensors).where(eq(sensors.sensorNo, sensorNo));
}

/** Deletes a project without sensors, and all rows that belong to it. */
export async function deleteProject(db: Queryable, projectNo: number): Promise<void> {
  await db.delete(apiKeyProjects).where(eq(apiKeyProjects.projectNo, projectNo));
  await db.delete(siteVersions).where(eq(siteVersions.projectNo, projectNo));
  await db.delete(projects).where(eq(projects.projectNo, projectNo));
}

/** Frees the space of deleted rows: the embedded database has no autovacuum. Must not be called in a transaction. */
export async function vacuumTelemetry(
  db: OperatorDatabase,
  kinds: readonly TelemetryKind[],
): Promise<void> {
  for (const kind of kinds) await analyzeTable(db, "embedded", tables[kind]);
}

import { eq, inArray, sql } from "drizzle-orm";
import type { Criterion } from "../../../acoustics/assessment/criterion.ts";
import type { Periods } from "../../../acoustics/aggregates/indicators.ts";
import type { LimitRules } from "../../../acoustics/limits/limit-rules.ts";
import type { Interval } from "../../../acoustics/time/interval.ts";
import type { Retention } from "../../../acoustics/time/retention.ts";
import type { Queryable } from "../../client/pool.ts";
import { classificationModels } from "../../tables/classification-models.ts";
import { contracts } from "../../tables/contracts.ts";
import { projects } from "../../tables/projects.ts";
import { sensors } from "../../tables/sensors.ts";
import { ensureModels } from "../samples/classifications.ts";
import { composeLimitRules, type HolidayRecord, holidaysOf, limitRulesOf } from "./limit-rules.ts";
import { type LocationRecord, locationOf, millisecondsOf, periodsOf } from "./projects.ts";

/** The stored configuration of a project and its sensors, as the operator declares it in a site file. */
export interface StoredSite {
  readonly projectNo: number;
  readonly name: string;
  readonly description: string | null;
  readonly timeZone: string;
  readonly location: LocationRecord | null;
  /** The bounds as stored. They may be no valid period. */
  readonly contract: { readonly startAt: number | null; readonly endAt: number | null } | null;
  /** In order of date. */
  readonly holidays: readonly HolidayRecord[];
  readonly limits: LimitRules;
  /** In the order of the site file. */
  readonly criteria: readonly Criterion[];
  readonly classification: { readonly model: string; readonly minConfidence: number } | null;
  readonly intervalSeconds: number | null;
  readonly periods: Periods | null;
  /** How long samples and recordings are kept; null, also as a whole: without end. */
  readonly retention: SiteRetention | null;
  /** By id. */
  readonly sensors: ReadonlyMap<string, StoredSensor>;
}

export interface SiteRetention {
  readonly samples: Retention | null;
  readonly recordings: Retention | null;
}

export interface StoredSensor {
  readonly sensorNo: number;
  readonly name: string;
  readonly serialNumber: string | null;
  readonly model: string | null;
  readonly location: LocationRecord | null;
  readonly limits: LimitRules;
  readonly intervalSeconds: number | null;
}

/** The stored configuration of a project, or null if the project does not exist. */
export async function selectSite(db: Queryable, id: string): Promise<StoredSite | null> {
  const [row] = await db
    .select({
      projectNo: projects.projectNo,
      name: projects.name,
      description: projects.description,
      timeZone: projects.timezone,
      latitude: projects.latitude,
      longitude: projects.longitude,
      hasContract: sql<boolean>`${contracts.projectNo} is not null`,
      startAt: millisecondsOf(contracts.startAt),
      endAt: millisecondsOf(contracts.endAt),
      holidays: holidaysOf(),
      rules: limitRulesOf("project"),
      model: classificationModels.name,
      minConfidence: projects.minConfidence,
      intervalSeconds: projects.intervalSeconds,
      dayFromMinute: projects.dayFromMinute,
      eveningFromMinute: projects.eveningFromMinute,
      nightFromMinute: projects.nightFromMinute,
      samplesRetention: projects.samplesRetention,
      recordingsRetention: projects.recordingsRetention,
      criteria: projects.criteria,
    })
    .from(projects)
    .leftJoin(contracts, eq(contracts.projectNo, projects.projectNo))
    .leftJoin(
      classificationModels,
      eq(classificationModels.modelNo, projects.classificationModelNo),
    )
    .where(eq(projects.id, id));
  if (row === undefined) return null;
  const { latitude, longitude, hasContract, startAt, endAt, rules, model, minConfidence } = row;
  return {
    projectNo: row.projectNo,
    name: row.name,
    description: row.description,
    timeZone: row.timeZone,
    holidays: row.holidays,
    intervalSeconds: row.intervalSeconds,
    periods: periodsOf(row),
    retention: retentionOf(row),
    location: locationOf(latitude, longitude),
    contract: hasContract ? { startAt, endAt } : null,
    limits: composeLimitRules(rules),
    criteria: row.criteria,
    classification: model === null ? null : { model, minConfidence },
    sensors: await selectSensors(db, row.projectNo),
  };
}

/** Only valid durations are stored. */
function retentionOf(row: {
  readonly samplesRetention: string | null;
  readonly recordingsRetention: string | null;
}): SiteRetention | null {
  const samples = row.samplesRetention as Retention | null;
  const recordings = row.recordingsRetention as Retention | null;
  return samples === null && recordings === null ? null : { samples, recordings };
}

/** The id of the project of each existing sensor, by the id of the sensor. */
export async function selectProjectIdsOfSensors(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: sensors.id, projectId: projects.id })
    .from(sensors)
    .innerJoin(projects, eq(projects.projectNo, sensors.projectNo))
    .where(inArray(sensors.id, [...ids]));
  return new Map(rows.map(({ id, projectId }) => [id, projectId]));
}

/** The numbers of all sensors of the installation, by id. */
export async function selectSensorNos(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.select({ id: sensors.id, sensorNo: sensors.sensorNo }).from(sensors);
  return new Map(rows.map(({ id, sensorNo }) => [id, sensorNo]));
}

async function selectSensors(
  db: Queryable,
  projectNo: number,
): Promise<ReadonlyMap<string, StoredSensor>> {
  const rows = await db
    .select({
      id: sensors.id,
      sensorNo: sensors.sensorNo,
      name: sensors.name,
      serialNumber: sensors.serialNumber,
      model: sensors.model,
      latitude: sensors.latitude,
      longitude: sensors.longitude,
      intervalSeconds: sensors.intervalSeconds,
      rules: limitRulesOf("sensor"),
    })
    .from(sensors)
    .innerJoin(projects, eq(projects.projectNo, sensors.projectNo))
    .where(eq(projects.projectNo, projectNo));
  return new Map(
    rows.map(({ id, latitude, longitude, rules, ...sensor }) => [
      id,
      {
        ...sensor,
        location: locationOf(latitude, longitude),
        limits: composeLimitRules(rules),
      },
    ]),
  );
}

/** What the row of a project holds. */
export type ProjectFields = Pick<
  StoredSite,
  | "name"
  | "description"
  | "timeZone"
  | "location"
  | "classification"
  | "intervalSeconds"
  | "periods"
  | "retention"
  | "criteria"
> & { readonly id: string };

/** What the row of a sensor holds. */
export type SensorFields = Omit<StoredSensor, "sensorNo" | "limits"> & { readonly id: string };

/** Locks the configuration for this transaction. Others can read it, but not change it. */
export async function lockSites(db: Queryable): Promise<void> {
  await db.execute(sql`lock table ${projects} in share row exclusive mode`);
}

/** Creates a project or updates its row. Returns its number. */
export async function upsertProject(db: Queryable, fields: ProjectFields): Promise<number> {
  const { id, classification } = fields;
  const row = {
    name: fields.name,
    description: fields.description,
    timezone: fields.timeZone,
    latitude: fields.location?.latitude ?? null,
    longitude: fields.location?.longitude ?? null,
    classificationModelNo: classification && (await ensureModel(db, classification.model)),
    minConfidence: classification?.minConfidence ?? 0,
    intervalSeconds: fields.intervalSeconds,
    dayFromMinute: fields.periods?.day ?? null,
    eveningFromMinute: fields.periods?.evening ?? null,
    nightFromMinute: fields.periods?.night ?? null,
    samplesRetention: fields.retention?.samples ?? null,
    recordingsRetention: fields.retention?.recordings ?? null,
    criteria: fields.criteria,
  };
  const [written] = await db
    .insert(projects)
    .values({ id, ...row })
    .onConflictDoUpdate({ target: projects.id, set: row })
    .returning({ projectNo: projects.projectNo });
  return requireWritten(written?.projectNo);
}

/** Creates sensors of a project or updates their rows, with one statement. Returns the number of each by its id. */
export async function upsertSensors(
  db: Queryable,
  projectNo: number,
  sensorFields: readonly SensorFields[],
): Promise<Map<string, number>> {
  if (sensorFields.length === 0) return new Map();
  const rows = sensorFields.map(({ location, id, name, serialNumber, model, intervalSeconds }) => {
    const { latitude = null, longitude = null } = location ?? {};
    return { id, name, serialNumber, model, latitude, longitude, intervalSeconds };
  });
  const written = await db.execute<{ id: string; sensorNo: number }>(sql`
    insert into ${sensors} as s (id, project_key, name, serial_number, model, latitude, longitude, interval_seconds)
    select id, ${projectNo}, name, "serialNumber", model, latitude, longitude, "intervalSeconds"
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (id text, name text, "serialNumber" text, model text,
      latitude float8, longitude float8, "intervalSeconds" integer)
    on conflict (id) do update set (name, serial_number, model, latitude, longitude, interval_seconds)
      = (excluded.name, excluded.serial_number, excluded.model, excluded.latitude, excluded.longitude,
        excluded.interval_seconds)
    returning s.id, s.key as "sensorNo"`);
  if (written.length < rows.length) throw new Error("a sensor that was just written is not there");
  return new Map(written.map(({ id, sensorNo }) => [id, sensorNo]));
}

/** Replaces the contract period of a project; null removes it. */
export async function replaceContract(
  db: Queryable,
  projectNo: number,
  contract: Interval | null,
): Promise<void> {
  await db.delete(contracts).where(eq(contracts.projectNo, projectNo));
  if (contract === null) return;
  await db.insert(contracts).values({
    projectNo,
    startAt: new Date(contract.startAt),
    endAt: new Date(contract.endAt),
  });
}

async function ensureModel(db: Queryable, name: string): Promise<number> {
  return requireWritten((await ensureModels(db, [name])).get(name));
}

function requireWritten(no: number | undefined): number {
  if (no === undefined) throw new Error("a row that was just written is not there");
  return no;
}

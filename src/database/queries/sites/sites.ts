import { eq, inArray, sql } from "drizzle-orm";
import type { Criterion } from "../../../acoustics/assessment/criterion.ts";
import type { Periods } from "../../../acoustics/aggregates/indicators.ts";
import type { LimitRules } from "../../../acoustics/limits/limit-rules.ts";
import {
  type ContractConfiguration,
  parseContractConfiguration,
} from "../../../acoustics/time/contract-period.ts";
import type { Retention } from "../../../acoustics/time/retention.ts";
import type { Queryable } from "../../client/pool.ts";
import { classificationModels, contracts, projects, sensors } from "../../tables/sites.ts";
import { criteriaOf } from "./criteria.ts";
import { composeLimitRules, type HolidayRecord, holidaysOf, limitRulesOf } from "./limit-rules.ts";
import { type LocationRecord, locationOf, millisecondsOf, periodsOf } from "./projects.ts";

/** The stored configuration of a project and its sensors, which the operator declares in a site file. */
export interface StoredSite {
  readonly projectNo: number;
  readonly name: string;
  readonly description: string | null;
  readonly timeZone: string;
  readonly location: LocationRecord | null;
  /** The stored bounds. They may be invalid. */
  readonly contract: { readonly startAt: number | null; readonly endAt: number | null } | null;
  /** In order of date. */
  readonly holidays: readonly HolidayRecord[];
  readonly limits: LimitRules;
  /** In the order of the site file. */
  readonly criteria: readonly Criterion[];
  readonly classification: { readonly model: string; readonly minConfidence: number } | null;
  readonly intervalSeconds: number | null;
  readonly periods: Periods | null;
  /** How long samples and recordings are kept; null, also for the whole member: without end. */
  readonly retention: SiteRetention | null;
  /** By id. */
  readonly sensors: ReadonlyMap<string, StoredSensor>;
}

/** Checks the contract of a site. */
export function parseSiteContract({
  contract,
  timeZone,
}: Pick<StoredSite, "contract" | "timeZone">): ContractConfiguration {
  const { startAt = null, endAt = null } = contract ?? {};
  return parseContractConfiguration({ startAt, endAt, timezone: timeZone });
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
  /** Milliseconds; null: no end is declared. */
  readonly endAt: number | null;
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
    .leftJoin(classificationModels, eq(classificationModels.modelNo, projects.modelNo))
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
    criteria: criteriaOf(row.criteria),
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
      endAt: millisecondsOf(sensors.endAt),
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

/** Locks the configuration for this transaction. Others can read it, but not change it. */
export async function lockSites(db: Queryable): Promise<void> {
  await db.execute(sql`lock table ${projects} in share row exclusive mode`);
}

import { eq, inArray, sql } from "drizzle-orm";
import type { LimitRules } from "#acoustics/limits/limit-rules.ts";
import type { Queryable } from "#database/client/pool.ts";
import { composeLimitRules, type HolidayRecord, holidaysOf, limitRulesOf } from "./limit-rules.ts";
import { type LocationRecord, locationOf, millisecondsOf } from "./projects.ts";
import { classificationModels } from "#database/tables/classification-models.ts";
import { contracts } from "#database/tables/contracts.ts";
import { projects } from "#database/tables/projects.ts";
import { sensors } from "#database/tables/sensors.ts";

/** All that is stored of a project's configuration, for the operator alone: no allow-list bounds it. */
export interface StoredSite {
  readonly key: number;
  readonly name: string;
  readonly description: string | null;
  readonly timeZone: string;
  readonly location: LocationRecord | null;
  /** Its bounds as stored, which may be no valid period. */
  readonly contract: { readonly startAt: number | null; readonly endAt: number | null } | null;
  /** In order of date. */
  readonly holidays: readonly HolidayRecord[];
  readonly limits: LimitRules;
  readonly classification: { readonly model: string; readonly minConfidence: number } | null;
  /** By id. */
  readonly sensors: ReadonlyMap<string, StoredSensor>;
}

export interface StoredSensor {
  readonly key: number;
  readonly name: string;
  readonly serialNumber: string | null;
  readonly model: string | null;
  readonly location: LocationRecord | null;
  readonly limits: LimitRules;
}

/** The stored configuration of a project, or null where there is no such project. */
export async function selectSite(db: Queryable, id: string): Promise<StoredSite | null> {
  const [row] = await db
    .select({
      key: projects.key,
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
    })
    .from(projects)
    .leftJoin(contracts, eq(contracts.projectNo, projects.key))
    .leftJoin(classificationModels, eq(classificationModels.key, projects.classificationModelNo))
    .where(eq(projects.id, id));
  if (row === undefined) return null;
  const { latitude, longitude, hasContract, startAt, endAt, rules, model, minConfidence, ...rest } =
    row;
  return {
    ...rest,
    location: locationOf(latitude, longitude),
    contract: hasContract ? { startAt, endAt } : null,
    limits: composeLimitRules(rules),
    classification: model === null ? null : { model, minConfidence },
    sensors: await selectSensors(db, row.key),
  };
}

/** The project of each sensor that exists among `ids`, by the sensor's id. */
export async function selectProjectIdsOfSensors(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: sensors.id, projectId: projects.id })
    .from(sensors)
    .innerJoin(projects, eq(projects.key, sensors.projectNo))
    .where(inArray(sensors.id, [...ids]));
  return new Map(rows.map(({ id, projectId }) => [id, projectId]));
}

/** The keys of all sensors of the installation, by id. */
export async function selectSensorNos(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.select({ id: sensors.id, key: sensors.key }).from(sensors);
  return new Map(rows.map(({ id, key }) => [id, key]));
}

async function selectSensors(
  db: Queryable,
  projectNo: number,
): Promise<ReadonlyMap<string, StoredSensor>> {
  const rows = await db
    .select({
      id: sensors.id,
      key: sensors.key,
      name: sensors.name,
      serialNumber: sensors.serialNumber,
      model: sensors.model,
      latitude: sensors.latitude,
      longitude: sensors.longitude,
      rules: limitRulesOf("sensor"),
    })
    .from(sensors)
    .innerJoin(projects, eq(projects.key, sensors.projectNo))
    .where(eq(projects.key, projectNo));
  return new Map(
    rows.map(({ id, latitude, longitude, rules, ...sensor }) => [
      id,
      {
        ...sensor,
        location: locationOf(latitude, longitude),
        limits: composeLimitRules(rules.filter(({ own }) => own)),
      },
    ]),
  );
}

import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { AllowList } from "#domain/viewer.ts";
import { sensorIsAllowed } from "./allow-list.ts";
import type { Queryable } from "./connect.ts";
import { type LocationRecord, locationOf } from "./projects.ts";
import { projects } from "./tables/projects.ts";
import { sensors } from "./tables/sensors.ts";

/** A sensor as it is described. */
export interface SensorRecord {
  readonly key: number;
  readonly id: string;
  readonly projectKey: number;
  readonly projectId: string;
  readonly name: string;
  readonly serialNumber: string | null;
  readonly model: string | null;
  readonly location: LocationRecord | null;
}

/** The allowed sensors of each project, ordered by the bytes of their ids, by the project's key. */
export async function selectSensorsByProject(
  db: Queryable,
  allowList: AllowList,
  projectKeys: readonly number[],
): Promise<Map<number, SensorRecord[]>> {
  if (projectKeys.length === 0) return new Map();
  const found = await selectWhere(db, allowList, inArray(sensors.projectKey, [...projectKeys]));
  const byProject = new Map<number, SensorRecord[]>(projectKeys.map((key) => [key, []]));
  for (const sensor of found) byProject.get(sensor.projectKey)?.push(sensor);
  return byProject;
}

/** The allowed sensors among `ids`, by id. Whether the project fits is for the caller to compare. */
export async function selectSensorsById(
  db: Queryable,
  allowList: AllowList,
  ids: readonly string[],
): Promise<Map<string, SensorRecord>> {
  if (ids.length === 0) return new Map();
  const found = await selectWhere(db, allowList, inArray(sensors.id, [...ids]));
  return new Map(found.map((sensor) => [sensor.id, sensor]));
}

async function selectWhere(
  db: Queryable,
  allowList: AllowList,
  condition: SQL,
): Promise<SensorRecord[]> {
  const rows = await db
    .select({
      key: sensors.key,
      id: sensors.id,
      projectKey: sensors.projectKey,
      projectId: projects.id,
      name: sensors.name,
      serialNumber: sensors.serialNumber,
      model: sensors.model,
      latitude: sensors.latitude,
      longitude: sensors.longitude,
    })
    .from(sensors)
    .innerJoin(projects, eq(projects.key, sensors.projectKey))
    .where(and(condition, sensorIsAllowed(allowList)))
    .orderBy(asc(sql`${sensors.id} collate "C"`));
  return rows.map(({ latitude, longitude, ...sensor }) => ({
    ...sensor,
    location: locationOf(latitude, longitude),
  }));
}

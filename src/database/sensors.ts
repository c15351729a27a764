import { type SQL, sql } from "drizzle-orm";
import type { AllowList } from "#domain/viewer.ts";
import { sensorIsAllowed } from "./allow-list.ts";
import { arrayLiteral, textArrayLiteral } from "./array-literal.ts";
import type { Database } from "./connect.ts";
import { type LocationRecord, locationOf } from "./projects.ts";
import { defineStatement } from "./statement.ts";
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
  db: Database,
  allowList: AllowList,
  projectKeys: readonly number[],
): Promise<Map<number, SensorRecord[]>> {
  if (projectKeys.length === 0) return new Map();
  const found = await sensorsOfProjects(db, { allowList, keys: arrayLiteral(projectKeys) });
  const byProject = new Map<number, SensorRecord[]>(projectKeys.map((key) => [key, []]));
  for (const sensor of found) byProject.get(sensor.projectKey)?.push(sensorOf(sensor));
  return byProject;
}

/** The allowed sensors among `ids`, by id. Whether the project fits is for the caller to compare. */
export async function selectSensorsById(
  db: Database,
  allowList: AllowList,
  ids: readonly string[],
): Promise<Map<string, SensorRecord>> {
  if (ids.length === 0) return new Map();
  const found = await sensorsById(db, { allowList, ids: textArrayLiteral(ids) });
  return new Map(found.map((sensor) => [sensor.id, sensorOf(sensor)]));
}

const sensorsOfProjects = defineStatement<{ allowList: AllowList; keys: string }, SensorRow>(
  "select-sensors-of-projects",
  (value) =>
    sensorsWhere(sql`${sensors.projectKey} = any (${value("keys")}::integer[])
      and ${sensorIsAllowed(value("allowList"))}`),
);

const sensorsById = defineStatement<{ allowList: AllowList; ids: string }, SensorRow>(
  "select-sensors-by-id",
  (value) =>
    sensorsWhere(sql`${sensors.id} = any (${value("ids")}::text[])
    and ${sensorIsAllowed(value("allowList"))}`),
);

type SensorRow = Omit<SensorRecord, "location"> & {
  latitude: number | null;
  longitude: number | null;
};

function sensorsWhere(condition: SQL): SQL {
  return sql`
    select ${sensors.key}, ${sensors.id}, ${sensors.projectKey} as "projectKey",
      ${projects.id} as "projectId", ${sensors.name}, ${sensors.serialNumber} as "serialNumber",
      ${sensors.model}, ${sensors.latitude}, ${sensors.longitude}
    from ${sensors}
    join ${projects} on ${projects.key} = ${sensors.projectKey}
    where ${condition}
    order by ${sensors.id} collate "C"`;
}

function sensorOf({ latitude, longitude, ...sensor }: SensorRow): SensorRecord {
  return { ...sensor, location: locationOf(latitude, longitude) };
}

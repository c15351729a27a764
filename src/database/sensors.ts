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
  const byProject = new Map<number, SensorRecord[]>(projectKeys.map((key) => [key, []]));
  const [key, ...others] = projectKeys;
  if (key === undefined) return byProject;
  const found =
    others.length === 0
      ? await sensorsOfProject(db, { allowList, key })
      : await sensorsOfProjects(db, { allowList, keys: arrayLiteral(projectKeys) });
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

/** With one key the planner knows what a project's sensors are, and joins them with the grants at once. */
const sensorsOfProject = defineStatement<{ allowList: AllowList; key: number }, SensorRow>(
  "select-sensors-of-project",
  (value) =>
    sensorsWhere(sql`${sensors.projectKey} = ${value("key")}::integer
    and ${sensorIsAllowed(value("allowList"))}`),
);

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

/** Member by member: a project may have hundreds, and spreading looks each member up by its name. */
function sensorOf(row: SensorRow): SensorRecord {
  return {
    key: row.key,
    id: row.id,
    projectKey: row.projectKey,
    projectId: row.projectId,
    name: row.name,
    serialNumber: row.serialNumber,
    model: row.model,
    location: locationOf(row.latitude, row.longitude),
  };
}

import { type SQL, sql } from "drizzle-orm";
import { type Grants, sensorIsGranted } from "./grants.ts";
import { arrayLiteral, textArrayLiteral } from "#database/client/array-literal.ts";
import { type LocationRecord, locationOf } from "./projects.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { projects } from "#database/tables/projects.ts";
import { sensors } from "#database/tables/sensors.ts";

/** A sensor as it is described. */
export interface SensorRecord {
  readonly key: number;
  readonly id: string;
  readonly projectNo: number;
  readonly projectId: string;
  readonly name: string;
  readonly serialNumber: string | null;
  readonly model: string | null;
  readonly location: LocationRecord | null;
}

/** The allowed sensors of each project, ordered by the bytes of their ids, by the project's key. */
export async function selectSensorsByProject(
  db: Database,
  grants: Grants,
  projectNos: readonly number[],
): Promise<Map<number, SensorRecord[]>> {
  const byProject = new Map<number, SensorRecord[]>(projectNos.map((key) => [key, []]));
  const [key, ...others] = projectNos;
  if (key === undefined) return byProject;
  const found =
    others.length === 0
      ? await sensorsOfProject(db, { grants, key })
      : await sensorsOfProjects(db, { grants, keys: arrayLiteral(projectNos) });
  for (const sensor of found) byProject.get(sensor.projectNo)?.push(sensorOf(sensor));
  return byProject;
}

/** The allowed sensors among `ids`, by id. Whether the project fits is for the caller to compare. */
export async function selectSensorsById(
  db: Database,
  grants: Grants,
  ids: readonly string[],
): Promise<Map<string, SensorRecord>> {
  if (ids.length === 0) return new Map();
  const found = await sensorsById(db, { grants, ids: textArrayLiteral(ids) });
  return new Map(found.map((sensor) => [sensor.id, sensorOf(sensor)]));
}

/** With one key the planner knows what a project's sensors are, and joins them with the grants at once. */
const sensorsOfProject = defineStatement<{ grants: Grants; key: number }, SensorRow>(
  "select-sensors-of-project",
  (value) =>
    sensorsWhere(sql`${sensors.projectNo} = ${value("key")}::integer
    and ${sensorIsGranted(value("grants"))}`),
);

const sensorsOfProjects = defineStatement<{ grants: Grants; keys: string }, SensorRow>(
  "select-sensors-of-projects",
  (value) =>
    sensorsWhere(sql`${sensors.projectNo} = any (${value("keys")}::integer[])
      and ${sensorIsGranted(value("grants"))}`),
);

const sensorsById = defineStatement<{ grants: Grants; ids: string }, SensorRow>(
  "select-sensors-by-id",
  (value) =>
    sensorsWhere(sql`${sensors.id} = any (${value("ids")}::text[])
    and ${sensorIsGranted(value("grants"))}`),
);

type SensorRow = Omit<SensorRecord, "location"> & {
  latitude: number | null;
  longitude: number | null;
};

function sensorsWhere(condition: SQL): SQL {
  return sql`
    select ${sensors.key}, ${sensors.id}, ${sensors.projectNo} as "projectNo",
      ${projects.id} as "projectId", ${sensors.name}, ${sensors.serialNumber} as "serialNumber",
      ${sensors.model}, ${sensors.latitude}, ${sensors.longitude}
    from ${sensors}
    join ${projects} on ${projects.key} = ${sensors.projectNo}
    where ${condition}
    order by ${sensors.id} collate "C"`;
}

/** Member by member: a project may have hundreds, and spreading looks each member up by its name. */
function sensorOf(row: SensorRow): SensorRecord {
  return {
    key: row.key,
    id: row.id,
    projectNo: row.projectNo,
    projectId: row.projectId,
    name: row.name,
    serialNumber: row.serialNumber,
    model: row.model,
    location: locationOf(row.latitude, row.longitude),
  };
}

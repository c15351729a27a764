import { type SQL, sql } from "drizzle-orm";
import { arrayLiteral, textArrayLiteral } from "#database/client/array-literal.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { projects } from "#database/tables/projects.ts";
import { sensors } from "#database/tables/sensors.ts";
import { type Grants, sensorIsGranted } from "./grants.ts";
import { type LocationRecord, locationOf } from "./projects.ts";

/** A sensor with the project that it belongs to, but without its limits. */
export interface SensorRecord {
  readonly sensorNo: number;
  readonly id: string;
  readonly projectNo: number;
  readonly projectId: string;
  readonly name: string;
  readonly serialNumber: string | null;
  readonly model: string | null;
  readonly location: LocationRecord | null;
}

/**
 * The sensors of each project that the principal may read, by project number, ordered by the bytes of
 * their ids.
 */
export async function selectSensorsByProject(
  database: Database,
  grants: Grants,
  projectNos: readonly number[],
): Promise<Map<number, SensorRecord[]>> {
  const byProject = new Map<number, SensorRecord[]>(projectNos.map((no) => [no, []]));
  const [projectNo, ...others] = projectNos;
  if (projectNo === undefined) return byProject;
  const found =
    others.length === 0
      ? await sensorsOfProject(database, { grants, projectNo })
      : await sensorsOfProjects(database, { grants, projectNos: arrayLiteral(projectNos) });
  for (const sensor of found) byProject.get(sensor.projectNo)?.push(sensorOf(sensor));
  return byProject;
}

/** The sensors among `ids` that the principal may read, by id. The caller compares the project. */
export async function selectSensorsById(
  database: Database,
  grants: Grants,
  ids: readonly string[],
): Promise<Map<string, SensorRecord>> {
  if (ids.length === 0) return new Map();
  const found = await sensorsById(database, { grants, ids: textArrayLiteral(ids) });
  return new Map(found.map((sensor) => [sensor.id, sensorOf(sensor)]));
}

/** A statement of its own, because the planner has a better plan for one project number than for an array. */
const sensorsOfProject = defineStatement<{ grants: Grants; projectNo: number }, SensorRow>(
  "select-sensors-of-project",
  (value) =>
    sensorsWhere(sql`${sensors.projectNo} = ${value("projectNo")}::integer
    and ${sensorIsGranted(value("grants"))}`),
);

const sensorsOfProjects = defineStatement<{ grants: Grants; projectNos: string }, SensorRow>(
  "select-sensors-of-projects",
  (value) =>
    sensorsWhere(sql`${sensors.projectNo} = any (${value("projectNos")}::integer[])
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
    select ${sensors.sensorNo} as "sensorNo", ${sensors.id}, ${sensors.projectNo} as "projectNo",
      ${projects.id} as "projectId", ${sensors.name}, ${sensors.serialNumber} as "serialNumber",
      ${sensors.model}, ${sensors.latitude}, ${sensors.longitude}
    from ${sensors}
    join ${projects} on ${projects.projectNo} = ${sensors.projectNo}
    where ${condition}
    order by ${sensors.id} collate "C"`;
}

/** Member by member, because spreading a row is slower and a project may have hundreds of sensors. */
function sensorOf(row: SensorRow): SensorRecord {
  return {
    sensorNo: row.sensorNo,
    id: row.id,
    projectNo: row.projectNo,
    projectId: row.projectId,
    name: row.name,
    serialNumber: row.serialNumber,
    model: row.model,
    location: locationOf(row.latitude, row.longitude),
  };
}

import { sql } from "drizzle-orm";
import { arrayLiteral, textArrayLiteral } from "#database/client/array-literal.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { projects } from "#database/tables/projects.ts";
import { sensors } from "#database/tables/sensors.ts";
import { type Grants, sensorIsGranted } from "./grants.ts";
import { type LocationRecord, locationOf, type ProjectRecord } from "./projects.ts";

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

/** What names a project: its number in the database, and its id. */
export type ProjectKey = Pick<ProjectRecord, "projectNo" | "id">;

/** The sensors of each project that the principal may read, ordered by the bytes of their ids. */
export async function selectSensorsByProject(
  database: Database,
  grants: Grants,
  projectKeys: readonly ProjectKey[],
): Promise<Map<ProjectKey, SensorRecord[]>> {
  const [only, ...others] = projectKeys;
  if (only === undefined) return new Map();
  if (others.length === 0) {
    const found = await sensorsOfProject(database, { grants, projectNo: only.projectNo });
    return new Map([[only, found.map((row) => sensorOf(row, only))]]);
  }
  const projectNos = arrayLiteral(projectKeys.map(({ projectNo }) => projectNo));
  const found = await sensorsOfProjects(database, { grants, projectNos });
  const keys = new Map(projectKeys.map((key) => [key.projectNo, key]));
  const byProject = new Map<ProjectKey, SensorRecord[]>(projectKeys.map((key) => [key, []]));
  for (const row of found) {
    const key = keys.get(row.projectNo);
    if (key !== undefined) byProject.get(key)?.push(sensorOf(row, key));
  }
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
  return new Map(
    found.map((row) => [row.id, sensorOf(row, { projectNo: row.projectNo, id: row.projectId })]),
  );
}

/** A statement of its own, because the planner has a better plan for one project number than for an array. */
const sensorsOfProject = defineStatement<{ grants: Grants; projectNo: number }, SensorRow>(
  "select-sensors-of-project",
  (value) => sql`
    select ${sensorColumns}
    from ${sensors}
    where ${sensors.projectNo} = ${value("projectNo")}::integer
      and ${sensorIsGranted(value("grants"))}
    order by ${sensors.id} collate "C"`,
);

const sensorsOfProjects = defineStatement<
  { grants: Grants; projectNos: string },
  SensorRow & { projectNo: number }
>(
  "select-sensors-of-projects",
  (value) => sql`
    select ${sensorColumns}, ${sensors.projectNo} as "projectNo"
    from ${sensors}
    where ${sensors.projectNo} = any (${value("projectNos")}::integer[])
      and ${sensorIsGranted(value("grants"))}
    order by ${sensors.id} collate "C"`,
);

const sensorsById = defineStatement<
  { grants: Grants; ids: string },
  SensorRow & { projectNo: number; projectId: string }
>(
  "select-sensors-by-id",
  (value) => sql`
    select ${sensorColumns}, ${sensors.projectNo} as "projectNo", ${projects.id} as "projectId"
    from ${sensors}
    join ${projects} on ${projects.projectNo} = ${sensors.projectNo}
    where ${sensors.id} = any (${value("ids")}::text[])
      and ${sensorIsGranted(value("grants"))}`,
);

type SensorRow = Omit<SensorRecord, "projectNo" | "projectId" | "location"> & {
  latitude: number | null;
  longitude: number | null;
};

/** Without the project: for hundreds of sensors it would be read again and again. */
const sensorColumns = sql`${sensors.sensorNo} as "sensorNo", ${sensors.id}, ${sensors.name},
  ${sensors.serialNumber} as "serialNumber", ${sensors.model}, ${sensors.latitude}, ${sensors.longitude}`;

/** Member by member, because spreading a row is slower and a project may have hundreds of sensors. */
function sensorOf(row: SensorRow, project: ProjectKey): SensorRecord {
  return {
    sensorNo: row.sensorNo,
    id: row.id,
    projectNo: project.projectNo,
    projectId: project.id,
    name: row.name,
    serialNumber: row.serialNumber,
    model: row.model,
    location: locationOf(row.latitude, row.longitude),
  };
}

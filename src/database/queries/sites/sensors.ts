import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { formatInstant, type Instant } from "../../../acoustics/time/instant.ts";
import { arrayLiteral, type Database, textArrayLiteral } from "../../client/statement.ts";
import { projects, sensors } from "../../tables/sites.ts";
import { defineSensorStatement, type GrantedSensorNo, type Grants } from "../keys/grants.ts";
import { type LocationRecord, locationOf, millisecondsOf, type ProjectRecord } from "./projects.ts";

/** A sensor with the project that it belongs to, but without its limits. */
export interface SensorRecord {
  readonly sensorNo: GrantedSensorNo;
  readonly id: string;
  readonly projectNo: number;
  readonly projectId: string;
  readonly name: string;
  readonly serialNumber: string | null;
  readonly model: string | null;
  readonly location: LocationRecord | null;
  /** The declared end, in the form of the answer; null without one. */
  readonly endAt: string | null;
}

/** The names of a project: its number in the database, and its id. */
export type ProjectKey = Pick<ProjectRecord, "projectNo" | "id">;

/** The sensors of each project that the principal may read, ordered by the bytes of their ids. */
export async function selectSensorsByProject(
  database: Database,
  grants: Grants,
  projectKeys: readonly ProjectKey[],
): Promise<Map<ProjectKey, SensorRecord[]>> {
  const [only, ...others] = projectKeys;
  if (only === undefined) return new Map();
  const ids = new Map(projectKeys.map(({ projectNo, id }) => [projectNo, id]));
  const projectNos = arrayLiteral([...ids.keys()]);
  const [found] =
    others.length === 0
      ? await sensorsOfProject(database, { grants, projectNo: only.projectNo })
      : await sensorsOfProjects(database, { grants, projectNos });
  const byNo = new Map(projectKeys.map(({ projectNo }) => [projectNo, [] as SensorRecord[]]));
  for (const sensor of sensorsOf(found, ({ projectNo }, index) => ids.get(projectNo[index] ?? 0))) {
    byNo.get(sensor.projectNo)?.push(sensor);
  }
  return new Map(projectKeys.map((key) => [key, byNo.get(key.projectNo) ?? []]));
}

/** The sensors among `ids` that the principal may read, by id. The caller compares the project. */
export async function selectSensorsById(
  database: Database,
  grants: Grants,
  ids: readonly string[],
): Promise<Map<string, SensorRecord>> {
  if (ids.length === 0) return new Map();
  const [found] = await sensorsById(database, { grants, ids: textArrayLiteral(ids) });
  const records = sensorsOf(found, ({ projectId }, index) => projectId[index]);
  return new Map(records.map((sensor) => [sensor.id, sensor]));
}

/** A separate statement, because the planner has a better plan for one project number than for an array. */
const sensorsOfProject = defineSensorStatement<
  { grants: Grants; projectNo: number },
  SensorColumns
>("select-sensors-of-project", (value, grantedSensors) =>
  selectColumns(
    sensorColumns,
    grantedSensors(sql`${sensors.projectNo} = ${value("projectNo")}::integer`),
  ),
);

const sensorsOfProjects = defineSensorStatement<
  { grants: Grants; projectNos: string },
  SensorColumns
>("select-sensors-of-projects", (value, grantedSensors) =>
  selectColumns(
    sensorColumns,
    grantedSensors(sql`${sensors.projectNo} = any (${value("projectNos")}::integer[])`),
  ),
);

const sensorsById = defineSensorStatement<
  { grants: Grants; ids: string },
  SensorColumns & { readonly projectId: readonly string[] }
>("select-sensors-by-id", (value, grantedSensors) =>
  selectColumns(
    { ...sensorColumns, projectId: projects.id },
    grantedSensors(
      sql`${sensors.id} = any (${value("ids")}::text[])`,
      sql`join ${projects} on ${projects.projectNo} = ${sensors.projectNo}`,
    ),
  ),
);

/**
 * One list for each column, all of the same length: a project may have hundreds of sensors, and rows are slower to
 * write and to parse.
 */
interface SensorColumns {
  readonly sensorNo: readonly GrantedSensorNo[];
  readonly id: readonly string[];
  readonly projectNo: readonly number[];
  readonly name: readonly string[];
  readonly serialNumber: readonly (string | null)[];
  readonly model: readonly (string | null)[];
  readonly latitude: readonly (number | null)[];
  readonly longitude: readonly (number | null)[];
  /** Milliseconds. */
  readonly endAt: readonly (number | null)[];
}

/** Without the id of the project, which would be repeated for each sensor. */
const sensorColumns = {
  sensorNo: sensors.sensorNo,
  id: sensors.id,
  projectNo: sensors.projectNo,
  name: sensors.name,
  serialNumber: sensors.serialNumber,
  model: sensors.model,
  latitude: sensors.latitude,
  longitude: sensors.longitude,
  endAt: millisecondsOf(sensors.endAt),
} satisfies Readonly<Record<keyof SensorColumns, AnyColumn | SQL>>;

/** Selects each column of sensors as one list, ordered by the bytes of the sensors' ids. */
function selectColumns(columns: Readonly<Record<string, AnyColumn | SQL>>, from: SQL): SQL {
  const names = Object.keys(columns).map((name) => sql.identifier(name));
  const lists = names.map((name) => sql`coalesce(json_agg(${name}), '[]') as ${name}`);
  const values = Object.values(columns).map((column, index) => sql`${column} as ${names[index]}`);
  return sql`
    select ${sql.join(lists, sql`, `)}
    from (select ${sql.join(values, sql`, `)} ${from} order by ${sensors.id} collate "C") found`;
}

function sensorsOf<Columns extends SensorColumns>(
  columns: Columns | undefined,
  projectIdAt: (columns: Columns, index: number) => string | undefined,
): SensorRecord[] {
  if (columns === undefined) return [];
  const { sensorNo, id, projectNo, name, serialNumber, model, latitude, longitude } = columns;
  const endAt = columns.endAt.map((at) => (at === null ? null : formatInstant(at as Instant)));
  return sensorNo.map((number, index) => ({
    sensorNo: number,
    id: id[index] ?? "",
    projectNo: projectNo[index] ?? 0,
    projectId: projectIdAt(columns, index) ?? "",
    name: name[index] ?? "",
    serialNumber: serialNumber[index] ?? null,
    model: model[index] ?? null,
    location: locationOf(latitude[index] ?? null, longitude[index] ?? null),
    endAt: endAt[index] ?? null,
  }));
}

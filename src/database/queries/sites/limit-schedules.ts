import { type Placeholder, type SQL, sql } from "drizzle-orm";
import type { KeyId } from "../../../acoustics/ids.ts";
import {
  arrayLiteral,
  type Database,
  defineStatement,
  textArrayLiteral,
} from "../../client/statement.ts";
import { holidays, limitRules, projects, sensors } from "../../tables/sites.ts";
import { projectIsGranted, sensorIsGranted } from "../keys/grants.ts";
import {
  type HolidayRecord,
  holidaysOf,
  limitRulesOf,
  type StoredLimitRule,
} from "./limit-rules.ts";

/** The stored limit rules of a project or a sensor in their order, with the holidays of the project. */
export interface ScheduleRecord {
  readonly rules: readonly StoredLimitRule[];
  readonly holidays: readonly HolidayRecord[];
}

/** The limit schedules of the projects that the principal may read, by project number. */
export async function selectProjectSchedules(
  database: Database,
  grants: KeyId,
  projectNos: readonly number[],
): Promise<Map<number, ScheduleRecord>> {
  if (projectNos.length === 0) return new Map();
  const rows = await schedulesOfProjects(database, { grants, nos: arrayLiteral(projectNos) });
  return new Map(rows.map((row) => [row.no, row]));
}

/** The own limit schedules of the sensors that the principal may read, by sensor number. */
export async function selectSensorSchedules(
  database: Database,
  grants: KeyId,
  sensorNos: readonly number[],
): Promise<Map<number, ScheduleRecord>> {
  if (sensorNos.length === 0) return new Map();
  const rows = await schedulesOfSensors(database, { grants, nos: arrayLiteral(sensorNos) });
  return new Map(rows.map((row) => [row.no, row]));
}

/** The limit schedule of a project or a sensor, by its number. */
type StoredSchedule = ScheduleRecord & { readonly no: number };

const schedulesOfProjects = defineStatement<{ grants: KeyId; nos: string }, StoredSchedule>(
  "select-schedules-of-projects",
  (value) => sql`
    select ${projects.projectNo} as no, ${limitRulesOf("project")} as rules, ${holidaysOf()} as holidays
    from ${projects}
    where ${projects.projectNo} = any (${value("nos")}::integer[])
      and ${projectIsGranted(value("grants"))}`,
);

const schedulesOfSensors = defineStatement<{ grants: KeyId; nos: string }, StoredSchedule>(
  "select-schedules-of-sensors",
  (value) => sql`
    select ${sensors.sensorNo} as no, ${limitRulesOf("sensor")} as rules, ${holidaysOf()} as holidays
    from ${sensors}
    join ${projects} on ${projects.projectNo} = ${sensors.projectNo}
    where ${sensors.sensorNo} = any (${value("nos")}::integer[])
      and ${sensorIsGranted(value("grants"))}`,
);

/** Rows whose limits are to be read, by a list of ids or numbers. */
export type OwnersOfRules =
  | { readonly settingsOf: readonly string[] }
  | { readonly sensorNos: readonly number[] }
  | { readonly projectNos: readonly number[] };

/**
 * How many rules and holidays the statements for these owners would read, counted to `atMost`: settings read the
 * limits of a project once, schedules of sensors its holidays for each sensor.
 */
export async function countRules(
  database: Database,
  grants: KeyId,
  owners: OwnersOfRules,
  atMost: number,
): Promise<number> {
  const [row] =
    "settingsOf" in owners
      ? await countOfSettings(database, {
          grants,
          owners: textArrayLiteral(owners.settingsOf),
          atMost,
        })
      : "sensorNos" in owners
        ? await countOfSensors(database, { grants, owners: arrayLiteral(owners.sensorNos), atMost })
        : await countOfProjects(database, {
            grants,
            owners: arrayLiteral(owners.projectNos),
            atMost,
          });
  return row?.count ?? 0;
}

type CountValues = { grants: KeyId; owners: string; atMost: number };

const ownRules = sql`select from owners join ${limitRules} r
  on r.project_key = owners.project_no and r.sensor_key = owners.sensor_no`;
const rulesOfProjects = sql`select from (select distinct project_no from owners) p
  join ${limitRules} r on r.project_key = p.project_no and r.sensor_key is null`;
const holidaysOfProjects = sql`select from (select distinct project_no from owners) p
  join ${holidays} h on h.project_key = p.project_no`;
const holidaysOfEach = sql`select from owners join ${holidays} h on h.project_key = owners.project_no`;

const countOfSettings = defineStatement<CountValues, { count: number }>(
  "count-rules-of-settings",
  (value) =>
    countEntries(
      sql`select ${sensors.projectNo}, ${sensors.sensorNo} from ${sensors}
        where ${sensors.id} = any (${value("owners")}::text[]) and ${sensorIsGranted(value("grants"))}`,
      [ownRules, rulesOfProjects, holidaysOfProjects],
      value("atMost"),
    ),
);

const countOfSensors = defineStatement<CountValues, { count: number }>(
  "count-rules-of-sensors",
  (value) =>
    countEntries(
      sql`select ${sensors.projectNo}, ${sensors.sensorNo} from ${sensors}
        where ${sensors.sensorNo} = any (${value("owners")}::integer[]) and ${sensorIsGranted(value("grants"))}`,
      [ownRules, holidaysOfEach],
      value("atMost"),
    ),
);

const countOfProjects = defineStatement<CountValues, { count: number }>(
  "count-rules-of-projects",
  (value) =>
    countEntries(
      sql`select ${projects.projectNo}, null::integer from ${projects}
        where ${projects.projectNo} = any (${value("owners")}::integer[]) and ${projectIsGranted(value("grants"))}`,
      [rulesOfProjects, holidaysOfProjects],
      value("atMost"),
    ),
);

/** The limit ends the search: counting all rules would take as long as reading them. */
function countEntries(owners: SQL, entries: SQL[], atMost: SQL | Placeholder): SQL {
  return sql`
    with owners (project_no, sensor_no) as (${owners})
    select count(*)::integer as count
    from (${sql.join(entries, sql` union all `)} limit ${atMost}::integer) entries`;
}

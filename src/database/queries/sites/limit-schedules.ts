import { type Placeholder, sql, type SQL } from "drizzle-orm";
import type { KeyId } from "../../../acoustics/ids.ts";
import { type Database, defineStatement, textArrayLiteral } from "../../client/statement.ts";
import { holidays, limitRules, projects, sensors } from "../../tables/sites.ts";
import { defineLookup, projectIsGranted, sensorIsGranted } from "../keys/grants.ts";
import {
  type HolidayRecord,
  holidaysOf,
  limitRulesOf,
  type StoredLimitRule,
} from "./limit-rules.ts";

/** The stored limit rules of a project or a sensor in their order, with the holidays of the project. */
export interface ScheduleRecord {
  readonly no: number;
  readonly rules: readonly StoredLimitRule[];
  readonly holidays: readonly HolidayRecord[];
}

/** The limit schedules of the projects that the principal may read, by project number. */
export const selectProjectSchedules = defineLookup<KeyId, ScheduleRecord, ScheduleRecord>(
  "select-schedules-of-projects",
  (value) => sql`
    select ${projects.projectNo} as no, ${limitRulesOf("project")} as rules, ${holidaysOf()} as holidays
    from ${projects}
    where ${projects.projectNo} = any (${value("nos")}::integer[])
      and ${projectIsGranted(value("grants"))}`,
  (schedule) => schedule,
);

/** The own limit schedules of the sensors that the principal, a key, may read, by sensor number. */
export const selectSensorSchedules = defineLookup<KeyId, ScheduleRecord, ScheduleRecord>(
  "select-schedules-of-sensors",
  (value) => sql`
    select ${sensors.sensorNo} as no, ${limitRulesOf("sensor")} as rules, ${holidaysOf()} as holidays
    from ${sensors}
    join ${projects} on ${projects.projectNo} = ${sensors.projectNo}
    where ${sensors.sensorNo} = any (${value("nos")}::integer[])
      and ${sensorIsGranted(value("grants"))}`,
  (schedule) => schedule,
);

const ownRules = sql`select from owners join ${limitRules} r
  on r.project_no = owners.project_no and r.sensor_no = owners.sensor_no`;
const rulesOfProjects = sql`select from (select distinct project_no from owners) p
  join ${limitRules} r on r.project_no = p.project_no and r.sensor_no is null`;
const holidaysOfProjects = sql`select from (select distinct project_no from owners) p
  join ${holidays} h on h.project_no = p.project_no`;
const holidaysOfEach = sql`select from owners join ${holidays} h on h.project_no = owners.project_no`;

const grantedSensors = (value: Value) => sql`
  select ${sensors.projectNo}, ${sensors.sensorNo} from ${sensors} where ${sensorIsGranted(value("grants"))} and`;

/** The statements that count, by the kind of their owners. */
const counts = {
  settings: defineCount(
    "count-rules-of-settings",
    (value) => sql`${grantedSensors(value)} ${sensors.id} = any (${value("owners")}::text[])`,
    [ownRules, rulesOfProjects, holidaysOfProjects],
  ),
  sensors: defineCount(
    "count-rules-of-sensors",
    (value) =>
      sql`${grantedSensors(value)} ${sensors.sensorNo} = any (${value("owners")}::integer[])`,
    [ownRules, holidaysOfEach],
  ),
  projects: defineCount(
    "count-rules-of-projects",
    (value) => sql`select ${projects.projectNo}, null::integer from ${projects}
      where ${projects.projectNo} = any (${value("owners")}::integer[]) and ${projectIsGranted(value("grants"))}`,
    [rulesOfProjects, holidaysOfProjects],
  ),
};

/** Settings are counted by the ids of their sensors, schedules by the numbers of their sensors or projects. */
export type OwnersOfRules =
  | { readonly kind: "settings"; readonly owners: readonly string[] }
  | { readonly kind: "sensors" | "projects"; readonly owners: readonly number[] };

/**
 * The number of rules and holidays that the statements for owners, by their ids or numbers, would read, counted up to
 * `atMost`. Settings read the limits of a project once; schedules of sensors read its holidays for each sensor.
 */
export async function countRules(
  database: Database,
  grants: KeyId,
  { kind, owners }: OwnersOfRules,
  atMost: number,
): Promise<number> {
  const values = { grants, owners: textArrayLiteral(owners.map(String)), atMost };
  const [row] = await counts[kind](database, values);
  return row?.count ?? 0;
}

type CountValues = { grants: KeyId; owners: string; atMost: number };
type Value = (name: keyof CountValues) => Placeholder;

/** SQL's `limit` ends the search: counting all rules would last as long as reading them. */
function defineCount(name: string, ownersOf: (value: Value) => SQL, entries: readonly SQL[]) {
  return defineStatement<CountValues, { count: number }>(
    name,
    (value) => sql`
      with owners (project_no, sensor_no) as (${ownersOf(value)})
      select count(*)::integer as count
      from (${sql.join([...entries], sql` union all `)} limit ${value("atMost")}::integer) entries`,
  );
}

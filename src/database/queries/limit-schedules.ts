import { sql } from "drizzle-orm";
import type { LimitRules } from "#acoustics/limits/limit-rules.ts";
import { type Grants, projectIsGranted, sensorIsGranted } from "./grants.ts";
import { arrayLiteral } from "#database/client/array-literal.ts";
import {
  composeLimitRules,
  type HolidayRecord,
  holidaysOf,
  limitRulesOf,
  type StoredLimitRule,
} from "./limit-rules.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { projects } from "#database/tables/projects.ts";
import { sensors } from "#database/tables/sensors.ts";

/** Limits as they were written, with the project's holidays that they speak of. */
export interface ScheduleRecord {
  readonly rules: LimitRules;
  readonly holidays: readonly HolidayRecord[];
}

/** What each allowed project says of its limits, by the project's key. */
export async function selectProjectSchedules(
  db: Database,
  grants: Grants,
  projectNos: readonly number[],
): Promise<Map<number, ScheduleRecord>> {
  if (projectNos.length === 0) return new Map();
  const rows = await schedulesOfProjects(db, { grants, keys: arrayLiteral(projectNos) });
  return new Map(
    rows.map(({ key, rules, holidays }) => [key, { rules: composeLimitRules(rules), holidays }]),
  );
}

/** What each allowed sensor says of its own limits, by the sensor's key. */
export async function selectSensorSchedules(
  db: Database,
  grants: Grants,
  sensorNos: readonly number[],
): Promise<Map<number, ScheduleRecord>> {
  if (sensorNos.length === 0) return new Map();
  const rows = await schedulesOfSensors(db, { grants, keys: arrayLiteral(sensorNos) });
  return new Map(
    rows.map(({ key, rules, holidays }) => [
      key,
      { rules: composeLimitRules(rules.filter((rule) => rule.own)), holidays },
    ]),
  );
}

type StoredSchedule = {
  key: number;
  rules: readonly StoredLimitRule[];
  holidays: readonly HolidayRecord[];
};

const schedulesOfProjects = defineStatement<{ grants: Grants; keys: string }, StoredSchedule>(
  "select-schedules-of-projects",
  (value) => sql`
    select ${projects.key}, ${limitRulesOf("project")} as rules, ${holidaysOf()} as holidays
    from ${projects}
    where ${projects.key} = any (${value("keys")}::integer[])
      and ${projectIsGranted(value("grants"))}`,
);

const schedulesOfSensors = defineStatement<{ grants: Grants; keys: string }, StoredSchedule>(
  "select-schedules-of-sensors",
  (value) => sql`
    select ${sensors.key}, ${limitRulesOf("sensor")} as rules, ${holidaysOf()} as holidays
    from ${sensors}
    join ${projects} on ${projects.key} = ${sensors.projectNo}
    where ${sensors.key} = any (${value("keys")}::integer[])
      and ${sensorIsGranted(value("grants"))}`,
);

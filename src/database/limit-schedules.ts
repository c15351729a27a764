import { sql } from "drizzle-orm";
import type { LimitRules } from "#domain/limit-rules.ts";
import type { AllowList } from "#domain/viewer.ts";
import { projectIsAllowed, sensorIsAllowed } from "./allow-list.ts";
import { arrayLiteral } from "./array-literal.ts";
import type { Database } from "./connect.ts";
import {
  composeLimitRules,
  type HolidayRecord,
  holidaysOf,
  limitRulesOf,
  type StoredLimitRule,
} from "./limit-rules.ts";
import { defineStatement } from "./statement.ts";
import { projects } from "./tables/projects.ts";
import { sensors } from "./tables/sensors.ts";

/** Limits as they were written, with the project's holidays that they speak of. */
export interface ScheduleRecord {
  readonly rules: LimitRules;
  readonly holidays: readonly HolidayRecord[];
}

/** What each allowed project says of its limits, by the project's key. */
export async function selectProjectSchedules(
  db: Database,
  allowList: AllowList,
  projectKeys: readonly number[],
): Promise<Map<number, ScheduleRecord>> {
  if (projectKeys.length === 0) return new Map();
  const rows = await schedulesOfProjects(db, { allowList, keys: arrayLiteral(projectKeys) });
  return new Map(
    rows.map(({ key, rules, holidays }) => [key, { rules: composeLimitRules(rules), holidays }]),
  );
}

/** What each allowed sensor says of its own limits, by the sensor's key. */
export async function selectSensorSchedules(
  db: Database,
  allowList: AllowList,
  sensorKeys: readonly number[],
): Promise<Map<number, ScheduleRecord>> {
  if (sensorKeys.length === 0) return new Map();
  const rows = await schedulesOfSensors(db, { allowList, keys: arrayLiteral(sensorKeys) });
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

const schedulesOfProjects = defineStatement<{ allowList: AllowList; keys: string }, StoredSchedule>(
  "select-schedules-of-projects",
  (value) => sql`
    select ${projects.key}, ${limitRulesOf("project")} as rules, ${holidaysOf()} as holidays
    from ${projects}
    where ${projects.key} = any (${value("keys")}::integer[])
      and ${projectIsAllowed(value("allowList"))}`,
);

const schedulesOfSensors = defineStatement<{ allowList: AllowList; keys: string }, StoredSchedule>(
  "select-schedules-of-sensors",
  (value) => sql`
    select ${sensors.key}, ${limitRulesOf("sensor")} as rules, ${holidaysOf()} as holidays
    from ${sensors}
    join ${projects} on ${projects.key} = ${sensors.projectKey}
    where ${sensors.key} = any (${value("keys")}::integer[])
      and ${sensorIsAllowed(value("allowList"))}`,
);

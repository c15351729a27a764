import { and, eq, inArray } from "drizzle-orm";
import type { LimitRules } from "#domain/limit-rules.ts";
import type { AllowList } from "#domain/viewer.ts";
import { projectIsAllowed, sensorIsAllowed } from "./allow-list.ts";
import type { Queryable } from "./connect.ts";
import { composeLimitRules, type HolidayRecord, holidaysOf, limitRulesOf } from "./limit-rules.ts";
import { projects } from "./tables/projects.ts";
import { sensors } from "./tables/sensors.ts";

/** Limits as they were written, with the project's holidays that they speak of. */
export interface ScheduleRecord {
  readonly rules: LimitRules;
  readonly holidays: readonly HolidayRecord[];
}

/** What each allowed project says of its limits, by the project's key. */
export async function selectProjectSchedules(
  db: Queryable,
  allowList: AllowList,
  projectKeys: readonly number[],
): Promise<Map<number, ScheduleRecord>> {
  if (projectKeys.length === 0) return new Map();
  const rows = await db
    .select({
      key: projects.key,
      rules: limitRulesOf("project"),
      holidays: holidaysOf(),
    })
    .from(projects)
    .where(and(inArray(projects.key, [...projectKeys]), projectIsAllowed(allowList)));
  return new Map(
    rows.map(({ key, rules, holidays }) => [key, { rules: composeLimitRules(rules), holidays }]),
  );
}

/** What each allowed sensor says of its own limits, by the sensor's key. */
export async function selectSensorSchedules(
  db: Queryable,
  allowList: AllowList,
  sensorKeys: readonly number[],
): Promise<Map<number, ScheduleRecord>> {
  if (sensorKeys.length === 0) return new Map();
  const rows = await db
    .select({
      key: sensors.key,
      rules: limitRulesOf("sensor"),
      holidays: holidaysOf(),
    })
    .from(sensors)
    .innerJoin(projects, eq(projects.key, sensors.projectKey))
    .where(and(inArray(sensors.key, [...sensorKeys]), sensorIsAllowed(allowList)));
  return new Map(
    rows.map(({ key, rules, holidays }) => [
      key,
      { rules: composeLimitRules(rules.filter((rule) => rule.own)), holidays },
    ]),
  );
}

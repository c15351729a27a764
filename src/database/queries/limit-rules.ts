import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { Hundredths } from "#acoustics/levels/decibel.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { LimitDay, LimitLevels, LimitRules } from "#acoustics/limits/limit-rules.ts";
import { arrayLiteral } from "#database/client/array-literal.ts";
import type { Queryable } from "#database/client/pool.ts";
import { type Database, defineStatement } from "#database/client/statement.ts";
import { holidays } from "#database/tables/holidays.ts";
import { limitRules } from "#database/tables/limit-rules.ts";
import { projects } from "#database/tables/projects.ts";
import { sensors } from "#database/tables/sensors.ts";
import { type Grants, projectIsGranted, sensorIsGranted } from "./grants.ts";

/** The limit rules of a project or a sensor as the operator wrote them, with the holidays of the project. */
export interface ScheduleRecord {
  readonly rules: LimitRules;
  readonly holidays: readonly HolidayRecord[];
}

export interface HolidayRecord {
  /** A local date, `YYYY-MM-DD`. */
  readonly date: string;
  readonly name: string | null;
}

/** The limit schedules of the projects that the principal may read, by project number. */
export async function selectProjectSchedules(
  database: Database,
  grants: Grants,
  projectNos: readonly number[],
): Promise<Map<number, ScheduleRecord>> {
  if (projectNos.length === 0) return new Map();
  const rows = await schedulesOfProjects(database, { grants, nos: arrayLiteral(projectNos) });
  return new Map(
    rows.map(({ no, rules, holidays: dates }) => [
      no,
      { rules: composeLimitRules(rules), holidays: dates },
    ]),
  );
}

/** The own limit schedules of the sensors that the principal may read, by sensor number. */
export async function selectSensorSchedules(
  database: Database,
  grants: Grants,
  sensorNos: readonly number[],
): Promise<Map<number, ScheduleRecord>> {
  if (sensorNos.length === 0) return new Map();
  const rows = await schedulesOfSensors(database, { grants, nos: arrayLiteral(sensorNos) });
  return new Map(
    rows.map(({ no, rules, holidays: dates }) => [
      no,
      { rules: composeLimitRules(rules), holidays: dates },
    ]),
  );
}

/** The limit schedule of a project or a sensor, by its number. */
type StoredSchedule = {
  no: number;
  rules: readonly StoredLimitRule[];
  holidays: readonly HolidayRecord[];
};

const schedulesOfProjects = defineStatement<{ grants: Grants; nos: string }, StoredSchedule>(
  "select-schedules-of-projects",
  (value) => sql`
    select ${projects.projectNo} as no, ${limitRulesOf("project")} as rules, ${holidaysOf()} as holidays
    from ${projects}
    where ${projects.projectNo} = any (${value("nos")}::integer[])
      and ${projectIsGranted(value("grants"))}`,
);

const schedulesOfSensors = defineStatement<{ grants: Grants; nos: string }, StoredSchedule>(
  "select-schedules-of-sensors",
  (value) => sql`
    select ${sensors.sensorNo} as no, ${limitRulesOf("sensor")} as rules, ${holidaysOf()} as holidays
    from ${sensors}
    join ${projects} on ${projects.projectNo} = ${sensors.projectNo}
    where ${sensors.sensorNo} = any (${value("nos")}::integer[])
      and ${sensorIsGranted(value("grants"))}`,
);

/** One stored rule, as `limitRulesOf` selects it. Instants are milliseconds. */
export interface StoredLimitRule {
  readonly kind: (typeof limitRules.$inferSelect)["kind"];
  readonly name: string | null;
  readonly startAt: number | null;
  readonly endAt: number | null;
  readonly days: LimitDay[] | null;
  readonly fromMinute: number | null;
  readonly toMinute: number | null;
  readonly levelA: number | null;
  readonly levelC: number | null;
  readonly levelZ: number | null;
}

/**
 * The rules of the outer query's row of `projects`, in order; with "sensor", those of its row of `sensors` alone. They
 * are one JSON array, so that one statement reads everything that decides a limit from one state of the database.
 */
export function limitRulesOf(owner: "project" | "sensor"): SQL<StoredLimitRule[]> {
  const ofOwner = owner === "project" ? sql`r.sensor_key is null` : sql`r.sensor_key = sensors.key`;
  return sql<StoredLimitRule[]>`(select coalesce(json_agg(json_build_object(
      'kind', r.kind, 'name', r.name,
      'startAt', (extract(epoch from r.start_at) * 1000)::float8,
      'endAt', (extract(epoch from r.end_at) * 1000)::float8,
      'days', r.days, 'fromMinute', r.from_minute, 'toMinute', r.to_minute,
      'levelA', r.level_a, 'levelC', r.level_c, 'levelZ', r.level_z
    ) order by r.position), '[]'::json)
    from ${limitRules} r where r.project_key = projects.key and ${ofOwner})`;
}

/** The holidays of the outer query's row of `projects`, ordered by date, as a JSON array. */
export function holidaysOf(): SQL<HolidayRecord[]> {
  return sql<HolidayRecord[]>`(select coalesce(
      json_agg(json_build_object('date', h.date, 'name', h.name) order by h.date), '[]'::json)
    from ${holidays} h where h.project_key = projects.key)`;
}

/** The rules that stored rows in their order describe. The table has a check that the members of each kind are there. */
export function composeLimitRules(stored: readonly StoredLimitRule[]): LimitRules {
  const ofKind = (kind: StoredLimitRule["kind"]) => stored.filter((rule) => rule.kind === kind);
  return {
    exceptions: ofKind("exception").map((rule) => ({
      name: rule.name,
      startAt: rule.startAt as Instant,
      endAt: rule.endAt as Instant,
      levels: levelsOf(rule),
    })),
    windows: ofKind("window").map((rule) => ({
      days: rule.days ?? [],
      fromMinute: rule.fromMinute ?? 0,
      toMinute: rule.toMinute ?? 0,
      levels: levelsOf(rule),
    })),
    default: ofKind("default").map(levelsOf)[0] ?? null,
  };
}

function levelsOf(rule: StoredLimitRule): LimitLevels {
  return {
    A: rule.levelA as Hundredths | null,
    C: rule.levelC as Hundredths | null,
    Z: rule.levelZ as Hundredths | null,
  };
}

/** Replaces the limit rules of a project (`sensorNo` is null) or of one of its sensors. */
export async function replaceLimitRules(
  db: Queryable,
  projectNo: number,
  sensorNo: number | null,
  rules: LimitRules,
): Promise<void> {
  const isOwner =
    sensorNo === null ? isNull(limitRules.sensorNo) : eq(limitRules.sensorNo, sensorNo);
  await db.delete(limitRules).where(and(eq(limitRules.projectNo, projectNo), isOwner));
  const rows: Omit<typeof limitRules.$inferInsert, "projectNo" | "sensorNo">[] = [
    ...rules.exceptions.map(({ name, startAt, endAt, levels }, position) => ({
      kind: "exception" as const,
      position,
      name,
      startAt: new Date(startAt),
      endAt: new Date(endAt),
      ...levelFields(levels),
    })),
    ...rules.windows.map(({ days, fromMinute, toMinute, levels }, position) => ({
      kind: "window" as const,
      position,
      days: [...days],
      fromMinute,
      toMinute,
      ...levelFields(levels),
    })),
  ];
  if (rules.default !== null) {
    rows.push({ kind: "default", position: 0, ...levelFields(rules.default) });
  }
  await insertChunks(rows, (chunk) =>
    db.insert(limitRules).values(chunk.map((row) => ({ projectNo, sensorNo, ...row }))),
  );
}

function levelFields(levels: LimitLevels) {
  return { levelA: levels.A, levelC: levels.C, levelZ: levels.Z };
}

/** Replaces the holidays of a project. */
export async function replaceHolidays(
  db: Queryable,
  projectNo: number,
  dates: readonly HolidayRecord[],
): Promise<void> {
  await db.delete(holidays).where(eq(holidays.projectNo, projectNo));
  await insertChunks(dates, (chunk) =>
    db.insert(holidays).values(chunk.map((holiday) => ({ projectNo, ...holiday }))),
  );
}

/** In chunks, because a statement may have at most 65,535 parameters. */
async function insertChunks<Row>(
  rows: readonly Row[],
  insert: (chunk: Row[]) => PromiseLike<unknown>,
): Promise<void> {
  const rowsPerStatement = 1000;
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await insert(rows.slice(start, start + rowsPerStatement));
  }
}

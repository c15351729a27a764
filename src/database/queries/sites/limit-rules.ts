import { eq, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { KeyId } from "../../../acoustics/ids.ts";
import type { Hundredths } from "../../../acoustics/levels/decibel.ts";
import type { Instant } from "../../../acoustics/time/instant.ts";
import type { LimitDay, LimitLevels, LimitRules } from "../../../acoustics/limits/limit-rules.ts";
import { arrayLiteral, textArrayLiteral } from "../../client/array-literal.ts";
import type { Queryable } from "../../client/pool.ts";
import { type Database, defineStatement } from "../../client/statement.ts";
import { holidays } from "../../tables/holidays.ts";
import { limitRules } from "../../tables/limit-rules.ts";
import { projects } from "../../tables/projects.ts";
import { sensors } from "../../tables/sensors.ts";
import { projectIsGranted, sensorIsGranted } from "../keys/grants.ts";

/** The stored limit rules of a project or a sensor in their order, with the holidays of the project. */
export interface ScheduleRecord {
  readonly rules: readonly StoredLimitRule[];
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
          asked: textArrayLiteral(owners.settingsOf),
          atMost,
        })
      : "sensorNos" in owners
        ? await countOfSensors(database, { grants, asked: arrayLiteral(owners.sensorNos), atMost })
        : await countOfProjects(database, {
            grants,
            asked: arrayLiteral(owners.projectNos),
            atMost,
          });
  return row?.count ?? 0;
}

type CountValues = { grants: KeyId; asked: string; atMost: number };

const ownRules = sql`select from asked join ${limitRules} r
  on r.project_key = asked.project_no and r.sensor_key = asked.sensor_no`;
const rulesOfProjects = sql`select from (select distinct project_no from asked) p
  join ${limitRules} r on r.project_key = p.project_no and r.sensor_key is null`;
const holidaysOfProjects = sql`select from (select distinct project_no from asked) p
  join ${holidays} h on h.project_key = p.project_no`;
const holidaysOfEach = sql`select from asked join ${holidays} h on h.project_key = asked.project_no`;

const countOfSettings = defineStatement<CountValues, { count: number }>(
  "count-rules-of-settings",
  (value) =>
    countEntries(
      sql`select ${sensors.projectNo}, ${sensors.sensorNo} from ${sensors}
        where ${sensors.id} = any (${value("asked")}::text[]) and ${sensorIsGranted(value("grants"))}`,
      [ownRules, rulesOfProjects, holidaysOfProjects],
      value("atMost"),
    ),
);

const countOfSensors = defineStatement<CountValues, { count: number }>(
  "count-rules-of-sensors",
  (value) =>
    countEntries(
      sql`select ${sensors.projectNo}, ${sensors.sensorNo} from ${sensors}
        where ${sensors.sensorNo} = any (${value("asked")}::integer[]) and ${sensorIsGranted(value("grants"))}`,
      [ownRules, holidaysOfEach],
      value("atMost"),
    ),
);

const countOfProjects = defineStatement<CountValues, { count: number }>(
  "count-rules-of-projects",
  (value) =>
    countEntries(
      sql`select ${projects.projectNo}, null::integer from ${projects}
        where ${projects.projectNo} = any (${value("asked")}::integer[]) and ${projectIsGranted(value("grants"))}`,
      [rulesOfProjects, holidaysOfProjects],
      value("atMost"),
    ),
);

/** The limit ends the search: counting all rules would take as long as reading them. */
function countEntries(asked: SQL, entries: SQL[], atMost: SQL | Placeholder): SQL {
  return sql`
    with asked (project_no, sensor_no) as (${asked})
    select count(*)::integer as count
    from (${sql.join(entries, sql` union all `)} limit ${atMost}::integer) entries`;
}

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
 * The rules of the outer query's row of `projects`, in order; with "sensor", those of its row of `sensors` alone.
 * They are one JSON array, so that one statement reads everything that decides a limit from one state of the
 * database.
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

/**
 * The rules that stored rows in their order describe. The table has a check that the members of each kind are there.
 */
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

/** The limit rules of a project (`sensorNo` is null) or of one of its sensors. */
export interface OwnedRules {
  readonly sensorNo: number | null;
  readonly rules: LimitRules;
}

/**
 * Replaces the limit rules of owners within a project. Rows are sent as JSON, some thousand with each statement:
 * statements with a parameter for each value would hold the embedded database, and so its readers, ten times as long.
 */
export async function replaceLimitRules(
  db: Queryable,
  projectNo: number,
  owners: readonly OwnedRules[],
): Promise<void> {
  if (owners.length === 0) return;
  const sensorNos = owners.flatMap(({ sensorNo }) => sensorNo ?? []);
  const hasProject = owners.some(({ sensorNo }) => sensorNo === null);
  await db.execute(sql`
    delete from ${limitRules} where project_key = ${projectNo}
      and (sensor_key = any (${arrayLiteral(sensorNos)}::integer[]) or (sensor_key is null and ${hasProject}))`);
  const rows = owners.flatMap(({ sensorNo, rules }) =>
    rowsOf(rules).map((row) => ({ sensorNo, ...row })),
  );
  for (const chunk of chunksOf(rows)) {
    await db.execute(sql`
      insert into ${limitRules} (project_key, sensor_key, kind, position, name, start_at, end_at,
        days, from_minute, to_minute, level_a, level_c, level_z)
      select ${projectNo}, "sensorNo", kind, position, name, to_timestamp("startAt" / 1000), to_timestamp("endAt" / 1000),
        days, "fromMinute", "toMinute", "levelA", "levelC", "levelZ"
      from json_to_recordset(${JSON.stringify(chunk)}::text::json) as r ("sensorNo" integer, kind limit_rule_kind,
        position integer, name text, "startAt" float8, "endAt" float8, days text[], "fromMinute" smallint,
        "toMinute" smallint, "levelA" smallint, "levelC" smallint, "levelZ" smallint)`);
  }
}

/** As `composeLimitRules` reads them, with the position of each in the list of its kind. */
function rowsOf(rules: LimitRules) {
  const levelsIn = ({ A, C, Z }: LimitLevels) => ({ levelA: A, levelC: C, levelZ: Z });
  return [
    ...rules.exceptions.map(({ levels, ...exception }, position) => ({
      kind: "exception",
      position,
      ...exception,
      ...levelsIn(levels),
    })),
    ...rules.windows.map(({ levels, ...window }, position) => ({
      kind: "window",
      position,
      ...window,
      ...levelsIn(levels),
    })),
    ...(rules.default === null
      ? []
      : [{ kind: "default", position: 0, ...levelsIn(rules.default) }]),
  ];
}

/** Replaces the holidays of a project. */
export async function replaceHolidays(
  db: Queryable,
  projectNo: number,
  dates: readonly HolidayRecord[],
): Promise<void> {
  await db.delete(holidays).where(eq(holidays.projectNo, projectNo));
  for (const chunk of chunksOf(dates)) {
    await db.execute(sql`
      insert into ${holidays} (project_key, date, name)
      select ${projectNo}, date, name
      from json_to_recordset(${JSON.stringify(chunk)}::text::json) as r (date date, name text)`);
  }
}

/**
 * Few enough that a reader of the embedded database, or the driver, handles one statement in some tens of
 * milliseconds.
 */
function chunksOf<Row>(rows: readonly Row[]): Row[][] {
  const rowsPerStatement = 5000;
  return Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, chunk) =>
    rows.slice(chunk * rowsPerStatement, (chunk + 1) * rowsPerStatement),
  );
}

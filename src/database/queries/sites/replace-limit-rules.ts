import { eq, sql } from "drizzle-orm";
import type { LimitLevels, LimitRules } from "../../../acoustics/limits/limit-rules.ts";
import { arrayLiteral } from "../../client/statement.ts";
import type { Queryable } from "../../client/pool.ts";
import { holidays, limitRules } from "../../tables/sites.ts";
import type { HolidayRecord } from "./limit-rules.ts";

/** The limit rules of a project (`sensorNo` is null) or of one of its sensors. */
export interface OwnedRules {
  readonly sensorNo: number | null;
  readonly rules: LimitRules;
}

/**
 * Replaces the limit rules of owners within a project. Rows are sent as JSON, some thousand with each statement:
 * statements with a parameter for each value would occupy the embedded database ten times as long.
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
    delete from ${limitRules} where project_no = ${projectNo}
      and (sensor_no = any (${arrayLiteral(sensorNos)}::integer[]) or (sensor_no is null and ${hasProject}))`);
  const rows = owners.flatMap(({ sensorNo, rules }) =>
    rowsOf(rules).map((row) => ({ sensorNo, ...row })),
  );
  for (const chunk of chunksOf(rows)) {
    await db.execute(sql`
      insert into ${limitRules} (project_no, sensor_no, kind, position, name, start_at, end_at,
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
      insert into ${holidays} (project_no, date, name)
      select ${projectNo}, date, name
      from json_to_recordset(${JSON.stringify(chunk)}::text::json) as r (date date, name text)`);
  }
}

/** A statement of so few rows needs some tens of milliseconds, in the embedded database and in the driver. */
function chunksOf<Row>(rows: readonly Row[]): Row[][] {
  const rowsPerStatement = 5000;
  return Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, chunk) =>
    rows.slice(chunk * rowsPerStatement, (chunk + 1) * rowsPerStatement),
  );
}

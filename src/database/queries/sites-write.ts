import { and, eq, isNull, sql } from "drizzle-orm";
import type { Interval } from "#acoustics/time/interval.ts";
import type { LimitLevels, LimitRules } from "#acoustics/limits/limit-rules.ts";
import { ensureModels } from "./classification-models.ts";
import type { Queryable } from "#database/client/pool.ts";
import type { HolidayRecord } from "./limit-rules.ts";
import type { StoredSensor, StoredSite } from "./sites.ts";
import { contracts } from "#database/tables/contracts.ts";
import { holidays } from "#database/tables/holidays.ts";
import { limitRules } from "#database/tables/limit-rules.ts";
import { projects } from "#database/tables/projects.ts";
import { sensors } from "#database/tables/sensors.ts";

/** What the row of a project says. */
export type ProjectFields = Pick<
  StoredSite,
  "name" | "description" | "timeZone" | "location" | "classification"
> & { readonly id: string };

/** What the row of a sensor says. */
export type SensorFields = Omit<StoredSensor, "key" | "limits"> & { readonly id: string };

/** Lets one transaction at a time change the configuration; readers go on. */
export async function lockSites(db: Queryable): Promise<void> {
  await db.execute(sql`lock table ${projects} in share row exclusive mode`);
}

/** Creates a project or brings its row up to date; answers its key. */
export async function upsertProject(db: Queryable, fields: ProjectFields): Promise<number> {
  const { id, classification } = fields;
  const row = {
    name: fields.name,
    description: fields.description,
    timezone: fields.timeZone,
    latitude: fields.location?.latitude ?? null,
    longitude: fields.location?.longitude ?? null,
    classificationModelNo:
      classification === null ? null : await ensureModel(db, classification.model),
    minConfidence: classification?.minConfidence ?? 0,
  };
  const [written] = await db
    .insert(projects)
    .values({ id, ...row })
    .onConflictDoUpdate({ target: projects.id, set: row })
    .returning({ key: projects.key });
  return keyOf(written);
}

/** Creates a sensor of a project or brings its row up to date; answers its key. */
export async function upsertSensor(
  db: Queryable,
  projectNo: number,
  fields: SensorFields,
): Promise<number> {
  const row = {
    name: fields.name,
    serialNumber: fields.serialNumber,
    model: fields.model,
    latitude: fields.location?.latitude ?? null,
    longitude: fields.location?.longitude ?? null,
  };
  const [written] = await db
    .insert(sensors)
    .values({ id: fields.id, projectNo, ...row })
    .onConflictDoUpdate({ target: sensors.id, set: row })
    .returning({ key: sensors.key });
  return keyOf(written);
}

export async function replaceContract(
  db: Queryable,
  projectNo: number,
  contract: Interval | null,
): Promise<void> {
  await db.delete(contracts).where(eq(contracts.projectNo, projectNo));
  if (contract === null) return;
  await db.insert(contracts).values({
    projectNo,
    startAt: new Date(contract.startAt),
    endAt: new Date(contract.endAt),
  });
}

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

/** Replaces the limits of a project (`sensorNo` null) or of one of its sensors. */
export async function replaceLimitRules(
  db: Queryable,
  projectNo: number,
  sensorNo: number | null,
  rules: LimitRules,
): Promise<void> {
  await db
    .delete(limitRules)
    .where(
      and(
        eq(limitRules.projectNo, projectNo),
        sensorNo === null ? isNull(limitRules.sensorNo) : eq(limitRules.sensorNo, sensorNo),
      ),
    );
  const owner = { projectNo, sensorNo };
  const rows: (typeof limitRules.$inferInsert)[] = [
    ...rules.exceptions.map(({ name, startAt, endAt, levels }, position) => ({
      ...owner,
      kind: "exception" as const,
      position,
      name,
      startAt: new Date(startAt),
      endAt: new Date(endAt),
      ...levelFields(levels),
    })),
    ...rules.windows.map(({ days, fromMinute, toMinute, levels }, position) => ({
      ...owner,
      kind: "window" as const,
      position,
      days: [...days],
      fromMinute,
      toMinute,
      ...levelFields(levels),
    })),
    ...(rules.default === null
      ? []
      : [{ ...owner, kind: "default" as const, position: 0, ...levelFields(rules.default) }]),
  ];
  await insertChunks(rows, (chunk) => db.insert(limitRules).values(chunk));
}

async function ensureModel(db: Queryable, name: string): Promise<number> {
  const key = (await ensureModels(db, [name])).get(name);
  return keyOf(key === undefined ? undefined : { key });
}

// A statement may carry 65,535 parameters.
const rowsPerStatement = 1000;

async function insertChunks<Row>(
  rows: readonly Row[],
  insert: (chunk: Row[]) => PromiseLike<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await insert(rows.slice(start, start + rowsPerStatement));
  }
}

function levelFields(levels: LimitLevels) {
  return { levelA: levels.A, levelC: levels.C, levelZ: levels.Z };
}

function keyOf(row: { key: number } | undefined): number {
  if (row === undefined) throw new Error("a row that was just written is not there");
  return row.key;
}

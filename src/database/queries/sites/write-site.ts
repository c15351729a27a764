import { eq, sql } from "drizzle-orm";
import type { Interval } from "../../../acoustics/time/instant.ts";
import type { Queryable } from "../../client/pool.ts";
import { contracts, projects, sensors } from "../../tables/sites.ts";
import { ensureModels } from "../samples/classifications.ts";
import type { StoredSensor, StoredSite } from "./sites.ts";

/** The members that are stored in the row of a project. */
export type ProjectFields = Pick<
  StoredSite,
  | "name"
  | "description"
  | "timeZone"
  | "location"
  | "classification"
  | "intervalSeconds"
  | "periods"
  | "retention"
  | "criteria"
> & { readonly id: string };

/** The members that are stored in the row of a sensor. */
export type SensorFields = Omit<StoredSensor, "sensorNo" | "limits"> & { readonly id: string };

/** Creates a project or updates its row. Returns its number. */
export async function upsertProject(db: Queryable, fields: ProjectFields): Promise<number> {
  const { id, classification } = fields;
  const row = {
    name: fields.name,
    description: fields.description,
    timezone: fields.timeZone,
    latitude: fields.location?.latitude ?? null,
    longitude: fields.location?.longitude ?? null,
    modelNo: classification && (await ensureModel(db, classification.model)),
    minConfidence: classification?.minConfidence ?? 0,
    intervalSeconds: fields.intervalSeconds,
    dayFromMinute: fields.periods?.day ?? null,
    eveningFromMinute: fields.periods?.evening ?? null,
    nightFromMinute: fields.periods?.night ?? null,
    samplesRetention: fields.retention?.samples ?? null,
    recordingsRetention: fields.retention?.recordings ?? null,
    criteria: JSON.stringify(fields.criteria),
  };
  const [written] = await db
    .insert(projects)
    .values({ id, ...row })
    .onConflictDoUpdate({ target: projects.id, set: row })
    .returning({ projectNo: projects.projectNo });
  return requireWritten(written?.projectNo);
}

/** Creates sensors of a project or updates their rows, with one statement. Returns the number of each by its id. */
export async function upsertSensors(
  db: Queryable,
  projectNo: number,
  sensorFields: readonly SensorFields[],
): Promise<Map<string, number>> {
  if (sensorFields.length === 0) return new Map();
  const rows = sensorFields.map(({ location, ...fields }) => {
    const { id, name, serialNumber, model, intervalSeconds, endAt } = fields;
    const { latitude = null, longitude = null } = location ?? {};
    return { id, name, serialNumber, model, latitude, longitude, intervalSeconds, endAt };
  });
  const written = await db.execute<{ id: string; sensorNo: number }>(sql`
    insert into ${sensors} as s
      (id, project_no, name, serial_number, model, latitude, longitude, interval_seconds, end_at)
    select id, ${projectNo}, name, "serialNumber", model, latitude, longitude, "intervalSeconds",
      to_timestamp("endAt" / 1000)
    from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (id text, name text, "serialNumber" text, model text,
      latitude float8, longitude float8, "intervalSeconds" integer, "endAt" float8)
    on conflict (id) do update set (name, serial_number, model, latitude, longitude, interval_seconds, end_at)
      = (excluded.name, excluded.serial_number, excluded.model, excluded.latitude, excluded.longitude,
        excluded.interval_seconds, excluded.end_at)
    returning s.id, s.sensor_no as "sensorNo"`);
  if (written.length < rows.length) throw new Error("a sensor that was just written is not there");
  return new Map(written.map(({ id, sensorNo }) => [id, sensorNo]));
}

/** Replaces the contract period of a project; null removes it. */
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

async function ensureModel(db: Queryable, name: string): Promise<number> {
  return requireWritten((await ensureModels(db, [name])).get(name));
}

function requireWritten(no: number | undefined): number {
  if (no === undefined) throw new Error("a row that was just written is not there");
  return no;
}

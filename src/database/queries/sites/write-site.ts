import { sql } from "drizzle-orm";
import { formatInstant } from "../../../acoustics/time/instant.ts";
import type { Queryable } from "../../client/pool.ts";
import { ensureModels } from "../samples/classifications.ts";
import type { StoredSensor, StoredSite } from "./stored-site.ts";

/** Creates a project or updates the columns of its row that differ. Returns its number; null if none differ. */
export async function upsertProject(db: Queryable, site: StoredSite): Promise<number | null> {
  const { classification: model } = site;
  const models = model === null ? null : await ensureModels(db, [model.model]);
  const row = {
    id: site.id,
    name: site.name,
    description: site.description,
    timezone: site.timeZone,
    latitude: site.location?.latitude,
    longitude: site.location?.longitude,
    model_no: model && models?.get(model.model),
    min_confidence: model?.minConfidence ?? 0,
    interval_seconds: site.intervalSeconds,
    contract_start_at: site.contract && formatInstant(site.contract.startAt),
    contract_end_at: site.contract && formatInstant(site.contract.endAt),
    samples_retention: site.retention?.samples,
    recordings_retention: site.retention?.recordings,
  } satisfies Record<keyof typeof projectColumns, unknown>;
  const returning = sql`returning project_no as "projectNo"`;
  const [written] = await upsert(db, "projects", projectColumns, [row], returning);
  return written?.projectNo ?? null;
}

const projectColumns = {
  id: "text",
  name: "text",
  description: "text",
  timezone: "text",
  latitude: "float8",
  longitude: "float8",
  model_no: "integer",
  min_confidence: "float8",
  interval_seconds: "integer",
  contract_start_at: "timestamptz",
  contract_end_at: "timestamptz",
  samples_retention: "text",
  recordings_retention: "text",
};

/** Creates sensors of a project or updates the columns of their rows that differ, with one statement. */
export async function upsertSensors(
  db: Queryable,
  projectNo: number,
  sensors: readonly StoredSensor[],
): Promise<void> {
  if (sensors.length === 0) return;
  const rows = sensors.map(
    (sensor) =>
      ({
        id: sensor.id,
        project_no: projectNo,
        name: sensor.name,
        serial_number: sensor.serialNumber,
        model: sensor.model,
        latitude: sensor.location?.latitude,
        longitude: sensor.location?.longitude,
        interval_seconds: sensor.intervalSeconds,
        end_at: sensor.endAt === null ? null : formatInstant(sensor.endAt),
      }) satisfies Record<keyof typeof sensorColumns, unknown>,
  );
  await upsert(db, "sensors", sensorColumns, rows);
}

const sensorColumns = {
  id: "text",
  project_no: "integer",
  name: "text",
  serial_number: "text",
  model: "text",
  latitude: "float8",
  longitude: "float8",
  interval_seconds: "integer",
  end_at: "timestamptz",
};

/** Inserts rows or updates those with the same ids. A row that is already as it should be is not written. */
async function upsert(
  db: Queryable,
  table: "projects" | "sensors",
  columns: Readonly<Record<string, string>>,
  rows: readonly Readonly<Record<string, unknown>>[],
  returning = sql``,
): Promise<readonly { readonly projectNo?: number }[]> {
  const names = Object.keys(columns);
  const listed = (prefix = "") => sql.raw(names.map((name) => prefix + name).join(", "));
  const typed = sql.raw(
    Object.entries(columns)
      .map((column) => column.join(" "))
      .join(", "),
  );
  return db.execute<{ projectNo?: number }>(sql`
    insert into ${sql.identifier(table)} as stored (${listed()})
    select ${listed()} from json_to_recordset(${JSON.stringify(rows)}::text::json) as r (${typed})
    on conflict (id) do update set (${listed()}) = row(${listed("excluded.")})
      where row(${listed("stored.")}) is distinct from row(${listed("excluded.")})
    ${returning}`);
}

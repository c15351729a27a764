import { type SQL, sql } from "drizzle-orm";
import { formatInstant } from "../../../acoustics/time/instant.ts";
import type { Queryable } from "../../client/pool.ts";
import { ensureModels, selectModelNos } from "../samples/classifications.ts";
import type { SiteVersion } from "./sites.ts";
import type { StoredSensor, StoredSite } from "./stored-site.ts";

/** Creates a project or updates the columns of its row that differ. Returns its number; null if none differ. */
export async function upsertProject(db: Queryable, site: StoredSite): Promise<number | null> {
  const { classification: model } = site;
  const models = model === null ? null : await ensureModels(db, [model.model]);
  const returning = sql`returning project_no as "projectNo"`;
  const row = projectRow(site, models);
  const [written] = await upsert(db, "projects", projectColumns, [row], returning);
  return written?.projectNo ?? null;
}

function projectRow(site: StoredSite, models: ReadonlyMap<string, number> | null) {
  const { classification: model } = site;
  return {
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
  await upsert(db, "sensors", sensorColumns, sensorRows(projectNo, sensors));
}

function sensorRows(projectNo: number, sensors: readonly StoredSensor[]) {
  return sensors.map(
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

/**
 * The columns whose values are not those of the newest version: somebody changed them in the database. For example
 * `timezone`, and `sensors.dublin-noise-2.end_at`.
 */
export async function selectChangedColumns(
  db: Queryable,
  { projectNo, site }: SiteVersion,
): Promise<string[]> {
  const models = await selectModelNos(db, site.classification ? [site.classification.model] : []);
  const ofProject = await selectDiffering(db, "projects", projectColumns, [
    projectRow(site, models),
  ]);
  const rows = sensorRows(projectNo, site.sensors);
  const ofSensors = await selectDiffering(db, "sensors", sensorColumns, rows);
  return [
    ...ofProject.flatMap(({ columns }) => columns),
    ...ofSensors.flatMap(({ id, columns }) => columns.map((column) => `sensors.${id}.${column}`)),
  ];
}

type Columns = Readonly<Record<string, string>>;
type Rows = readonly Readonly<Record<string, unknown>>[];

async function selectDiffering(
  db: Queryable,
  table: "projects" | "sensors",
  columns: Columns,
  rows: Rows,
): Promise<readonly { readonly id: string; readonly columns: readonly string[] }[]> {
  const differing = Object.keys(columns).map(
    (name) => `case when stored.${name} is distinct from r.${name} then '${name}' end`,
  );
  const found = await db.execute<{ id: string; columns: string }>(sql`
    select stored.id, concat_ws(' ', ${sql.raw(differing.join(", "))}) as columns
    from ${recordsOf(columns, rows)} join ${sql.identifier(table)} as stored on stored.id = r.id
    order by stored.id`);
  return found.map((row) => ({ id: row.id, columns: row.columns.match(/\S+/g) ?? [] }));
}

/** Inserts rows or updates those with the same ids. A row that is already as it should be is not written. */
async function upsert(
  db: Queryable,
  table: "projects" | "sensors",
  columns: Columns,
  rows: Rows,
  returning = sql``,
): Promise<readonly { readonly projectNo?: number }[]> {
  const names = Object.keys(columns);
  const listed = (prefix = "") => sql.raw(names.map((name) => prefix + name).join(", "));
  return db.execute<{ projectNo?: number }>(sql`
    insert into ${sql.identifier(table)} as stored (${listed()})
    select ${listed()} from ${recordsOf(columns, rows)}
    on conflict (id) do update set (${listed()}) = row(${listed("excluded.")})
      where row(${listed("stored.")}) is distinct from row(${listed("excluded.")})
    ${returning}`);
}

/** Rows as a table `r` with these columns. */
function recordsOf(columns: Columns, rows: Rows): SQL {
  const typed = Object.entries(columns).map((column) => column.join(" "));
  return sql`json_to_recordset(${JSON.stringify(rows)}::text::json) as r (${sql.raw(typed.join(", "))})`;
}

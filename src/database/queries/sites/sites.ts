import { eq, inArray, sql } from "drizzle-orm";
import type { Instant } from "../../../acoustics/time/instant.ts";
import type { Queryable } from "../../client/pool.ts";
import { projects, sensors, siteVersions } from "../../tables/sites.ts";
import type { UnknownSite } from "./site-rules.ts";
import { decodeSite, type StoredSite } from "./stored-site.ts";

/** A stored site with the number of its project and of its version. */
export interface SiteVersion {
  readonly projectNo: number;
  readonly version: number;
  readonly site: StoredSite;
}

/** The newest version of the site of a project; null without the project. */
export async function selectSite(db: Queryable, projectId: string): Promise<SiteVersion | null> {
  const found = await selectSiteAt(db, projectId, null);
  return found !== null && "site" in found ? found : null;
}

/** The version in force at an instant, or the instant from which the site is known; null without the project. */
export async function selectSiteAt(
  db: Queryable,
  projectId: string,
  instant: Instant | null,
): Promise<SiteVersion | UnknownSite | null> {
  const [row] = await db.execute<{
    projectNo: number;
    version: number | null;
    site: string;
    knownSince: Instant;
  }>(sql`
    select projects.project_no as "projectNo", v.version, v.site,
      (select round(extract(epoch from min(applied_at)) * 1000)::float8 from ${siteVersions}
        where project_no = projects.project_no) as "knownSince"
    from ${projects} left join lateral (
      select version, site from ${siteVersions}
      where project_no = projects.project_no
        and applied_at <= coalesce(to_timestamp(${instant}::float8 / 1000), 'infinity')
      order by version desc limit 1) v on true
    where id = ${projectId}`);
  if (row === undefined) return null;
  const { projectNo, version, site, knownSince } = row;
  return version === null ? { knownSince } : { projectNo, version, site: decodeSite(site) };
}

/** The id of the project of each existing sensor, by the id of the sensor. */
export async function selectProjectIdsOfSensors(
  db: Queryable,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: sensors.id, projectId: projects.id })
    .from(sensors)
    .innerJoin(projects, eq(projects.projectNo, sensors.projectNo))
    .where(inArray(sensors.id, [...ids]));
  return new Map(rows.map(({ id, projectId }) => [id, projectId]));
}

/** The numbers of all sensors of the installation, by id. */
export async function selectSensorNos(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.select({ id: sensors.id, sensorNo: sensors.sensorNo }).from(sensors);
  return new Map(rows.map(({ id, sensorNo }) => [id, sensorNo]));
}

/** Locks the configuration for this transaction. Others can read it, but not change it. */
export async function lockSites(db: Queryable): Promise<void> {
  await db.execute(sql`lock table ${projects} in share row exclusive mode`);
}

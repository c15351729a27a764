import { sql } from "drizzle-orm";
import type { Criterion } from "../../../acoustics/assessment/criterion.ts";
import type { Instant } from "../../../acoustics/time/instant.ts";
import { textArrayLiteral } from "../../client/statement.ts";
import type { Queryable } from "../../client/pool.ts";
import { projects, siteVersions } from "../../tables/sites.ts";
import { defineLookup, type Grants, projectIsGranted } from "../keys/grants.ts";
import { selectProjectIdsOfSensors, selectSite } from "./sites.ts";
import { decodeSite, digestOf, encodeSite, type StoredSite } from "./stored-site.ts";
import { selectValue } from "../../client/select-value.ts";

/** A version of a site, without the site. Of its changes, the first 500 are stored. */
export interface SiteVersionRecord {
  readonly version: number;
  readonly appliedAt: Instant;
  readonly changes: readonly string[];
}

/** The greatest numbers of listed versions of a project, and of stored changes of a version. */
const listedVersions = 100;
const storedChanges = 500;

const milliseconds = sql`round(extract(epoch from v.applied_at) * 1000)::float8`;

type VersionsRow = { readonly no: number; readonly versions: readonly SiteVersionRecord[] };

/** The newest versions of the projects that the principal may read, newest first, 100 at most, by project number. */
export const selectVersions = defineLookup<Grants, VersionsRow, readonly SiteVersionRecord[]>(
  "select-versions-of-projects",
  (value) => sql`
    select ${projects.projectNo} as no, (
      select coalesce(json_agg(json_build_object('version', v.version, 'appliedAt', ${milliseconds}, 'changes', v.changes)
        order by v.version desc), '[]')
      from (select version, applied_at, changes from ${siteVersions}
        where project_no = projects.project_no order by version desc limit ${sql.raw(String(listedVersions))}) v) as versions
    from ${projects}
    where ${projects.projectNo} = any (${value("nos")}::integer[])
      and ${projectIsGranted(value("grants"))}`,
  ({ versions }) => versions,
);

/** A version of a site, for the operator. */
export type NumberedVersion = Pick<SiteVersionRecord, "version" | "appliedAt">;

/** The versions that were in force at an instant or later, oldest first; all versions if none was in force then. */
export async function selectVersionsSince(
  db: Queryable,
  projectId: string,
  instant: Instant,
): Promise<NumberedVersion[]> {
  const rows = await db.execute<{ version: number; appliedAt: Instant }>(sql`
    select v.version, ${milliseconds} as "appliedAt"
    from ${projects} join ${siteVersions} v on v.project_no = projects.project_no
    where id = ${projectId} and v.version >= coalesce((
      select max(version) from ${siteVersions}
      where project_no = projects.project_no and applied_at <= to_timestamp(${instant / 1000}::float8)), 1)
    order by v.version`);
  return [...rows];
}

/** The site of an existing version of a project. */
export async function selectSiteOfVersion(
  db: Queryable,
  projectId: string,
  version: number,
): Promise<StoredSite> {
  const site = await selectValue<string>(
    db,
    sql`select v.site as value from ${projects} join ${siteVersions} v on v.project_no = projects.project_no
      where id = ${projectId} and v.version = ${version}`,
  );
  return decodeSite(site);
}

/**
 * Adds the next version of a project: the text of the site in force from `appliedAt` on; null: from now on. Its time is
 * never earlier than that of the version before, also if the clock of the database goes back. To be called in a
 * transaction that has locked the sites.
 */
export async function insertVersion(
  db: Queryable,
  projectNo: number,
  text: string,
  changes: readonly string[],
  appliedAt: Instant | null = null,
): Promise<void> {
  const time =
    appliedAt === null
      ? sql`date_trunc('milliseconds', clock_timestamp())`
      : sql`to_timestamp(${appliedAt / 1000}::float8)`;
  await db.execute(sql`
    insert into ${siteVersions} (project_no, version, applied_at, site, digest, changes)
    select ${projectNo}, coalesce(max(version), 0) + 1,
      greatest(max(applied_at), ${time}), ${text}, ${digestOf(text)}, ${textArrayLiteral(changes.slice(0, storedChanges))}::text[]
    from ${siteVersions} where project_no = ${projectNo}`);
}

/**
 * Adds a version without a sensor. A criterion that names no other sensor is removed with it, because without a name it
 * would apply to all sensors. To be called in a transaction that has locked the sites.
 */
export async function insertVersionWithout(db: Queryable, sensorId: string): Promise<void> {
  const projectId = (await selectProjectIdsOfSensors(db, [sensorId])).get(sensorId);
  const found = projectId === undefined ? null : await selectSite(db, projectId);
  if (found === null) return;
  const { projectNo, site } = found;
  const isNamed = ({ sensors }: Criterion) => sensors?.some((id) => id === sensorId) === true;
  const criteria = site.criteria
    .map((criterion) => {
      const sensors = criterion.sensors?.filter((id) => id !== sensorId) ?? null;
      return { ...criterion, sensors };
    })
    .filter(({ sensors }) => sensors?.length !== 0);
  const known = new Set(criteria.map(({ id }) => id));
  const changes = [
    `sensors.${sensorId}`,
    ...site.criteria
      .filter(isNamed)
      .map(({ id }) => (known.has(id) ? `criteria.${id}.sensors` : `criteria.${id}`)),
  ];
  const sensors = site.sensors.filter(({ id }) => id !== sensorId);
  await insertVersion(db, projectNo, encodeSite({ ...site, criteria, sensors }), changes);
}

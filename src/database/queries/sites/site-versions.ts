import { sql } from "drizzle-orm";
import type { Instant } from "../../../acoustics/time/instant.ts";
import { textArrayLiteral } from "../../client/statement.ts";
import type { Queryable } from "../../client/pool.ts";
import { projects, siteVersions } from "../../tables/sites.ts";
import { defineLookup, type Grants, projectIsGranted } from "../keys/grants.ts";
import type { StoredSite } from "./sites.ts";
import type { Written } from "./written-parts.ts";
import { writeWholeSite } from "./written-site.ts";
import { selectValue } from "../../client/select-value.ts";

/** A version of a site, without the site, and with the first 500 of its changes. */
export interface SiteVersionRecord {
  readonly version: number;
  readonly appliedAt: Instant;
  readonly changes: readonly string[];
}

/** The greatest numbers of listed versions of a project, and of listed changes of a version. */
const listedVersions = 100;
const listedChanges = 500;

const milliseconds = sql`round(extract(epoch from v.applied_at) * 1000)::float8`;

type VersionsRow = { readonly no: number; readonly versions: readonly SiteVersionRecord[] };

/** The newest versions of the projects that the principal may read, newest first, 100 at most, by project number. */
export const selectVersions = defineLookup<Grants, VersionsRow, readonly SiteVersionRecord[]>(
  "select-versions-of-projects",
  (value) => sql`
    select ${projects.projectNo} as no, (
      select coalesce(json_agg(json_build_object('version', v.version, 'appliedAt', ${milliseconds}, 'changes', v.changes)
        order by v.version desc), '[]')
      from (select version, applied_at, changes[1:${sql.raw(String(listedChanges))}] as changes from ${siteVersions}
        where project_no = projects.project_no order by version desc limit ${sql.raw(String(listedVersions))}) v) as versions
    from ${projects}
    where ${projects.projectNo} = any (${value("nos")}::integer[])
      and ${projectIsGranted(value("grants"))}`,
  ({ versions }) => versions,
);

/** The site of a project at an instant, or the instant from which it is known (null: it is not known). */
export type SiteAtInstant =
  | { readonly version: number; readonly appliedAt: Instant; readonly site: Written }
  | { readonly knownSince: Instant | null };

/** The version that was in force at an instant, for the operator; null without the project. */
export async function selectVersionAt(
  db: Queryable,
  projectId: string,
  instant: Instant,
): Promise<SiteAtInstant | null> {
  const [row] = await db.execute<{
    version: number | null;
    appliedAt: Instant;
    site: string;
    knownSince: Instant | null;
  }>(sql`
    select v.version, ${milliseconds} as "appliedAt", v.site,
      (select round(extract(epoch from min(applied_at)) * 1000)::float8 from ${siteVersions}
        where project_no = projects.project_no) as "knownSince"
    from ${projects} left join lateral (
      select * from ${siteVersions}
      where project_no = projects.project_no and applied_at <= to_timestamp(${instant / 1000}::float8)
      order by version desc limit 1) v on true
    where id = ${projectId}`);
  if (row === undefined) return null;
  const { version, appliedAt, site, knownSince } = row;
  if (version === null) return { knownSince };
  return { version, appliedAt, site: JSON.parse(site) as Written };
}

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
): Promise<Written> {
  const site = await selectValue<string>(
    db,
    sql`select v.site as value from ${projects} join ${siteVersions} v on v.project_no = projects.project_no
      where id = ${projectId} and v.version = ${version}`,
  );
  return JSON.parse(site) as Written;
}

/**
 * Adds the next version of a project: the site in force from `appliedAt` on; null: from now on. Its time is never
 * earlier than that of the version before, also if the clock of the database goes back. To be called in a transaction
 * that has locked the sites.
 */
export async function insertVersion(
  db: Queryable,
  projectId: string,
  site: StoredSite,
  changes: readonly string[],
  appliedAt: Instant | null = null,
): Promise<void> {
  const time =
    appliedAt === null
      ? sql`date_trunc('milliseconds', clock_timestamp())`
      : sql`to_timestamp(${appliedAt / 1000}::float8)`;
  await db.execute(sql`
    insert into ${siteVersions} (project_no, version, applied_at, site, changes)
    select ${site.projectNo}, coalesce(max(version), 0) + 1,
      greatest(max(applied_at), ${time}),
      ${JSON.stringify(writeWholeSite(projectId, site))}, ${textArrayLiteral(changes)}::text[]
    from ${siteVersions} where project_no = ${site.projectNo}`);
}

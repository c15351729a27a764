import { sql } from "drizzle-orm";
import { LRUCache } from "lru-cache";
import { defaultPeriods, type Periods } from "../../../acoustics/aggregates/indicators.ts";
import type { Criterion } from "../../../acoustics/assessment/criterion.ts";
import {
  hasRules,
  type LimitRules,
  type LimitSchedule,
  noRules,
} from "../../../acoustics/limits/limit-rules.ts";
import type { Instant } from "../../../acoustics/time/instant.ts";
import type { TimeZone } from "../../../acoustics/time/time-zone.ts";
import {
  arrayLiteral,
  type Database,
  defineStatement,
  textArrayLiteral,
} from "../../client/statement.ts";
import { projects, siteVersions } from "../../tables/sites.ts";
import { type Grants, projectIsGranted } from "../keys/grants.ts";
import { decodeSite, type StoredHoliday, type StoredSite } from "./stored-site.ts";

/** The rules of one version of a site (docs/contract.md, P7). */
export interface SiteRules {
  readonly criteria: readonly Criterion[];
  readonly periods: Periods;
  /** Names by local date `YYYY-MM-DD`. */
  readonly holidays: LimitSchedule["holidays"];
  /** The limits of the project. */
  readonly limits: LimitRules;
  /** The own limits of a sensor; none for a sensor that the version does not have. */
  limitsOf(sensorId: string): LimitRules;
  /**
   * The limits of a sensor, in today's time zone. It is the same object for each sensor without limits of its own, and
   * for the same version and zone, so that values computed from it are cached.
   */
  scheduleOf(sensorId: string, timeZone: TimeZone): LimitSchedule;
}

/** The instant from which the site of a project is known. */
export interface UnknownSite {
  readonly knownSince: Instant;
}

/** A project, and the instant whose rules are searched; null: now. */
export interface RulesSearch {
  readonly projectId: string;
  readonly asOf: Instant | null;
}

/** The number of a version and the digest of its text. */
export interface NumberedText {
  readonly projectNo: number;
  readonly version: number;
  readonly digest: string;
}

/**
 * The rules in force at the instant of each search, or the instant from which the site is known. A search without the
 * project, or a grant for it, has no result.
 */
export async function selectRules(
  database: Database,
  grants: Grants,
  searches: readonly RulesSearch[],
): Promise<Map<RulesSearch, SiteRules | UnknownSite>> {
  if (searches.length === 0) return new Map();
  const rows = await versionsAt(database, {
    grants,
    projectIds: textArrayLiteral(searches.map(({ projectId }) => projectId)),
    instants: arrayLiteral(searches.map(({ asOf }) => asOf)),
  });
  const rules = await loadRules(database, grants, rows.filter(isKnown));
  return new Map(
    rows.flatMap((row) => {
      const search = searches[row.index - 1];
      const found = isKnown(row) ? rules.get(row.digest) : row;
      return search === undefined || found === undefined ? [] : [[search, found]];
    }),
  );
}

function isKnown(row: VersionRow): row is VersionRow & NumberedText {
  return row.version !== null;
}

/**
 * The rules of versions by the digests of their texts. A text is read and parsed only once by a process: versions never
 * change. A version that was removed with its project meanwhile is missing.
 */
export async function loadRules(
  database: Database,
  grants: Grants,
  versions: readonly NumberedText[],
): Promise<Map<string, SiteRules>> {
  const found = new Map<string, SiteRules>();
  const missing: NumberedText[] = [];
  for (const version of new Map(versions.map((one) => [one.digest, one])).values()) {
    const known = parsedSites.get(version.digest);
    if (known === undefined) missing.push(version);
    else found.set(version.digest, known);
  }
  if (missing.length === 0) return found;
  const rows = await siteTexts(database, {
    grants,
    projectNos: arrayLiteral(missing.map(({ projectNo }) => projectNo)),
    versions: arrayLiteral(missing.map(({ version }) => version)),
  });
  for (const { digest, site } of rows) {
    const rules = rulesOf(digest, decodeSite(site));
    parsedSites.set(digest, rules, { size: site.length });
    found.set(digest, rules);
  }
  return found;
}

function rulesOf(digest: string, site: StoredSite): SiteRules {
  const holidays = new Map(site.holidays.map(({ date, name }: StoredHoliday) => [date, name]));
  const ofSensors = new Map(
    site.sensors.flatMap(({ id, limits }) => (hasRules(limits) ? [[id, limits]] : [])),
  );
  const limitsOf = (sensorId: string) => ofSensors.get(sensorId) ?? noRules;
  return {
    criteria: site.criteria,
    periods: site.periods ?? defaultPeriods,
    holidays,
    limits: site.limits,
    limitsOf,
    scheduleOf(sensorId, timeZone) {
      const name = `${digest} ${timeZone} ${ofSensors.has(sensorId) ? sensorId : ""}`;
      const known = schedules.get(name);
      if (known !== undefined) return known;
      const sensor = limitsOf(sensorId);
      const schedule = { timeZone, holidays, sensor, project: site.limits };
      schedules.set(name, schedule);
      return schedule;
    },
  };
}

/** By digest. The size is that of the texts, in characters. */
const parsedSites = new LRUCache<string, SiteRules>({ maxSize: 16 * 1024 * 1024 });

/** Sized by the values that are computed from a schedule and cached with it. */
const schedules = new LRUCache<string, LimitSchedule>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ sensor, project }, name) =>
    name.length + bytesOfWindow * (sensor.windows.length + project.windows.length),
});

/** Two changes on each of 28 kinds of days, 16 bytes each. */
const bytesOfWindow = 1000;

type VersionRow = UnknownSite &
  (NumberedText | Record<keyof NumberedText, null>) & {
    /** The position of the search, from 1. */
    readonly index: number;
  };

const versionsAt = defineStatement<
  { grants: Grants; projectIds: string; instants: string },
  VersionRow
>(
  "select-versions-as-of",
  (value) => sql`
    select wanted.index::integer, v.project_no as "projectNo", v.version, v.digest,
      case when v.version is null then (select round(extract(epoch from min(applied_at)) * 1000)::float8
        from ${siteVersions} where project_no = projects.project_no) end as "knownSince"
    from unnest(${value("projectIds")}::text[], ${value("instants")}::float8[])
      with ordinality as wanted (id, instant, index)
    join ${projects} on ${projects.id} = wanted.id
    left join lateral (
      select project_no, version, digest from ${siteVersions}
      where project_no = projects.project_no
        and applied_at <= coalesce(to_timestamp(wanted.instant / 1000), 'infinity')
      order by version desc limit 1) v on true
    where ${projectIsGranted(value("grants"))}`,
);

const siteTexts = defineStatement<
  { grants: Grants; projectNos: string; versions: string },
  { digest: string; site: string }
>(
  "select-sites",
  (value) => sql`
    select v.digest, v.site
    from unnest(${value("projectNos")}::integer[], ${value("versions")}::integer[])
      as wanted (project_no, version)
    join ${siteVersions} v on v.project_no = wanted.project_no and v.version = wanted.version
    join ${projects} on ${projects.projectNo} = v.project_no
    where ${projectIsGranted(value("grants"))}`,
);

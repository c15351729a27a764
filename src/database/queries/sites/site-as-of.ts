import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { defaultPeriods, type Periods } from "../../../acoustics/aggregates/indicators.ts";
import type { Criterion } from "../../../acoustics/assessment/criterion.ts";
import type { LimitRules, LimitSchedule } from "../../../acoustics/limits/limit-rules.ts";
import type { Instant } from "../../../acoustics/time/instant.ts";
import type { TimeZone } from "../../../acoustics/time/time-zone.ts";
import {
  arrayLiteral,
  type Database,
  defineStatement,
  textArrayLiteral,
} from "../../client/statement.ts";
import { projects, siteVersions } from "../../tables/sites.ts";
import { everything, type Grants, projectIsGranted } from "../keys/grants.ts";
import type { HolidayRecord } from "./limit-rules.ts";
import {
  readCriterion,
  readLimits,
  readPeriods,
  type WrittenCriterion,
} from "./read-written-site.ts";

/** The rules of a project as they were in force at an instant (docs/contract.md, P7). */
export interface SiteAsOf {
  readonly version: number;
  readonly criteria: readonly Criterion[];
  readonly periods: Periods;
  /** Names by local date `YYYY-MM-DD`. */
  readonly holidays: LimitSchedule["holidays"];
  /**
   * The limits of a sensor, in today's time zone. A sensor that the project did not have then has no limits of its own.
   */
  scheduleOf(sensorId: string, timeZone: TimeZone): LimitSchedule;
}

/** The instant from which the site of a project is known; null: it is not known. */
export interface UnknownSite {
  readonly knownSince: Instant | null;
}

/** A sensor of a project, and the instant whose rules apply to it. */
export interface AsOfSearch {
  readonly projectId: string;
  readonly sensorId: string;
  readonly asOf: Instant;
}

/**
 * The version in force at the instant of each search, with the limits of its sensor; if none was in force, the instant
 * from which the site is known. Without the project, or a grant for it, the search has no result. Each version is read
 * once.
 */
export async function selectSitesAsOf(
  database: Database,
  grants: Grants,
  searches: readonly AsOfSearch[],
): Promise<Map<AsOfSearch, Promise<SiteAsOf | UnknownSite | null>>> {
  const versions = await selectVersionNumbers(database, grants, searches);
  const found = new Map<AsOfSearch, Promise<SiteAsOf | UnknownSite | null>>();
  const groups = new Map<string, { projectId: string; version: number; searches: AsOfSearch[] }>();
  for (const search of searches) {
    const { projectId } = search;
    const known = versions.get(nameOf(search));
    if (known === undefined) continue;
    const { version, knownSince } = known;
    const name = `${version} ${projectId}`;
    if (version === null) found.set(search, Promise.resolve({ knownSince }));
    else if (groups.has(name)) groups.get(name)?.searches.push(search);
    else groups.set(name, { projectId, version, searches: [search] });
  }
  for (const group of groups.values()) {
    const sensorIds = [...new Set(group.searches.map(({ sensorId }) => sensorId))];
    const version = selectVersion(database, grants, { ...group, sensorIds });
    for (const search of group.searches) found.set(search, version);
  }
  return found;
}

/** A name of the project and the instant of a search. */
function nameOf({ asOf, projectId }: AsOfSearch): string {
  return `${asOf} ${projectId}`;
}

interface VersionNumber extends UnknownSite {
  readonly projectId: string;
  readonly asOf: Instant;
  readonly version: number | null;
}

/** The numbers of the versions in force at the instants of searches, by `nameOf`. */
async function selectVersionNumbers(
  database: Database,
  grants: Grants,
  searches: readonly AsOfSearch[],
): Promise<ReadonlyMap<string, VersionNumber>> {
  const wanted = [...new Map(searches.map((search) => [nameOf(search), search])).values()];
  const statement = grants === everything ? numbersOfAny : numbersOfGranted;
  const rows = await statement(database, {
    grants,
    projectIds: textArrayLiteral(wanted.map(({ projectId }) => projectId)),
    instants: arrayLiteral(wanted.map(({ asOf }) => asOf)),
  });
  return new Map(rows.map((row) => [`${row.asOf} ${row.projectId}`, row]));
}

/** The rules of one version, with the limits of some sensors; null without the project, or without a grant for it. */
async function selectVersion(
  database: Database,
  grants: Grants,
  group: { readonly projectId: string; readonly version: number; readonly sensorIds: string[] },
): Promise<SiteAsOf | null> {
  const { projectId, version } = group;
  const statement = grants === everything ? versionOfAny : versionOfGranted;
  const sensorIds = textArrayLiteral(group.sensorIds);
  const [row] = await statement(database, { grants, projectId, version, sensorIds });
  return row === undefined
    ? null
    : siteOf(version, JSON.parse(row.site) as WrittenParts, row.sensors);
}

interface WrittenParts {
  readonly holidays: readonly Partial<HolidayRecord>[] | null;
  readonly limits: Parameters<typeof readLimits>[0];
  readonly criteria: readonly WrittenCriterion[] | null;
  readonly periods: Parameters<typeof readPeriods>[0];
}

interface WrittenSensor {
  readonly id: string;
  readonly limits?: NonNullable<Parameters<typeof readLimits>[0]>;
}

function siteOf(
  version: number,
  { holidays, limits, criteria, periods }: WrittenParts,
  sensors: readonly WrittenSensor[] | null,
): SiteAsOf {
  const project = readLimits(limits);
  const dates = new Map(holidays?.map(({ date = "", name = null }) => [date, name]));
  const ofSensors = new Map<string, LimitRules>(
    sensors?.map(({ id, limits: own }) => [id, readLimits(own ?? null)]),
  );
  const none = readLimits(null);
  return {
    version,
    criteria: criteria?.map(readCriterion) ?? [],
    periods: readPeriods(periods) ?? defaultPeriods,
    holidays: dates,
    scheduleOf: (sensorId, timeZone) => ({
      timeZone,
      holidays: dates,
      sensor: ofSensors.get(sensorId) ?? none,
      project,
    }),
  };
}

function defineVersionNumbers(isGranted: (grants: Placeholder) => SQL) {
  return defineStatement<{ grants: Grants; projectIds: string; instants: string }, VersionNumber>(
    "select-versions-as-of",
    (value) => sql`
      select ${projects.id} as "projectId", wanted.instant as "asOf", v.version,
        (select round(extract(epoch from min(applied_at)) * 1000)::float8 from ${siteVersions}
          where project_no = projects.project_no) as "knownSince"
      from unnest(${value("projectIds")}::text[], ${value("instants")}::float8[]) as wanted (id, instant)
      join ${projects} on ${projects.id} = wanted.id
      left join lateral (
        select version from ${siteVersions}
        where project_no = projects.project_no and applied_at <= to_timestamp(wanted.instant / 1000)
        order by version desc limit 1) v on true
      where ${isGranted(value("grants"))}`,
  );
}

const numbersOfGranted = defineVersionNumbers(projectIsGranted);
const numbersOfAny = defineVersionNumbers(() => sql`true`);

/** Only the sensors that are searched for are read from the site: it may have ten thousand. */
function defineVersion(isGranted: (grants: Placeholder) => SQL) {
  return defineStatement<
    { grants: Grants; projectId: string; version: number; sensorIds: string },
    { site: string; sensors: readonly WrittenSensor[] | null }
  >(
    "select-site-as-of",
    (value) => sql`
      select json_build_object('holidays', v.site->'holidays', 'limits', v.site->'limits',
          'criteria', v.site->'criteria', 'periods', v.site->'periods')::text as site,
        (select json_agg(sensor) from json_array_elements(v.site->'sensors') sensor
          where sensor->>'id' = any (${value("sensorIds")}::text[])) as sensors
      from ${projects} join lateral (
        select site::json as site from ${siteVersions}
        where project_no = projects.project_no and version = ${value("version")}::integer) v on true
      where ${projects.id} = ${value("projectId")} and ${isGranted(value("grants"))}`,
  );
}

const versionOfGranted = defineVersion(projectIsGranted);
const versionOfAny = defineVersion(() => sql`true`);

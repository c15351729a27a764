import { type Placeholder, type SQL, sql } from "drizzle-orm";
import { defaultPeriods, type Periods } from "../../../acoustics/aggregates/indicators.ts";
import type { Criterion } from "../../../acoustics/assessment/criterion.ts";
import type { LimitRules, LimitSchedule } from "../../../acoustics/limits/limit-rules.ts";
import type { Instant } from "../../../acoustics/time/instant.ts";
import type { TimeZone } from "../../../acoustics/time/time-zone.ts";
import { textArrayLiteral } from "../../client/array-literal.ts";
import { type Database, defineStatement } from "../../client/statement.ts";
import { projects } from "../../tables/projects.ts";
import { siteVersions } from "../../tables/site-versions.ts";
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
  /** The limits of a sensor, in today's time zone. A sensor that the project did not have then had none of its own. */
  scheduleOf(sensorId: string, timeZone: TimeZone): LimitSchedule;
}

/** Since when the site of a project is known; null: it is not. */
export interface UnknownSite {
  readonly knownSince: Instant | null;
}

/** A sensor of a project, and the instant whose rules hold for it. */
export interface AsOfSearch {
  readonly projectId: string;
  readonly sensorId: string;
  readonly asOf: Instant;
}

/**
 * The version in force at the instant of each search, with the limits of its sensor; since when the site is known,
 * where none was. Nothing without the project, or without a grant for it. Sends one statement for each project and
 * instant.
 */
export function selectSitesAsOf(
  database: Database,
  grants: Grants,
  searches: readonly AsOfSearch[],
): Map<AsOfSearch, Promise<SiteAsOf | UnknownSite | null>> {
  const groups = new Map<string, AsOfSearch[]>();
  for (const search of searches) {
    const name = `${search.asOf} ${search.projectId}`;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [search]);
    else group.push(search);
  }
  const found = new Map<AsOfSearch, Promise<SiteAsOf | UnknownSite | null>>();
  for (const group of groups.values()) {
    const reading = selectSiteAsOf(database, grants, group);
    for (const search of group) found.set(search, reading);
  }
  return found;
}

/** The rules of searches for one project and instant. */
async function selectSiteAsOf(
  database: Database,
  grants: Grants,
  searches: readonly AsOfSearch[],
): Promise<SiteAsOf | UnknownSite | null> {
  const [first] = searches;
  if (first === undefined) return null;
  const statement = grants === everything ? versionOfAny : versionOfGranted;
  const [row] = await statement(database, {
    grants,
    projectId: first.projectId,
    second: first.asOf / 1000,
    sensorIds: textArrayLiteral(searches.map(({ sensorId }) => sensorId)),
  });
  if (row === undefined) return null;
  const { version, site, sensors, knownSince } = row;
  if (version === null || site === null) return { knownSince };
  return siteOf(version, JSON.parse(site) as WrittenParts, sensors);
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

/** Only the sensors that are searched for are read from the site: it may have ten thousand. */
function defineVersion(isGranted: (grants: Placeholder) => SQL) {
  return defineStatement<
    { grants: Grants; projectId: string; second: number; sensorIds: string },
    {
      version: number | null;
      site: string | null;
      sensors: readonly WrittenSensor[] | null;
      knownSince: Instant | null;
    }
  >(
    "select-site-as-of",
    (value) => sql`
      select v.version, json_build_object('holidays', v.site->'holidays', 'limits', v.site->'limits',
          'criteria', v.site->'criteria', 'periods', v.site->'periods')::text as site,
        (select json_agg(sensor) from json_array_elements(v.site->'sensors') sensor
          where sensor->>'id' = any (${value("sensorIds")}::text[])) as sensors,
        (select round(extract(epoch from min(applied_at)) * 1000)::float8 from ${siteVersions}
          where project_key = projects.key) as "knownSince"
      from ${projects} left join lateral (
        select version, site::json as site from ${siteVersions}
        where project_key = projects.key and applied_at <= to_timestamp(${value("second")}::float8)
        order by version desc limit 1) v on true
      where ${projects.id} = ${value("projectId")} and ${isGranted(value("grants"))}`,
  );
}

const versionOfGranted = defineVersion(projectIsGranted);
const versionOfAny = defineVersion(() => sql`true`);

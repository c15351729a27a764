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
import {
  decodeSite,
  digestOf,
  holidayNames,
  type Instrument,
  noInstrument,
  type StoredSite,
} from "./stored-site.ts";

/** The rules of one version of a site (docs/contract.md, P7). */
export interface SiteRules {
  readonly criteria: readonly Criterion[];
  readonly periods: Periods;
  /** Names by local date `YYYY-MM-DD`. */
  readonly holidays: LimitSchedule["holidays"];
  readonly permit: StoredSite["permit"];
  /** None for a sensor that the version does not have. */
  instrumentOf(sensorId: string): Instrument;
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

/** The number of a version and the SHA-256 of its text. */
export interface NumberedText {
  readonly projectNo: number;
  readonly version: number;
  readonly digest: string;
}

/** A version, and the length of its text. */
export type SizedText = NumberedText & { readonly bytes: number };

/** The rules of `selectVersionsAt`, for one search. */
export async function selectRules(
  database: Database,
  grants: Grants,
  search: RulesSearch,
): Promise<SiteRules | UnknownSite | null> {
  const found = (await selectVersionsAt(database, grants, [search])).get(search);
  if (found === undefined || "knownSince" in found) return found ?? null;
  return (await selectRulesOf(database, grants, [found])).get(found.digest) ?? null;
}

/**
 * The versions in force at the instant of each search, or the instant from which the site is known. A search without
 * the project, or a grant for it, has no result.
 */
export async function selectVersionsAt(
  database: Database,
  grants: Grants,
  searches: readonly RulesSearch[],
): Promise<Map<RulesSearch, SizedText | UnknownSite>> {
  const rows = await versionsAt(database, {
    grants,
    projectIds: textArrayLiteral(searches.map(({ projectId }) => projectId)),
    instants: arrayLiteral(searches.map(({ asOf }) => asOf)),
  });
  return new Map(
    rows.flatMap(({ index, knownSince, ...row }) => {
      const search = searches[index - 1];
      return search === undefined ? [] : [[search, isKnown(row) ? row : { knownSince }]];
    }),
  );
}

function isKnown(row: SizedText | Record<keyof SizedText, null>): row is SizedText {
  return row.version !== null;
}

/**
 * The rules of versions by the digests of their texts: versions never change, so a thread keeps what it has parsed. One
 * text is read at a time, and parsed in a turn of its own, because it may have megabytes. A version that was removed
 * with its project meanwhile is missing. Rejects for a text that is not the one that was stored.
 */
export async function selectRulesOf(
  database: Database,
  grants: Grants,
  versions: readonly NumberedText[],
): Promise<Map<string, SiteRules>> {
  const found = new Map<string, SiteRules>();
  for (const version of new Map(versions.map((one) => [one.digest, one])).values()) {
    const rules = parsedSites.get(version.digest) ?? (await readRules(database, grants, version));
    if (rules !== null) found.set(version.digest, rules);
  }
  return found;
}

/** Requests that need the same text at the same time read it once, unless the first of them fails. */
async function readRules(
  database: Database,
  grants: Grants,
  version: NumberedText,
): Promise<SiteRules | null> {
  const { digest, projectNo } = version;
  const others = await pendingSites.get(digest)?.catch(() => null);
  if (others != null) return others;
  const reading = (async () => {
    const [row] = await siteText(database, { grants, projectNo, version: version.version });
    if (row === undefined) return null;
    if (digestOf(row.site) !== digest) {
      throw new Error(
        `version ${version.version} of project ${projectNo} was changed in the database`,
      );
    }
    const rules = rulesOf(digest, decodeSite(row.site));
    parsedSites.set(digest, rules, { size: row.site.length });
    return rules;
  })();
  pendingSites.set(digest, reading);
  return reading.finally(() => pendingSites.delete(digest));
}

function rulesOf(digest: string, site: StoredSite): SiteRules {
  const holidays = holidayNames(site);
  // Sensors with equal limits share what is computed from them.
  const numbers = new Map<string, number>();
  const ofSensors = new Map<string, { readonly limits: LimitRules; readonly no: number }>();
  for (const { id, limits } of site.sensors.filter((sensor) => hasRules(sensor.limits))) {
    const text = JSON.stringify(limits);
    const no = numbers.get(text) ?? numbers.size;
    numbers.set(text, no);
    ofSensors.set(id, { limits, no });
  }
  const instruments = new Map(
    site.sensors.flatMap(({ id, microphone, class: its, calibrations }) =>
      microphone === null && its === null && calibrations.length === 0
        ? []
        : [[id, { microphone, class: its, calibrations }]],
    ),
  );
  const limitsOf = (sensorId: string) => ofSensors.get(sensorId)?.limits ?? noRules;
  return {
    criteria: site.criteria,
    periods: site.periods ?? defaultPeriods,
    holidays,
    permit: site.permit,
    instrumentOf: (sensorId) => instruments.get(sensorId) ?? noInstrument,
    limits: site.limits,
    limitsOf,
    scheduleOf(sensorId, timeZone) {
      const name = `${digest} ${timeZone} ${ofSensors.get(sensorId)?.no ?? ""}`;
      const known = schedules.get(name);
      if (known !== undefined) return known;
      const schedule = { timeZone, holidays, sensor: limitsOf(sensorId), project: site.limits };
      schedules.set(name, schedule);
      return schedule;
    },
  };
}

/** By digest. The size is that of the texts, in characters. */
const parsedSites = new LRUCache<string, SiteRules>({ maxSize: 16 * 1024 * 1024 });

const pendingSites = new Map<string, Promise<SiteRules | null>>();

/** Sized by the values that are computed from a schedule and cached with it. */
const schedules = new LRUCache<string, LimitSchedule>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: ({ sensor, project, holidays }, name) =>
    name.length + bytesOfRule * (holidays.size + countRules(sensor) + countRules(project)),
});

/** A window has two changes on each of 28 kinds of days, 16 bytes each. Other rules need less. */
const bytesOfRule = 1000;

function countRules({ windows, exceptions }: LimitRules): number {
  return windows.length + exceptions.length;
}

type VersionRow = UnknownSite &
  (SizedText | Record<keyof SizedText, null>) & {
    /** The position of the search, from 1. */
    readonly index: number;
  };

const versionsAt = defineStatement<
  { grants: Grants; projectIds: string; instants: string },
  VersionRow
>(
  "select-versions-as-of",
  (value) => sql`
    select wanted.index::integer, v.project_no as "projectNo", v.version, v.digest, v.bytes,
      case when v.version is null then (select round(extract(epoch from min(applied_at)) * 1000)::float8
        from ${siteVersions} where project_no = projects.project_no) end as "knownSince"
    from unnest(${value("projectIds")}::text[], ${value("instants")}::float8[])
      with ordinality as wanted (id, instant, index)
    join ${projects} on ${projects.id} = wanted.id
    left join lateral (
      select project_no, version, digest, octet_length(site) as bytes from ${siteVersions}
      where project_no = projects.project_no
        and applied_at <= coalesce(to_timestamp(wanted.instant / 1000), 'infinity')
      order by version desc limit 1) v on true
    where ${projectIsGranted(value("grants"))}`,
);

const siteText = defineStatement<
  { grants: Grants; projectNo: number; version: number },
  { site: string }
>(
  "select-site",
  (value) => sql`
    select v.site
    from ${siteVersions} v
    join ${projects} on ${projects.projectNo} = v.project_no
    where v.project_no = ${value("projectNo")}::integer and v.version = ${value("version")}::integer
      and ${projectIsGranted(value("grants"))}`,
);

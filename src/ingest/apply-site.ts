import { isDeepStrictEqual } from "node:util";
import type { Queryable } from "#database/client/pool.ts";
import {
  selectProjectIdsOfSensors,
  selectSite,
  type StoredSensor,
} from "#database/queries/sites.ts";
import {
  lockSites,
  replaceContract,
  replaceHolidays,
  replaceLimitRules,
  upsertProject,
  upsertSensor,
} from "#database/queries/sites-write.ts";
import { compareIds } from "#acoustics/ids.ts";
import { InvalidInput } from "./invalid-input.ts";
import type { Site, SitePlace, SiteSensor } from "./site.ts";
import { formatIssue } from "./site-file.ts";

/** What became of one project. */
export interface AppliedProject {
  readonly id: string;
  readonly created: boolean;
  /**
   * What was changed, as paths below the project: a member (`name`, `contract`, `limits` …), a
   * member of a sensor (`sensors.dublin-noise-2.location`), or a new sensor (`sensors.dublin-noise-2`).
   */
  readonly changed: string[];
  /** Sensors of the project that its site does not list. They are left as they are. */
  readonly notListed: string[];
}

/**
 * Makes the stored configuration what the sites declare, all of them in one transaction: applying
 * them again changes nothing. Throws `InvalidInput`, and changes nothing, where two of them declare
 * the same project or sensor, or one declares a sensor of another project.
 */
export async function applySites(db: Queryable, sites: readonly Site[]): Promise<AppliedProject[]> {
  refuse(declaredTwice(sites));
  return db.transaction(async (transaction) => {
    await lockSites(transaction);
    refuse(await ownedByOthers(transaction, sites));
    const applied: AppliedProject[] = [];
    for (const site of sites) applied.push(await applySite(transaction, site));
    return applied;
  });
}

async function applySite(db: Queryable, declared: Site): Promise<AppliedProject> {
  const stored = await selectSite(db, declared.id);
  const holidays = declared.holidays.toSorted((left, right) => compareIds(left.date, right.date));
  const changed = changedMembers({ ...declared, holidays }, stored ?? emptySite, siteMembers);
  const rowChanged = changed.some((member) => siteRowMembers.has(member));
  const key = stored === null || rowChanged ? await upsertProject(db, declared) : stored.key;
  if (changed.includes("contract")) await replaceContract(db, key, declared.contract);
  if (changed.includes("holidays")) await replaceHolidays(db, key, holidays);
  if (changed.includes("limits")) await replaceLimitRules(db, key, null, declared.limits);
  for (const sensor of declared.sensors) {
    changed.push(...(await applySensor(db, key, sensor, stored?.sensors.get(sensor.id) ?? null)));
  }
  const listed = new Set<string>(declared.sensors.map(({ id }) => id));
  const known = [...(stored?.sensors.keys() ?? [])];
  return {
    id: declared.id,
    created: stored === null,
    changed: changed.map((member) => (member === "timeZone" ? "timezone" : member)),
    notListed: known.filter((id) => !listed.has(id)).toSorted(compareIds),
  };
}

async function applySensor(
  db: Queryable,
  projectNo: number,
  declared: SiteSensor,
  stored: StoredSensor | null,
): Promise<string[]> {
  const path = `sensors.${declared.id}`;
  const changed = changedMembers(declared, stored ?? emptySensor, sensorMembers);
  if (stored !== null && changed.length === 0) return [];
  const key = await upsertSensor(db, projectNo, declared);
  if (changed.includes("limits")) await replaceLimitRules(db, projectNo, key, declared.limits);
  return stored === null ? [path] : changed.map((member) => `${path}.${member}`);
}

const noRules = { exceptions: [], windows: [], default: null };

const emptySensor = {
  name: null,
  serialNumber: null,
  model: null,
  location: null,
  limits: noRules,
};
const sensorMembers = ["name", "serialNumber", "model", "location", "limits"] as const;

const emptySite = {
  name: null,
  description: null,
  timeZone: null,
  location: null,
  contract: null,
  holidays: [],
  limits: noRules,
  classification: null,
};
const siteMembers = [
  "name",
  "description",
  "timeZone",
  "location",
  "contract",
  "holidays",
  "limits",
  "classification",
] as const;
const siteRowMembers = new Set(["name", "description", "timeZone", "location", "classification"]);

function changedMembers<Member extends string>(
  declared: Readonly<Record<Member, unknown>>,
  stored: Readonly<Record<Member, unknown>>,
  members: readonly Member[],
): string[] {
  return members.filter((member) => !isDeepStrictEqual(declared[member], stored[member]));
}

function declaredTwice(sites: readonly Site[]): string[] {
  return [
    ...repeatedPlaces("project", sites),
    ...repeatedPlaces(
      "sensor",
      sites.flatMap(({ sensors }) => sensors),
    ),
  ];
}

function repeatedPlaces(
  what: string,
  entries: readonly { readonly id: string; readonly place: SitePlace }[],
): string[] {
  const first = new Map<string, SitePlace>();
  return entries.flatMap(({ id, place }) => {
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, place);
      return [];
    }
    const message = `the ${what} ${id} is declared in ${earlier.file}:${earlier.line} already`;
    return [formatIssue({ ...place, message })];
  });
}

async function ownedByOthers(db: Queryable, sites: readonly Site[]): Promise<string[]> {
  const owners = await selectProjectIdsOfSensors(
    db,
    sites.flatMap(({ sensors }) => sensors.map(({ id }) => id)),
  );
  return sites.flatMap((site) =>
    site.sensors.flatMap(({ id, place }) => {
      const owner = owners.get(id) ?? site.id;
      if (owner === site.id) return [];
      return [
        formatIssue({ ...place, message: `the sensor ${id} belongs to the project ${owner}` }),
      ];
    }),
  );
}

function refuse(issues: readonly string[]): void {
  if (issues.length > 0) throw new InvalidInput(issues);
}

import { isDeepStrictEqual } from "node:util";
import type { Queryable } from "#database/client/pool.ts";
import { replaceHolidays, replaceLimitRules } from "#database/queries/limit-rules.ts";
import {
  lockSites,
  replaceContract,
  selectProjectIdsOfSensors,
  selectSite,
  type StoredSensor,
  upsertProject,
  upsertSensor,
} from "#database/queries/sites.ts";
import { compareIds } from "#acoustics/ids.ts";
import { InvalidInput } from "./invalid-input.ts";
import { formatIssue, type Site, type SitePlace, type SiteSensor } from "./site-file.ts";

/** What was done with one project. */
export interface AppliedProject {
  readonly id: string;
  readonly created: boolean;
  /**
   * Paths below the project of what was changed: a member (`name`, `contract`, `limits` …), a member
   * of a sensor (`sensors.dublin-noise-2.location`), or a new sensor (`sensors.dublin-noise-2`).
   */
  readonly changed: string[];
  /** Sensors of the project that its site does not list. They are left as they are. */
  readonly notListed: string[];
}

/**
 * Stores the configuration that the sites declare, all of them in one transaction; applying them
 * again changes nothing. Throws `InvalidInput`, and changes nothing, if two of them declare the same
 * project or sensor, or one declares a sensor of another project.
 */
export async function applySites(db: Queryable, sites: readonly Site[]): Promise<AppliedProject[]> {
  const sensors = sites.flatMap((site) => site.sensors);
  refuse([...findRepeated("project", sites), ...findRepeated("sensor", sensors)]);
  return db.transaction(async (transaction) => {
    await lockSites(transaction);
    refuse(await findSensorsOfOthers(transaction, sites));
    const applied: AppliedProject[] = [];
    for (const site of sites) applied.push(await applySite(transaction, site));
    return applied;
  });
}

async function applySite(db: Queryable, declared: Site): Promise<AppliedProject> {
  const stored = await selectSite(db, declared.id);
  const holidays = declared.holidays.toSorted((left, right) => compareIds(left.date, right.date));
  const changed: string[] = changedMembers({ ...declared, holidays }, stored, emptyProject);
  const isRowChanged = changed.some((member) => !membersOfOtherTables.has(member));
  const projectNo =
    stored === null || isRowChanged ? await upsertProject(db, declared) : stored.projectNo;
  if (changed.includes("contract")) await replaceContract(db, projectNo, declared.contract);
  if (changed.includes("holidays")) await replaceHolidays(db, projectNo, holidays);
  if (changed.includes("limits")) await replaceLimitRules(db, projectNo, null, declared.limits);
  for (const sensor of declared.sensors) {
    const storedSensor = stored?.sensors.get(sensor.id) ?? null;
    changed.push(...(await applySensor(db, projectNo, sensor, storedSensor)));
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
  const changed = changedMembers(declared, stored, emptySensor);
  if (stored !== null && changed.length === 0) return [];
  const sensorNo = await upsertSensor(db, projectNo, declared);
  if (changed.includes("limits")) {
    await replaceLimitRules(db, projectNo, sensorNo, declared.limits);
  }
  return stored === null ? [path] : changed.map((member) => `${path}.${member}`);
}

const noRules = { exceptions: [], windows: [], default: null };

/** Compared with a new sensor: what is empty is not changed. */
const emptySensor = {
  name: null,
  serialNumber: null,
  model: null,
  location: null,
  limits: noRules,
  intervalSeconds: null,
};

const emptyProject = {
  name: null,
  description: null,
  timeZone: null,
  location: null,
  contract: null,
  holidays: [],
  limits: noRules,
  classification: null,
  intervalSeconds: null,
  periods: null,
  retention: null,
};

const membersOfOtherTables = new Set(["contract", "holidays", "limits"]);

/** The members of `empty` whose declared value is not the stored one. */
function changedMembers<Member extends string>(
  declared: Readonly<Record<NoInfer<Member>, unknown>>,
  stored: Readonly<Record<NoInfer<Member>, unknown>> | null,
  empty: Readonly<Record<Member, unknown>>,
): Member[] {
  const members = Object.keys(empty) as Member[];
  return members.filter((name) => !isDeepStrictEqual(declared[name], (stored ?? empty)[name]));
}

function findRepeated(
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

async function findSensorsOfOthers(db: Queryable, sites: readonly Site[]): Promise<string[]> {
  const ids = sites.flatMap(({ sensors }) => sensors.map(({ id }) => id));
  const owners = await selectProjectIdsOfSensors(db, ids);
  return sites.flatMap((site) =>
    site.sensors.flatMap(({ id, place }) => {
      const owner = owners.get(id) ?? site.id;
      if (owner === site.id) return [];
      return formatIssue({ ...place, message: `the sensor ${id} belongs to the project ${owner}` });
    }),
  );
}

function refuse(issues: readonly string[]): void {
  if (issues.length > 0) throw new InvalidInput(issues);
}

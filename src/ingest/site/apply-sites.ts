import type { Instant } from "../../acoustics/time/instant.ts";
import type { Queryable } from "../../database/client/pool.ts";
import {
  lockSites,
  selectProjectIdsOfSensors,
  selectSite,
} from "../../database/queries/sites/sites.ts";
import {
  selectChangedColumns,
  upsertProject,
  upsertSensors,
} from "../../database/queries/sites/write-site.ts";
import { grantToOpenKeys } from "../../database/queries/keys/api-keys.ts";
import { greatestSiteBytes } from "../../acoustics/site-bounds.ts";
import { insertVersion } from "../../database/queries/sites/site-versions.ts";
import { InvalidInput } from "../invalid-input.ts";
import { planSite, type SitePlan } from "./plan-site.ts";
import { formatIssue, type Site, type SitePosition } from "./site-file.ts";

/** The outcome of one project. */
export interface AppliedProject {
  readonly id: string;
  readonly created: boolean;
  /**
   * Paths below the project of the changed members: a member (`name`, `contract`, `limits` …), a member of a sensor
   * (`sensors.dublin-noise-2.location`), or a new sensor (`sensors.dublin-noise-2`).
   */
  readonly changed: readonly string[];
  /** Sensors of the project that its site does not list. They stay unchanged. */
  readonly notListed: string[];
}

/**
 * Stores the sites in one transaction, with versions of `appliedAt`; null: the time of the database. Throws
 * `InvalidInput`, and changes nothing, if two declare the same project or sensor, one declares a sensor of another
 * project or is too long, or a criterion names a sensor outside its project.
 */
export function applySites(
  db: Queryable,
  sites: readonly Site[],
  appliedAt: Instant | null = null,
): Promise<AppliedProject[]> {
  return db.transaction(async (transaction) => {
    await lockSites(transaction);
    const plans = await planSites(transaction, sites);
    for (const plan of plans) await writeSite(transaction, plan, appliedAt);
    return plans.map(describeApplied);
  });
}

/** The changes that an application of the sites would make now. Throws `InvalidInput` as `applySites` does. */
export async function planSites(db: Queryable, sites: readonly Site[]): Promise<SitePlan[]> {
  const sensors = sites.flatMap((site) => site.sensors);
  refuse([...findRepeated("project", sites), ...findRepeated("sensor", sensors)]);
  refuse(await findSensorsOfOthers(db, sites));
  const plans: SitePlan[] = [];
  for (const site of sites) {
    const version = await selectSite(db, site.id);
    const overwritten = version === null ? [] : await selectChangedColumns(db, version);
    plans.push(planSite(site, version, overwritten));
  }
  refuse(plans.flatMap((plan) => [...findUnknownSensors(plan), ...findTooLong(plan)]));
  return plans;
}

export function describeApplied(plan: SitePlan): AppliedProject {
  return {
    id: plan.declared.id,
    created: plan.stored === null,
    changed: plan.changed,
    notListed: [...plan.notListed],
  };
}

/**
 * Writes the next version of a plan, if it changes the site, and the columns that differ from it. In a transaction that
 * has locked the sites since the plan.
 */
export async function writeSite(
  db: Queryable,
  plan: SitePlan,
  appliedAt: Instant | null = null,
): Promise<void> {
  const { planned, stored, changes, overwritten, text } = plan;
  const isChanged = stored === null || changes.length > 0;
  const isWritten = isChanged || overwritten.length > 0;
  const projectNo = (isWritten ? await upsertProject(db, planned) : null) ?? plan.projectNo;
  if (projectNo === null) throw new Error("a project that was just written is not there");
  if (isWritten) await upsertSensors(db, projectNo, planned.sensors);
  await grantToOpenKeys(db, projectNo);
  if (!isChanged) return;
  const paths = changes.map(({ path }) => path);
  await insertVersion(db, projectNo, text, paths, appliedAt);
}

function findRepeated(
  what: string,
  entries: readonly { readonly id: string; readonly position: SitePosition }[],
): string[] {
  const first = new Map<string, SitePosition>();
  return entries.flatMap(({ id, position }) => {
    const earlier = first.get(id);
    if (earlier === undefined) {
      first.set(id, position);
      return [];
    }
    const message = `the ${what} ${id} is declared in ${earlier.file}:${earlier.line} already`;
    return [formatIssue({ ...position, message })];
  });
}

async function findSensorsOfOthers(db: Queryable, sites: readonly Site[]): Promise<string[]> {
  const ids = sites.flatMap(({ sensors }) => sensors.map(({ id }) => id));
  const owners = await selectProjectIdsOfSensors(db, ids);
  return sites.flatMap((site) =>
    site.sensors.flatMap(({ id, position }) => {
      const owner = owners.get(id) ?? site.id;
      if (owner === site.id) return [];
      return formatIssue({
        ...position,
        message: `the sensor ${id} belongs to the project ${owner}`,
      });
    }),
  );
}

/** A criterion may name a sensor that the site does not list, because the project still has it. */
function findUnknownSensors({ declared, notListed }: SitePlan): string[] {
  const known = new Set<string>([...declared.sensors.map(({ id }) => id), ...notListed]);
  return declared.namedSensors.flatMap(({ id, position }) => {
    const message = `the project ${declared.id} has no sensor ${id}`;
    return known.has(id) ? [] : formatIssue({ ...position, message });
  });
}

/** Aliases of YAML may make much of a short file. */
function findTooLong({ declared: { id, position }, text }: SitePlan): string[] {
  const bytes = Buffer.byteLength(text);
  if (bytes <= greatestSiteBytes) return [];
  const millions = (count: number) => `${(count / 1e6).toFixed(1)} MB`;
  const message = `the project ${id} needs ${millions(bytes)}, and at most ${millions(greatestSiteBytes)} are stored: declare equal limits of its sensors once, as those of the project`;
  return [formatIssue({ ...position, message })];
}

function refuse(issues: readonly string[]): void {
  if (issues.length > 0) throw new InvalidInput(issues);
}

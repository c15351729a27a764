import { isDeepStrictEqual } from "node:util";
import type { Criterion } from "../../acoustics/assessment/criterion.ts";
import { compareIds } from "../../acoustics/ids.ts";
import type { SiteVersion } from "../../database/queries/sites/sites.ts";
import type { StoredSensor, StoredSite } from "../../database/queries/sites/stored-site.ts";
import { type Change, compareValues } from "./compare-values.ts";
import type { Site, SiteSensor } from "./site-file.ts";
import {
  emptyProject,
  emptySensor,
  fileNameOf,
  type ProjectMember,
  type SensorMember,
} from "./site-members.ts";
import { writeCriterion, writeProject, writeSensor, type Written } from "./written-site.ts";

/** The changes that applying a site would make. */
export interface SitePlan {
  readonly declared: Site;
  /** Null if the project is new. */
  readonly projectNo: number | null;
  readonly stored: StoredSite | null;
  /** The site that is then in force: as declared, with the sensors that are not listed. */
  readonly planned: StoredSite;
  readonly changed: readonly ProjectMember[];
  /** The sensors that are new or changed. */
  readonly sensors: readonly SensorPlan[];
  /** Sensors of the project that the site does not list, in the order of their ids. They stay as they are. */
  readonly notListed: readonly string[];
}

export interface SensorPlan {
  readonly declared: SiteSensor;
  /** Null if the sensor is new. */
  readonly stored: StoredSensor | null;
  readonly changed: readonly SensorMember[];
}

export function planSite(site: Site, version: SiteVersion | null): SitePlan {
  const { projectNo = null, site: stored = null } = version ?? {};
  const holidays = site.holidays.toSorted((left, right) => compareIds(left.date, right.date));
  const declared = { ...site, holidays };
  const known = new Map(stored?.sensors.map((sensor) => [sensor.id, sensor]));
  const sensors = site.sensors.map((sensor) => {
    const storedSensor = known.get(sensor.id) ?? null;
    const changed = changedMembers(sensor, storedSensor, emptySensor);
    return { declared: sensor, stored: storedSensor, changed };
  });
  const listed = new Set<string>(site.sensors.map(({ id }) => id));
  const notListed = [...known.values()].filter(({ id }) => !listed.has(id));
  const { position: _, namedSensors: _named, ...members } = declared;
  const all = [...site.sensors.map(({ position: _ofSensor, ...sensor }) => sensor), ...notListed];
  return {
    declared,
    projectNo,
    stored,
    planned: {
      ...members,
      sensors: all.toSorted((left, right) => compareIds(left.id, right.id)),
    },
    changed: changedMembers(declared, stored, emptyProject),
    sensors: sensors.filter((sensor) => sensor.stored === null || sensor.changed.length > 0),
    notListed: notListed.map(({ id }) => id),
  };
}

/** Paths below the project of the members that are changed, and of sensors and criteria that are new or gone. */
export function changedPaths({ declared, changed, sensors, ...plan }: SitePlan): string[] {
  return [
    ...changed.flatMap((member) =>
      member === "criteria"
        ? changedCriteria(plan.stored?.criteria ?? [], declared.criteria)
        : fileNameOf(member),
    ),
    ...sensors.flatMap(({ declared: { id }, stored, changed: members }) =>
      stored === null ? `sensors.${id}` : members.map((member) => `sensors.${id}.${member}`),
    ),
  ];
}

/** Old and new values of the changed members, in the form of a site file. */
export function changedValues({ declared, stored, sensors }: SitePlan): Change[] {
  // Criteria are matched by their ids, and not by their positions.
  const old = stored === null ? {} : writeProject({ ...stored, criteria: [] });
  const members = compareValues("", old, writeProject({ ...declared, criteria: [] }));
  return [
    // Each path begins with a dot, because the path of the project is empty.
    ...members.map((change) => ({ ...change, path: change.path.slice(1) })),
    ...compareCriteria(stored?.criteria ?? [], declared.criteria),
    ...sensors.flatMap(({ declared: sensor, stored: storedSensor }) =>
      compareValues(
        `sensors.${sensor.id}`,
        storedSensor && writeSensor(storedSensor),
        writeSensor(sensor),
      ),
    ),
  ];
}

/**
 * The members of `empty` whose declared value is not the stored one. Empty members of a new project or sensor are not
 * changes.
 */
function changedMembers<Member extends string>(
  declared: Readonly<Record<NoInfer<Member>, unknown>>,
  stored: Readonly<Record<NoInfer<Member>, unknown>> | null,
  empty: Readonly<Record<Member, unknown>>,
): Member[] {
  const members = Object.keys(empty) as Member[];
  return members.filter((name) => !isDeepStrictEqual(declared[name], (stored ?? empty)[name]));
}

/**
 * The differences of two lists of criteria, as old and new values in the form of a site file. Criteria are matched by
 * their ids: `criteria.works-day.limit`. A criterion that only one list has is `criteria.works-day`; the order of those
 * that both have is `criteria`.
 */
function compareCriteria(old: readonly Criterion[], changed: readonly Criterion[]): Change[] {
  const [before, after] = [writtenById(old), writtenById(changed)];
  const ids = new Set([...before.keys(), ...after.keys()]);
  const inBoth = (list: ReadonlyMap<string, Written>) =>
    [...list.keys()].filter((id) => before.has(id) && after.has(id));
  return [
    ...compareValues("criteria", inBoth(before), inBoth(after)),
    ...[...ids].flatMap((id) =>
      compareValues(`criteria.${id}`, before.get(id) ?? null, after.get(id) ?? null),
    ),
  ];
}

/** Paths as `compareCriteria` has them, but no deeper than a member of a criterion. */
function changedCriteria(old: readonly Criterion[], changed: readonly Criterion[]): string[] {
  const paths = compareCriteria(old, changed).map(({ path }) => path.split(/[.[]/).slice(0, 3));
  return [...new Set(paths.map((steps) => steps.join(".")))];
}

function writtenById(criteria: readonly Criterion[]): Map<string, Written> {
  return new Map(criteria.map((criterion) => [criterion.id, writeCriterion(criterion)]));
}

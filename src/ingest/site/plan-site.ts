import type { Criterion } from "../../acoustics/assessment/criterion.ts";
import { compareIds } from "../../acoustics/ids.ts";
import type { SiteVersion } from "../../database/queries/sites/sites.ts";
import { encodeSite, type StoredSite } from "../../database/queries/sites/stored-site.ts";
import { type Change, compareValues } from "./compare-values.ts";
import type { Site } from "./site-file.ts";
import { writeCriterion, writeProject, writeSensor, type Written } from "./written-site.ts";

/** The changes that applying a site would make. */
export interface SitePlan {
  readonly declared: Site;
  /** Null if the project is new. */
  readonly projectNo: number | null;
  readonly stored: StoredSite | null;
  /** The site that is then in force: as declared, with the sensors that are not listed. */
  readonly planned: StoredSite;
  /** The same as the text of its version. */
  readonly text: string;
  /** Old and new values of the changed members, in the form of a site file. */
  readonly changes: readonly Change[];
  /** Paths below the project of the members that are changed, and of sensors and criteria that are new or gone. */
  readonly changed: readonly string[];
  /** Sensors of the project that the site does not list, in the order of their ids. They stay as they are. */
  readonly notListed: readonly string[];
  /** Columns that somebody changed in the database, such as `sensors.dublin-noise-2.end_at`: they are overwritten. */
  readonly overwritten: readonly string[];
}

export function planSite(
  declared: Site,
  version: SiteVersion | null,
  overwritten: readonly string[] = [],
): SitePlan {
  const { projectNo = null, site: stored = null } = version ?? {};
  const { position: _, namedSensors: _named, ...members } = declared;
  const listed = new Set<string>(declared.sensors.map(({ id }) => id));
  const notListed = stored?.sensors.filter(({ id }) => !listed.has(id)) ?? [];
  const sensors = declared.sensors.map(({ position: _ofSensor, ...sensor }) => sensor);
  const planned: StoredSite = {
    ...members,
    holidays: declared.holidays.toSorted((left, right) => compareIds(left.date, right.date)),
    sensors: [...sensors, ...notListed].toSorted((left, right) => compareIds(left.id, right.id)),
  };
  const changes = changesOf(stored, { ...planned, sensors });
  const changed = [...new Set(changes.map(({ path }) => memberOf(path)))];
  return {
    declared,
    projectNo,
    stored,
    planned,
    text: encodeSite(planned),
    changes,
    changed,
    notListed: notListed.map(({ id }) => id),
    overwritten,
  };
}

/** The path of a member of the project, of a sensor or of a criterion, of a path below it. */
function memberOf(path: string): string {
  const steps = path.split(/[.[]/);
  return steps.slice(0, steps[0] === "sensors" || steps[0] === "criteria" ? 3 : 1).join(".");
}

/** Sensors are in the order of the site file, and those that it does not list are not compared. */
function changesOf(stored: StoredSite | null, declared: StoredSite): Change[] {
  // Criteria are matched by their ids, and not by their positions.
  const old = stored === null ? {} : writeProject({ ...stored, criteria: [] });
  const members = compareValues("", old, writeProject({ ...declared, criteria: [] }));
  const known = new Map(stored?.sensors.map((sensor) => [sensor.id, writeSensor(sensor)]));
  return [
    // Each path begins with a dot, because the path of the project is empty.
    ...members.map((change) => ({ ...change, path: change.path.slice(1) })),
    ...compareCriteria(stored?.criteria ?? [], declared.criteria),
    ...declared.sensors.flatMap((sensor) =>
      compareValues(`sensors.${sensor.id}`, known.get(sensor.id) ?? null, writeSensor(sensor)),
    ),
  ];
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

function writtenById(criteria: readonly Criterion[]): Map<string, Written> {
  return new Map(criteria.map((criterion) => [criterion.id, writeCriterion(criterion)]));
}

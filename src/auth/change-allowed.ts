import type { Queryable } from "../database/client/pool.ts";
import {
  type AllowedNos,
  selectOwnedSensors,
  selectProjectNos,
} from "../database/queries/keys/api-keys.ts";
import { describeUnknownId } from "../system/unknown-id.ts";

/** Ids of the projects and sensors that a change adds to a key or removes from it, as the operator entered them. */
export interface GrantChanges {
  readonly addedProjects: readonly string[];
  readonly removedProjects: readonly string[];
  readonly addedSensors: readonly string[];
  readonly removedSensors: readonly string[];
  /** True: the key reads all sensors of its projects, also those that are added later. */
  readonly allSensors: boolean;
}

/**
 * The projects and sensors that a key may read after changes, and the issues of the changes. `withAllSensors`: an added
 * project adds its present sensors. A removed project removes its sensors.
 */
export async function changeAllowed(
  db: Queryable,
  before: AllowedNos,
  changes: GrantChanges & { readonly withAllSensors: boolean },
): Promise<AllowedNos & { readonly issues: readonly string[] }> {
  const knownProjects = await selectProjectNos(db);
  const knownSensors = await selectOwnedSensors(db);
  const sensorsById = new Map(knownSensors.map((sensor) => [sensor.id, sensor]));
  const issues: string[] = [];
  const find = <Found>(
    what: "project" | "sensor",
    ids: readonly string[],
    known: ReadonlyMap<string, Found>,
  ) =>
    ids.flatMap((id) => {
      const found = known.get(id);
      if (found === undefined) issues.push(describeUnknownId(what, id));
      return found === undefined ? [] : [found];
    });
  const added = new Set(find("project", changes.addedProjects, knownProjects));
  const removed = new Set(find("project", changes.removedProjects, knownProjects));
  const projectNos = new Set([...before.projectNos, ...added].filter((no) => !removed.has(no)));
  if (projectNos.size === 0 && removed.size > 0) {
    issues.push("no project would be left: revoke the key instead");
  }
  const addedSensors = find("sensor", changes.addedSensors, sensorsById);
  for (const { id, projectNo } of addedSensors) {
    if (!projectNos.has(projectNo))
      issues.push(`the sensor ${id} is in none of the key's projects`);
  }
  const removedSensors = new Set(
    find("sensor", changes.removedSensors, sensorsById).map(({ sensorNo }) => sensorNo),
  );
  const ofAddedProjects = knownSensors.filter(
    ({ projectNo }) => changes.withAllSensors && added.has(projectNo),
  );
  if (changes.allSensors && removedSensors.size > 0) {
    issues.push("the key reads all sensors of its projects: name --no-all-sensors as well");
  }
  const ofAllProjects = knownSensors.filter(
    ({ projectNo }) => changes.allSensors && projectNos.has(projectNo),
  );
  const ofRemovedProjects = knownSensors.filter(({ projectNo }) => removed.has(projectNo));
  for (const { sensorNo } of ofRemovedProjects) removedSensors.add(sensorNo);
  const sensorNos = new Set(before.sensorNos);
  for (const { sensorNo } of [...ofAddedProjects, ...ofAllProjects, ...addedSensors])
    sensorNos.add(sensorNo);
  for (const sensorNo of removedSensors) sensorNos.delete(sensorNo);
  return { projectNos: [...projectNos], sensorNos: [...sensorNos], issues };
}

import type { KeyId } from "../acoustics/ids.ts";
import type { Instant } from "../acoustics/time/instant.ts";
import type { Queryable } from "../database/client/pool.ts";
import {
  type ApiKeyRecord,
  type LockedApiKey,
  lockApiKey,
  selectApiKeyRecord,
  selectOwnedSensors,
  selectProjectNos,
  updateApiKey,
} from "../database/queries/keys/api-keys.ts";
import { findExpiryIssues, findNameIssues, findScopeIssues } from "./key-issues.ts";
import { scopes } from "./scopes.ts";
import { lockSites } from "../database/queries/sites/sites.ts";

/** The changes of a key, as the operator entered them. */
export interface KeyChanges {
  readonly addedProjects: readonly string[];
  readonly removedProjects: readonly string[];
  readonly addedSensors: readonly string[];
  readonly removedSensors: readonly string[];
  readonly addedScopes: readonly string[];
  readonly removedScopes: readonly string[];
  /** Undefined leaves the name as it is. */
  readonly name: string | undefined;
  /** Null means that the key does not expire; undefined leaves it as it is. */
  readonly expiresAt: Instant | null | undefined;
}

export type KeyUpdate =
  | { readonly ok: true; readonly before: ApiKeyRecord; readonly after: ApiKeyRecord }
  | { readonly ok: false; readonly issues: readonly string[] };

/**
 * Changes a key, in force at the next request, or returns all issues and changes nothing. An added project brings the
 * sensors that it has now, also if the key may read the project already; a removed project removes its sensors. Adding
 * what the key has, or removing what it has not, changes nothing.
 */
export function updateKey(
  db: Queryable,
  id: KeyId,
  changes: KeyChanges,
  now: Date,
): Promise<KeyUpdate> {
  return db.transaction(async (transaction) => {
    // The reason is that of `createApiKey`.
    await lockSites(transaction);
    const key = await lockApiKey(transaction, id);
    const before = await selectApiKeyRecord(transaction, id);
    if (key === null || before === null) return refuse([`there is no key ${id}`]);
    if (key.revokedAt !== null) return refuse([`the key ${id} is revoked; create a new one`]);
    const allowed = await changeAllowed(transaction, key, changes);
    const kept = [...key.scopes, ...changes.addedScopes].filter(
      (scope) => !changes.removedScopes.includes(scope),
    );
    const issues = [
      ...findNameIssues(changes.name ?? key.name),
      ...findContradictions(changes),
      ...findScopeIssues([...changes.addedScopes, ...changes.removedScopes]),
      ...(kept.length === 0 ? ["no scope would be left: revoke the key instead"] : []),
      ...findExpiryIssues(changes.expiresAt ?? null, now),
      ...allowed.issues,
    ];
    if (issues.length > 0) return refuse(issues);
    const { name = key.name, expiresAt } = changes;
    const properties = {
      name,
      scopes: scopes.filter((scope) => kept.includes(scope)),
      expiresAt: expiresAt === undefined ? key.expiresAt : expiresAt && new Date(expiresAt),
    };
    await updateApiKey(transaction, id, properties, allowed);
    return { ok: true, before, after: (await selectApiKeyRecord(transaction, id)) ?? before };
  });
}

const refuse = (issues: readonly string[]) => ({ ok: false, issues }) as const;

/** The same thing cannot be added and removed. */
function findContradictions(changes: KeyChanges): string[] {
  const both = (added: readonly string[], removed: readonly string[], what: string) =>
    added
      .filter((name) => removed.includes(name))
      .map((name) => `the ${what} ${JSON.stringify(name)} is both added and removed`);
  return [
    ...both(changes.addedScopes, changes.removedScopes, "scope"),
    ...both(changes.addedProjects, changes.removedProjects, "project"),
    ...both(changes.addedSensors, changes.removedSensors, "sensor"),
  ];
}

interface ChangedGrants {
  readonly projectNos: readonly number[];
  readonly sensorNos: readonly number[];
  readonly issues: readonly string[];
}

async function changeAllowed(
  db: Queryable,
  key: LockedApiKey,
  changes: KeyChanges,
): Promise<ChangedGrants> {
  const knownProjects = await selectProjectNos(db);
  const knownSensors = await selectOwnedSensors(db);
  const sensorsById = new Map(knownSensors.map((sensor) => [sensor.id, sensor]));
  const issues: string[] = [];
  const find = <Found>(what: string, ids: readonly string[], known: ReadonlyMap<string, Found>) =>
    ids.flatMap((id) => {
      const found = known.get(id);
      if (found === undefined) issues.push(`unknown ${what} ${JSON.stringify(id)}`);
      return found === undefined ? [] : [found];
    });
  const added = new Set(find("project", changes.addedProjects, knownProjects));
  const removed = new Set(find("project", changes.removedProjects, knownProjects));
  const projectNos = new Set([...key.projectNos, ...added].filter((no) => !removed.has(no)));
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
  const ofAddedProjects = knownSensors.filter(({ projectNo }) => added.has(projectNo));
  const ofRemovedProjects = knownSensors.filter(({ projectNo }) => removed.has(projectNo));
  for (const { sensorNo } of ofRemovedProjects) removedSensors.add(sensorNo);
  const sensorNos = new Set(key.sensorNos);
  for (const { sensorNo } of [...ofAddedProjects, ...addedSensors]) sensorNos.add(sensorNo);
  for (const sensorNo of removedSensors) sensorNos.delete(sensorNo);
  return { projectNos: [...projectNos], sensorNos: [...sensorNos], issues };
}

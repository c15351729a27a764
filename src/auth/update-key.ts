import type { KeyId } from "../acoustics/ids.ts";
import type { Instant } from "../acoustics/time/instant.ts";
import type { Queryable } from "../database/client/pool.ts";
import {
  type ApiKeyRecord,
  lockApiKey,
  selectApiKeyRecord,
  updateApiKey,
} from "../database/queries/keys/api-keys.ts";
import { changeAllowed, type GrantChanges } from "./change-allowed.ts";
import { findExpiryIssues, findNameIssues, findScopeIssues, wasReplaced } from "./key-issues.ts";
import { scopes } from "./scopes.ts";
import { lockSites } from "../database/queries/sites/sites.ts";

/** The changes of a key, as the operator entered them. */
export interface KeyChanges extends Omit<GrantChanges, "allSensors"> {
  /** Undefined: as before. */
  readonly allSensors: boolean | undefined;
  readonly addedScopes: readonly string[];
  readonly removedScopes: readonly string[];
  /** Undefined: the name stays. */
  readonly name: string | undefined;
  /** Null means that the key does not expire; undefined: the end stays. */
  readonly expiresAt: Instant | null | undefined;
}

export type KeyUpdate =
  | { readonly ok: true; readonly before: ApiKeyRecord; readonly after: ApiKeyRecord }
  | { readonly ok: false; readonly issues: readonly string[] };

/**
 * Changes a key, in force at the next request, or returns all issues and changes nothing. An added project adds its
 * present sensors, also if the key may already read the project; a removed project removes its sensors. Adding a
 * present grant or removing an absent one changes nothing.
 */
export function updateKey(
  db: Queryable,
  id: KeyId,
  changes: KeyChanges,
  now: Date,
): Promise<KeyUpdate> {
  return db.transaction(async (transaction) => {
    // For the reason, see `createApiKey`.
    await lockSites(transaction);
    const key = await lockApiKey(transaction, id);
    const before = await selectApiKeyRecord(transaction, id);
    if (key === null || before === null) return refuse([`there is no key ${id}`]);
    if (key.replacedBy !== null) return refuse([wasReplaced(id, key.replacedBy)]);
    if (key.revokedAt !== null) return refuse([`the key ${id} is revoked; create a new one`]);
    const { allSensors = key.allSensors } = changes;
    const granted = { ...changes, allSensors, withAllSensors: true };
    const allowed = await changeAllowed(transaction, key, granted);
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
      allSensors,
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

import { createHash, randomBytes } from "node:crypto";
import {
  type AllowedNos,
  existsApiKey,
  insertApiKey,
  revokeApiKey,
} from "../database/queries/keys/api-keys.ts";
import { lockSites } from "../database/queries/sites/sites.ts";
import type { Queryable } from "../database/client/pool.ts";
import type { KeyId } from "../acoustics/ids.ts";
import { type ApiKey, composeApiKey } from "./api-key.ts";
import { changeAllowed } from "./change-allowed.ts";
import type { Instant } from "../acoustics/time/instant.ts";
import { findExpiryIssues, findNameIssues, findScopeIssues, noScope } from "./key-issues.ts";
import { scopes } from "./scopes.ts";

/** The options of a new key, as the operator entered them. */
export interface ApiKeyRequest {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly projects: readonly string[];
  /** Null means all present sensors of the named projects, `all` also those that are added later. */
  readonly sensors: readonly string[] | "all" | null;
  /** Null means that the key does not expire. */
  readonly expiresAt: Instant | null;
}

export type CreatedApiKey =
  | {
      readonly ok: true;
      readonly key: ApiKey;
      readonly projectCount: number;
      readonly sensorCount: number;
    }
  | { readonly ok: false; readonly issues: readonly string[] };

/** Creates and stores a key of random bytes, or returns all issues of the options. */
export async function createApiKey(
  db: Queryable,
  request: ApiKeyRequest,
  now: Date,
  bytes: (length: number) => Uint8Array = randomBytes,
): Promise<CreatedApiKey> {
  return db.transaction(async (transaction) => {
    // Sensors may be added meanwhile. On Citus, two transactions that write reference tables could wait for each other.
    await lockSites(transaction);
    const { projects: addedProjects, sensors } = request;
    const allSensors = sensors === "all";
    const allowed = await changeAllowed(transaction, grantsNothing, {
      addedProjects,
      addedSensors: allSensors ? [] : (sensors ?? []),
      removedProjects: [],
      removedSensors: [],
      withAllSensors: sensors === null,
      allSensors,
    });
    const issues = [...requestIssues(request, now), ...allowed.issues];
    if (issues.length > 0) return { ok: false, issues };
    const properties = {
      name: request.name,
      scopes: scopes.filter((scope) => request.scopes.includes(scope)),
      createdAt: now,
      expiresAt: request.expiresAt && new Date(request.expiresAt),
      allSensors,
    };
    const key = await storeNewKey(transaction, properties, allowed, bytes);
    return {
      ok: true,
      key,
      projectCount: allowed.projectNos.length,
      sensorCount: allowed.sensorNos.length,
    };
  });
}

/** Stores a key of random bytes. */
export async function storeNewKey(
  db: Queryable,
  properties: Omit<Parameters<typeof insertApiKey>[1], "id" | "secretHash">,
  allowed: AllowedNos,
  bytes: (length: number) => Uint8Array = randomBytes,
): Promise<ApiKey> {
  const key = composeApiKey(bytes(12), bytes(32));
  const secretHash = createHash("sha256").update(key.text).digest();
  await insertApiKey(db, { ...properties, id: key.id, secretHash }, allowed);
  return key;
}

/** Revokes a key. The next request with it is refused. */
export async function revokeKey(
  db: Queryable,
  id: KeyId,
  now: Date,
): Promise<"revoked" | "already revoked" | "unknown"> {
  if (await revokeApiKey(db, id, now)) return "revoked";
  return (await existsApiKey(db, id)) ? "already revoked" : "unknown";
}

const grantsNothing: AllowedNos = { projectNos: [], sensorNos: [] };

function requestIssues(request: ApiKeyRequest, now: Date): string[] {
  return [
    ...findNameIssues(request.name),
    ...(request.scopes.length === 0 ? [noScope] : []),
    ...findScopeIssues(request.scopes),
    ...(request.projects.length === 0
      ? ["no project is named: a key needs at least one, such as `acoustic status` shows"]
      : []),
    ...findExpiryIssues(request.expiresAt, now),
  ];
}

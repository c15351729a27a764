import { createHash, randomBytes } from "node:crypto";
import {
  existsApiKey,
  insertApiKey,
  revokeApiKey,
  selectOwnedSensors,
  selectProjectNos,
} from "../database/queries/keys/api-keys.ts";
import { lockSites } from "../database/queries/sites/sites.ts";
import type { Queryable } from "../database/client/pool.ts";
import type { KeyId } from "../acoustics/ids.ts";
import { type ApiKey, composeApiKey } from "./api-key.ts";
import type { Instant } from "../acoustics/time/instant.ts";
import { findExpiryIssues, findNameIssues, findScopeIssues, noScope } from "./key-issues.ts";
import { scopes } from "./scopes.ts";

/** The options of a new key, as the operator entered them. */
export interface ApiKeyRequest {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly projects: readonly string[];
  /** Null means all sensors that the named projects have now. */
  readonly sensors: readonly string[] | null;
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
    const allowed = await resolveAllowed(transaction, request);
    const issues = [...requestIssues(request, now), ...allowed.issues];
    if (issues.length > 0) return { ok: false, issues };
    const key = composeApiKey(bytes(12), bytes(32));
    await insertApiKey(
      transaction,
      {
        id: key.id,
        secretHash: createHash("sha256").update(key.text).digest(),
        name: request.name,
        scopes: scopes.filter((scope) => request.scopes.includes(scope)),
        createdAt: now,
        expiresAt: request.expiresAt === null ? null : new Date(request.expiresAt),
      },
      allowed,
    );
    return {
      ok: true,
      key,
      projectCount: allowed.projectNos.length,
      sensorCount: allowed.sensorNos.length,
    };
  });
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

interface Allowed {
  readonly projectNos: number[];
  readonly sensorNos: number[];
  readonly issues: string[];
}

async function resolveAllowed(db: Queryable, request: ApiKeyRequest): Promise<Allowed> {
  const knownProjects = await selectProjectNos(db);
  const knownSensors = await selectOwnedSensors(db);
  const projectNos = new Set<number>();
  const issues: string[] = [];
  for (const id of request.projects) {
    const projectNo = knownProjects.get(id);
    if (projectNo === undefined) issues.push(`unknown project ${JSON.stringify(id)}`);
    else projectNos.add(projectNo);
  }
  const inside = knownSensors.filter(({ projectNo }) => projectNos.has(projectNo));
  const sensorNos = new Set<number>();
  if (request.sensors === null) for (const { sensorNo } of inside) sensorNos.add(sensorNo);
  for (const id of request.sensors ?? []) {
    const sensor = knownSensors.find((candidate) => candidate.id === id);
    if (sensor === undefined) issues.push(`unknown sensor ${JSON.stringify(id)}`);
    else if (!projectNos.has(sensor.projectNo)) {
      issues.push(`the sensor ${id} is in none of the named projects`);
    } else sensorNos.add(sensor.sensorNo);
  }
  return { projectNos: [...projectNos], sensorNos: [...sensorNos], issues };
}

import { createHash } from "node:crypto";
import { millisecondsOfDay } from "../acoustics/time/calendar-day.ts";
import type { Instant } from "../acoustics/time/instant.ts";
import { type ApiKey, composeApiKey } from "../auth/api-key.ts";
import { createApiKey, revokeKey } from "../auth/issue-key.ts";
import { type Scope, scopes } from "../auth/scopes.ts";
import type { OperatorDatabase } from "../database/client/pool.ts";
import { InvalidInput } from "../ingest/invalid-input.ts";
import { projectIds, sensorIds } from "./sandbox-sites.ts";
import type { SandboxKeyPurpose } from "./sandbox.ts";

export interface IssueOptions {
  readonly db: OperatorDatabase;
  readonly now: Instant;
  readonly seed: number;
}

/** Creates the keys of a sandbox. The same seed results in the same keys. */
export async function issueKeys(options: IssueOptions): Promise<Record<SandboxKeyPurpose, ApiKey>> {
  const issued: [SandboxKeyPurpose, ApiKey][] = [];
  for (const purpose of Object.keys(sandboxKeys) as SandboxKeyPurpose[]) {
    issued.push([purpose, await issueKey(purpose, options)]);
  }
  return Object.fromEntries(issued) as Record<SandboxKeyPurpose, ApiKey>;
}

/** Bytes that follow from a seed and a name, at most 32. */
export function bytesOf(seed: number, name: string, length: number): Buffer {
  return createHash("sha256").update(`${seed} ${name}`).digest().subarray(0, length);
}

async function issueKey(
  purpose: SandboxKeyPurpose,
  { db, now, seed }: IssueOptions,
): Promise<ApiKey> {
  const { state } = sandboxKeys[purpose];
  const bytes = (length: number) => bytesOf(seed, `key ${purpose} ${length}`, length);
  if (state === "unknown") return composeApiKey(bytes(12), bytes(32));
  const madeAt = (now - 2 * millisecondsOfDay) as Instant;
  const expiresAt = state === "expired" ? ((now - millisecondsOfDay) as Instant) : null;
  const request = { ...requestOf(purpose), expiresAt };
  const created = await createApiKey(db, request, new Date(madeAt), bytes);
  if (!created.ok) throw new InvalidInput(created.issues);
  const { key } = created;
  if (state === "revoked") await revokeKey(db, key.id, new Date(now - millisecondsOfDay));
  return key;
}

/** A key of a sandbox. Without members it has every scope, for every project except that of the other tenant. */
export interface SandboxKey {
  readonly lacks?: Scope;
  readonly projects?: readonly string[];
  readonly sensors?: readonly string[];
  readonly state?: "at its quota" | "failing once" | "expired" | "revoked" | "unknown";
}

const { ofOtherTenant, ...ownProjects } = projectIds;

/** The keys of a sandbox, by purpose. */
const sandboxKeys: Readonly<Record<SandboxKeyPurpose, SandboxKey>> = {
  all: {},
  withoutProjects: { lacks: "v0:projects:read" },
  withoutData: { lacks: "v0:data:read" },
  withoutEvents: { lacks: "v0:events:read" },
  withoutAudio: { lacks: "v0:audio:read" },
  withoutEmbeddedMap: { lacks: "v0:embedded-map:read" },
  oneSensor: { projects: [projectIds.current], sensors: [sensorIds.withData] },
  ofOtherTenant: { projects: [ofOtherTenant] },
  atQuota: { state: "at its quota" },
  atQuotaOnce: { state: "failing once" },
  unavailableOnce: { state: "failing once" },
  expired: { state: "expired" },
  revoked: { state: "revoked" },
  unknown: { state: "unknown" },
};

/** The request that creates a key. */
function requestOf(name: SandboxKeyPurpose) {
  const { lacks, projects, sensors } = sandboxKeys[name];
  return {
    name,
    scopes: scopes.filter((scope) => scope !== lacks),
    projects: projects ?? Object.values(ownProjects),
    sensors: sensors ?? null,
  };
}

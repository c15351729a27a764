import { createHash } from "node:crypto";
import { millisecondsOfDay } from "../acoustics/time/calendar-day.ts";
import type { Instant } from "../acoustics/time/instant.ts";
import { type ApiKey, composeApiKey } from "../auth/api-key.ts";
import { createApiKey, revokeKey } from "../auth/issue-key.ts";
import { useUpQuota } from "../auth/quota.ts";
import type { OperatorDatabase } from "../database/client/pool.ts";
import type { Database } from "../database/client/statement.ts";
import { InvalidInput } from "../ingest/invalid-input.ts";
import type { SandboxKeyPurpose } from "./sandbox.ts";
import { requestOf, sandboxKeys } from "./sandbox-keys.ts";

export interface IssueOptions {
  readonly db: OperatorDatabase;
  readonly session: Database;
  readonly now: Instant;
  readonly seed: number;
  readonly requestsPerMinute: number;
}

/** Makes the keys of a sandbox. The same seed gives the same keys. */
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
  { db, session, now, seed, requestsPerMinute }: IssueOptions,
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
  if (state === "at its quota") await useUpQuota(requestsPerMinute, session, key.id);
  return key;
}

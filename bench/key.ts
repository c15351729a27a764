import type { OperatorDatabase } from "../src/database/client/pool.ts";
import { type Scope, scopes } from "../src/auth/scopes.ts";
import { createApiKey } from "../src/auth/issue-key.ts";
import { crowdedProjectId, projectId, windowsProjectId } from "./site.ts";

/**
 * Creates a key with every scope for the benchmark's projects, and for all of their sensors unless some are named.
 */
export function createKey(
  db: OperatorDatabase,
  sensors: readonly string[] | null = null,
): Promise<string> {
  return createKeyOf(db, [projectId, crowdedProjectId, windowsProjectId], scopes, sensors);
}

/** Creates a key for projects. */
export async function createKeyOf(
  db: OperatorDatabase,
  projects: readonly string[],
  ofScopes: readonly Scope[],
  sensors: readonly string[] | null = null,
): Promise<string> {
  const wanted = { name: "Benchmark", scopes: ofScopes, projects, sensors, expiresAt: null };
  const created = await createApiKey(db, wanted, new Date());
  if (!created.ok) throw new Error(created.issues.join("; "));
  return created.key.text;
}

import type { OperatorDatabase } from "../src/database/client/pool.ts";
import { type Scope, scopes } from "../src/auth/scopes.ts";
import { createApiKey } from "../src/auth/issue-key.ts";
import { projectId } from "./site.ts";

/** Creates a key, with every scope for the benchmark's samples, or with what is named. */
export async function createKey(
  db: OperatorDatabase,
  projects: readonly string[] = [projectId],
  held: readonly Scope[] = scopes,
  sensors: readonly string[] | null = null,
): Promise<string> {
  const wanted = { name: "Benchmark", scopes: held, projects, sensors, expiresAt: null };
  const created = await createApiKey(db, wanted, new Date());
  if (!created.ok) throw new Error(created.issues.join("; "));
  return created.key.text;
}

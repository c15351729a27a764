import type { OperatorDatabase } from "#database/client/pool.ts";
import { scopes } from "#auth/scopes.ts";
import { createApiKey } from "#auth/issue-key.ts";
import { crowdedProjectId, projectId, windowsProjectId } from "./site.ts";

/** Creates a key with every scope for the benchmark's projects, and for all of their sensors unless some are named. */
export async function createKey(
  db: OperatorDatabase,
  sensors: readonly string[] | null = null,
): Promise<string> {
  const created = await createApiKey(
    db,
    {
      name: "Benchmark",
      scopes,
      projects: [projectId, crowdedProjectId, windowsProjectId],
      sensors,
      expiresAt: null,
    },
    new Date(),
  );
  if (!created.ok) throw new Error(created.issues.join("; "));
  return created.key.text;
}

import type { OperatorDatabase } from "#database/client/pool.ts";
import { scopes } from "#auth/scopes.ts";
import { createApiKey } from "#auth/issue-key.ts";
import { crowdedProjectId, projectId } from "./site.ts";

/** Creates a key with every scope for the benchmark's projects. */
export async function createKey(db: OperatorDatabase): Promise<string> {
  const created = await createApiKey(
    db,
    {
      name: "Benchmark",
      scopes,
      projects: [projectId, crowdedProjectId],
      sensors: null,
      expiresAt: null,
    },
    new Date(),
  );
  if (!created.ok) throw new Error(created.issues.join("; "));
  return created.key.text;
}

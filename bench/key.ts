import type { Database } from "#database/connect.ts";
import { scopes } from "#domain/scope.ts";
import { createApiKey } from "#operator/keys.ts";
import { crowdedProjectId, projectId } from "./site.ts";

/** A new key with every scope, for the benchmark's projects. */
export async function createKey(db: Database): Promise<string> {
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
  if (!created.ok) throw new Error(created.faults.join("; "));
  return created.key.text;
}

import { formatInstant } from "../../acoustics/time/instant.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { ProjectRecord } from "../../database/queries/sites/projects.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";

/**
 * The newest versions of a project's site, newest first, at most 100 (docs/contract.md, P7). Changes of sensors that
 * are not allowed are left out. Scope `v0:projects:read`. Takes a record for each version and for ten changes. Throws
 * `forbidden`, `invalid_request` over budget, `not_found`.
 */
export async function listVersions(
  { principal, budget, loaders }: OperationContext,
  project: ProjectRecord,
) {
  requireScopes(principal, ["v0:projects:read"]);
  budget.requireNotExceeded();
  const versions = await loaders.versions(project.projectNo);
  if (versions === null) throw RequestError.of("not_found");
  const changed = versions.reduce((count, { changes }) => count + changes.length, 0);
  budget.charge(versions.length + Math.floor(changed / changesPerRecord));
  const allowed = new Set<string>((await loaders.sensorsOfProject(project)).map(({ id }) => id));
  return versions.map(({ version, appliedAt, changes }) => ({
    version,
    appliedAt: formatInstant(appliedAt),
    changes: changes.filter((path) => {
      const [member, id = ""] = path.split(".");
      return member !== "sensors" || allowed.has(id);
    }),
  }));
}

const changesPerRecord = 10;

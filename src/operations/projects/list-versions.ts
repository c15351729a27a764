import { formatInstant } from "../../acoustics/time/instant.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { ProjectRecord } from "../../database/queries/sites/projects.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";

/**
 * The newest versions of a project's site, newest first, at most 100 (docs/contract.md, P7), each with the first 500 of
 * its changes. Changes of sensors that are not allowed are left out of these. Scope `v0:projects:read`. Takes a record
 * for each version and for ten changes. Throws `forbidden`, `invalid_request` over budget, `not_found`.
 */
export async function listVersions(
  { principal, budget, loaders, withReadingSlot }: OperationContext,
  project: ProjectRecord,
) {
  requireScopes(principal, ["v0:projects:read"]);
  // One project after another: the number of changes is known only when they have been read.
  const versions = await withReadingSlot(async () => {
    budget.requireNotExceeded();
    const read = await loaders.versions(project.projectNo);
    if (read === null) throw RequestError.of("not_found");
    const changed = read.reduce((count, { changes }) => count + changes.length, 0);
    budget.charge(read.length + Math.floor(changed / changesPerRecord));
    return read;
  });
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

import { formatInstant } from "../../acoustics/time/instant.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { ProjectRecord } from "../../database/queries/sites/projects.ts";
import type { SiteVersionRecord } from "../../database/queries/sites/site-versions.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";

/**
 * The newest versions of a project's site, newest first, at most 100 (docs/contract.md, P7), each with the first 500 of
 * its changes. Changes of sensors that are not allowed are omitted. Scope `v0:projects:read`. Charges a record for each
 * version and for each change. Throws `forbidden`, `invalid_request` over budget, `not_found`.
 */
export async function listVersions(context: OperationContext, project: ProjectRecord) {
  const { principal, budget, loaders, withReadingSlot } = context;
  requireScopes(principal, ["v0:projects:read"]);
  // One project after the other: the number of changes is known only after they are read.
  const versions = await withReadingSlot(async () => {
    budget.requireNotExceeded();
    const read = await loaders.versions(project.projectNo);
    if (read === null) throw RequestError.of("not_found");
    budget.charge(read.reduce((records, { changes }) => records + changes.length, read.length));
    return read;
  });
  const allowed = new Set<string>((await loaders.sensorsOfProject(project)).map(({ id }) => id));
  const isAllowed = (path: string) => {
    const [member, id = ""] = path.split(".", 2);
    return member !== "sensors" || allowed.has(id);
  };
  const present = ({ version, appliedAt, changes }: SiteVersionRecord) => ({
    version,
    appliedAt: formatInstant(appliedAt),
    changes: changes.filter(isAllowed),
  });
  return versions.map(present);
}

import { formatInstant } from "../../acoustics/time/instant.ts";
import type { Database } from "../../database/client/statement.ts";
import { everything } from "../../database/queries/keys/grants.ts";
import { selectCriteria } from "../../database/queries/sites/criteria.ts";
import { selectProjectsById } from "../../database/queries/sites/projects.ts";
import { selectSitesAsOf } from "../../database/queries/sites/site-as-of.ts";
import { InvalidInput } from "../../ingest/invalid-input.ts";
import type { AssessmentRules } from "../../operations/assessment/authorize-assessments.ts";
import { unknownAsOf } from "../../operations/projects/rules-as-of.ts";
import type { ExportOptions } from "./exported-sensor.ts";

/**
 * The rules of a project that a command assesses with. Throws `InvalidInput` for an unknown criterion, and for an
 * instant before the first version of the site.
 */
export async function readCommandRules(
  session: Database,
  projectId: string,
  { criterionIds, asOf }: Pick<ExportOptions, "criterionIds" | "asOf">,
): Promise<AssessmentRules> {
  const rules = await readRules(session, projectId, asOf);
  const known = new Set<string>(rules.criteria.map(({ id }) => id));
  const unknown = criterionIds.filter((id) => !known.has(id));
  if (unknown.length === 0) return rules;
  throw new InvalidInput(unknown.map((id) => `the project ${projectId} has no criterion ${id}`));
}

async function readRules(
  session: Database,
  projectId: string,
  asOf: ExportOptions["asOf"],
): Promise<AssessmentRules> {
  if (asOf === null) {
    const project = (await selectProjectsById(session, everything, [projectId])).get(projectId);
    const { projectNo = null } = project ?? {};
    if (projectNo === null) return { criteria: [], holidays: null };
    const criteria = (await selectCriteria(session, everything, [projectNo])).get(projectNo) ?? [];
    return { criteria, holidays: null };
  }
  // Criteria and holidays are those of the project: no sensor's limits are read.
  const search = { projectId, sensorId: "", asOf };
  const found = await (await selectSitesAsOf(session, everything, [search])).get(search);
  if (found === null || found === undefined) return { criteria: [], holidays: null };
  if ("version" in found) return { criteria: found.criteria, holidays: found.holidays };
  const { detail } = unknownAsOf(found);
  throw new InvalidInput([`${projectId} as of ${formatInstant(asOf)}: the instant ${detail}`]);
}

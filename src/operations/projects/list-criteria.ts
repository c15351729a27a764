import type { Adjustment, Criterion } from "../../acoustics/assessment/criterion.ts";
import { decibelsOf, type Hundredths } from "../../acoustics/levels/decibel.ts";
import { clockOfMinute } from "../../acoustics/time/clock-text.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { ProjectRecord } from "../../database/queries/sites/projects.ts";
import type { OperationContext } from "../operation-context.ts";
import { requireRules } from "./rules-as-of.ts";

/**
 * The criteria of a project, in the order of its site file (docs/contract.md, P4). Scope `v0:projects:read`. Charges a
 * record for each, and for each of the sensors that they name. Throws `forbidden`, `invalid_request` over budget,
 * `not_found`.
 */
export async function listCriteria(context: OperationContext, project: ProjectRecord) {
  const { principal, budget, loaders } = context;
  requireScopes(principal, ["v0:projects:read"]);
  budget.requireNotExceeded();
  const { criteria } = await requireRules(context, project.id);
  const countNames = (count: number, { sensors }: Criterion) => count + (sensors?.length ?? 0);
  budget.charge(criteria.reduce(countNames, criteria.length));
  const allowed = new Set<string>((await loaders.sensorsOfProject(project)).map(({ id }) => id));
  return criteria.map((criterion) => presentCriterion(criterion, allowed));
}

/**
 * A criterion in the form of the answer. Ids of sensors that are not allowed are omitted, so that the client does not
 * learn of them.
 */
function presentCriterion(criterion: Criterion, allowed: ReadonlySet<string>) {
  const { over, fromMinute, toMinute, startsOn, endsOn, sensors, ...rest } = criterion;
  return {
    ...rest,
    sensors: sensors?.filter((id) => allowed.has(id)) ?? null,
    from: clockOfMinute(fromMinute),
    to: clockOfMinute(toMinute),
    over: over.kind,
    overSeconds: "seconds" in over ? over.seconds : null,
    limit: decibelsOf(criterion.limit),
    round: decibelsOf(criterion.round as number as Hundredths),
    startAt: startsOn,
    endAt: endsOn,
    adjustments: criterion.adjustments.map(presentAdjustment),
  };
}

function presentAdjustment({ name, days, fromMinute, toMinute, add }: Adjustment) {
  return {
    name,
    days,
    from: fromMinute === null ? null : clockOfMinute(fromMinute),
    to: toMinute === null ? null : clockOfMinute(toMinute),
    add: decibelsOf(add),
  };
}

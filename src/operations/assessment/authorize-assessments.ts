import { unknownCriteria } from "../../acoustics/assessment/bounds.ts";
import {
  type Calendar,
  criteriaOf,
  type Criterion,
  namedCriteria,
} from "../../acoustics/assessment/criterion.ts";
import type { ParameterIssue } from "../../acoustics/errors.ts";
import { findPageIssues } from "../../acoustics/paging.ts";
import type { Instant, Interval } from "../../acoustics/time/instant.ts";
import { requireScopes } from "../../auth/principal.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { SiteRules } from "../../database/queries/sites/site-rules.ts";
import type { OperationContext } from "../operation-context.ts";
import { findRulesAsOf } from "../projects/rules-as-of.ts";
import {
  type ReadableSensor,
  requireReadableSensor,
  type SensorReference,
} from "../projects/sensor-settings.ts";

export interface AssessmentRequest extends Interval {
  /** Ids as the client sent them; null: all criteria of the sensor. */
  readonly criteria: readonly string[] | null;
  /** The instant whose rules apply; null: the present rules. */
  readonly asOf: Instant | null;
}

/** A sensor whose windows may be assessed, and its criteria, in the order of the site file. */
export interface AuthorizedAssessments {
  readonly sensor: ReadableSensor;
  readonly criteria: readonly Criterion[];
  readonly calendar: Calendar;
}

/**
 * Authorizes the assessments of a sensor. Scopes `v0:projects:read` and `v0:data:read`. Throws, in this order:
 * `forbidden`; `invalid_request` with every bad argument; `not_found`; `contract_unavailable`. Ids of criteria are
 * checked only for a granted sensor: the answer has no information about another project.
 */
export async function authorizeAssessments(
  context: OperationContext,
  reference: SensorReference,
  request: AssessmentRequest,
): Promise<AuthorizedAssessments> {
  requireScopes(context.principal, ["v0:projects:read"]);
  requireScopes(context.principal, ["v0:data:read"]);
  const { rules, issues } = await readNamedRules(context, reference, request);
  const all = [...findPageIssues({ startAt: request.startAt, endAt: request.endAt }), ...issues];
  if (all.length > 0) throw RequestError.invalidRequest(all);
  context.budget.requireNotExceeded();
  const sensor = await requireReadableSensor(context, reference);
  return authorizedOf(sensor, rules ?? sensor.rules, request);
}

/** The rules of a project that an assessment needs. */
export type AssessmentRules = Pick<SiteRules, "criteria" | "holidays">;

/** A sensor with its named criteria, in the order of the site file. Its zone is the present one. */
export function authorizedOf(
  sensor: ReadableSensor,
  { criteria, holidays }: AssessmentRules,
  request: Pick<AssessmentRequest, "criteria">,
): AuthorizedAssessments {
  return {
    sensor,
    criteria: namedCriteria(criteriaOf(criteria, sensor.sensorId), request.criteria),
    calendar: { timeZone: sensor.reading.schedule.timeZone, holidays },
  };
}

/**
 * Reads the rules that the arguments of a request name, with the issues of these arguments. Rules are null if the
 * request names none, and for a sensor that is not granted: the answer has no information about its project.
 */
export async function readNamedRules(
  context: OperationContext,
  { projectId, sensorId }: SensorReference,
  { criteria: named, asOf }: Pick<AssessmentRequest, "criteria" | "asOf">,
): Promise<{
  readonly rules: AssessmentRules | null;
  readonly issues: readonly ParameterIssue[];
}> {
  if (asOf === null && (named === null || named.length === 0)) return { rules: null, issues: [] };
  const settings = await context.loaders.sensorSettings(sensorId);
  if (settings?.projectId !== projectId) return { rules: null, issues: [] };
  const rules = asOf === null ? settings.rules : await findRulesAsOf(context, projectId, asOf);
  if ("parameter" in rules) return { rules: null, issues: [rules] };
  const known = new Set(rules.criteria.map(({ id }) => id));
  const issues = named?.every((id) => known.has(id)) === false ? [unknownCriteria] : [];
  return { rules, issues };
}

import { unknownCriteria } from "../../acoustics/assessment/bounds.ts";
import type { Calendar, Criterion } from "../../acoustics/assessment/criterion.ts";
import type { ParameterIssue } from "../../acoustics/errors.ts";
import type { SensorId } from "../../acoustics/ids.ts";
import { findPageIssues } from "../../acoustics/paging.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import type { Interval } from "../../acoustics/time/interval.ts";
import { requireScopes } from "../../auth/principal.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";
import { requireSiteAsOf, withRulesAsOf } from "../projects/rules-as-of.ts";
import {
  type ReadableSensor,
  requireReadableSensor,
  type SensorReference,
} from "../projects/sensor-settings.ts";

export interface AssessmentRequest extends Interval {
  /** Ids as the client sent them; null: all that speak of the sensor. */
  readonly criteria: readonly string[] | null;
  /** The instant whose rules hold; null: today's. */
  readonly asOf: Instant | null;
}

/** A sensor whose windows may be assessed, and the criteria that speak of it, in the order of the site file. */
export interface AuthorizedAssessments {
  readonly sensor: ReadableSensor;
  readonly criteria: readonly Criterion[];
  readonly calendar: Calendar;
}

/**
 * Authorizes the assessments of a sensor. Scopes `v0:projects:read` and `v0:data:read`. Throws, in this order:
 * `forbidden`; `invalid_request` with every bad argument; `not_found`; `contract_unavailable`. Ids of criteria are
 * checked only for a sensor that is granted: nothing is said about another project.
 */
export async function authorizeAssessments(
  context: OperationContext,
  reference: SensorReference,
  request: AssessmentRequest,
): Promise<AuthorizedAssessments> {
  requireScopes(context.principal, ["v0:projects:read"]);
  requireScopes(context.principal, ["v0:data:read"]);
  const issues = [
    ...findPageIssues({ startAt: request.startAt, endAt: request.endAt }),
    ...(await findUnknownCriteria(context, reference, request)),
  ];
  if (issues.length > 0) throw RequestError.invalidRequest(issues);
  context.budget.requireNotExceeded();
  const found = await requireReadableSensor(context, reference);
  const sensor = await withRulesAsOf(context, found, request.asOf);
  const criteria = chooseCriteria(
    await readCriteria(context, found, request.asOf),
    sensor.sensorId,
    request.criteria,
  );
  const { timeZone, holidays } = sensor.reading.schedule;
  return { sensor, criteria, calendar: { timeZone, holidays } };
}

/** The criteria that speak of a sensor, and are named, in the order of the site file. */
export function chooseCriteria(
  criteria: readonly Criterion[],
  sensorId: SensorId,
  named: readonly string[] | null,
): Criterion[] {
  return criteria.filter(
    ({ id, sensors }) =>
      (sensors === null || sensors.includes(sensorId)) && (named === null || named.includes(id)),
  );
}

async function findUnknownCriteria(
  context: OperationContext,
  { projectId, sensorId }: SensorReference,
  { criteria: named, asOf }: AssessmentRequest,
): Promise<readonly ParameterIssue[]> {
  if (named === null || named.length === 0) return [];
  const settings = await context.loaders.sensorSettings(sensorId);
  if (settings?.projectId !== projectId) return [];
  const known = new Set((await readCriteria(context, settings, asOf)).map(({ id }) => id));
  return named.every((id) => known.has(id)) ? [] : [unknownCriteria];
}

async function readCriteria(
  context: OperationContext,
  { projectId, sensorId }: Pick<ReadableSensor, "projectId" | "sensorId">,
  asOf: Instant | null,
): Promise<readonly Criterion[]> {
  const { loaders } = context;
  if (asOf !== null)
    return (await requireSiteAsOf(context, { projectId, sensorId }, asOf)).criteria;
  const project = await loaders.projectById(projectId);
  return (project && (await loaders.criteria(project.projectNo))) ?? [];
}

import { formatInstant } from "../../acoustics/time/instant.ts";
import { createOpenExclusions } from "../exclusions/open-exclusions.ts";
import { tooManyWindows, windowsPerField } from "../../acoustics/assessment/bounds.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import {
  type OpenedSource,
  openSensorRange,
  type WantedFields,
} from "../aggregates/open-source.ts";
import type { OperationContext } from "../operation-context.ts";
import type { SensorReference } from "../projects/sensor-settings.ts";
import { assessWindows } from "./assess-windows.ts";
import {
  type AssessmentRequest,
  authorizeAssessments,
  type AuthorizedAssessments,
} from "./authorize-assessments.ts";
import { type PlannedCriterion, planWindows } from "./plan-windows.ts";
import { inOrderOf, needsSamples, presentAssessments } from "./present-assessment.ts";

/**
 * The windows of criteria that overlap a range, each whole, with their verdicts (docs/contract.md, P1 to P4). Throws
 * the errors of `authorizeAssessments`; then `invalid_request` of `endAt` if the range could have more samples than a
 * field may read, or has too many windows, and over budget.
 */
export async function listAssessments(
  context: OperationContext,
  reference: SensorReference,
  request: AssessmentRequest,
  wanted: WantedFields,
) {
  const authorized = await authorizeAssessments(context, reference, request);
  const { sensor, criteria, calendar } = authorized;
  const { meta, interval, counted } = await openSensorRange(context, sensor, request);
  const asOf = request.asOf === null ? null : formatInstant(request.asOf);
  if (counted === null) return { meta, interval, asOf, data: [] };
  const planned = planWithinBounds(context, authorized, counted);
  const assessed = await assessWindows(counted.source, planned, {
    calendar,
    seconds: counted.seconds,
    needsSamples: needsSamples(wanted),
    openExclusions: createOpenExclusions(context, sensor.sensorNo),
  });
  const ordered = inOrderOf("day", assessed, criteria);
  const data = presentAssessments(ordered, calendar.timeZone);
  return { meta, interval, asOf, data };
}

function planWithinBounds(
  { budget }: OperationContext,
  { criteria, calendar }: AuthorizedAssessments,
  { seconds }: OpenedSource,
): readonly PlannedCriterion[] {
  const planned = planWindows(criteria, calendar, seconds, windowsPerField);
  if (planned === null) throw RequestError.invalidRequest([tooManyWindows]);
  budget.charge(planned.reduce((count, { windows }) => count + windows.length, 0));
  return planned;
}

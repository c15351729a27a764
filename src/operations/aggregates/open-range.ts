import {
  type AggregateArguments,
  findAggregateIssues,
} from "../../acoustics/aggregates/arguments.ts";
import type { ParameterIssue } from "../../acoustics/errors.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { Scope } from "../../auth/scopes.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";
import type { Interval } from "../../acoustics/time/interval.ts";
import { declaredInterval } from "../measurements/sample-interval.ts";
import { presentMeta } from "../measurements/sensor-page.ts";
import {
  type ReadableSensor,
  requireReadableSensor,
  type SensorReference,
} from "../projects/sensor-settings.ts";
import { clampRange, openSourceWithinBounds, samplesThatFit } from "./open-source.ts";

/*
 * A field of aggregates throws, in this order: `forbidden`; `invalid_request` with every bad argument; `not_found`;
 * `contract_unavailable`; `invalid_request` of `endAt`, if the range could hold more samples than a field may read, and
 * over budget. It counts a record for 20 samples that the range could hold.
 */

/** Opens the range of a field of aggregates, whose scope is `v0:data:read`, or of another one. Throws as above. */
export async function openRange(
  context: OperationContext,
  reference: SensorReference,
  args: AggregateArguments,
  scope: Scope = "v0:data:read",
  issues: readonly ParameterIssue[] = findAggregateIssues(args),
) {
  requireScopes(context.principal, [scope]);
  if (issues.length > 0) throw RequestError.invalidRequest(issues);
  context.budget.requireNotExceeded();
  return openSensorRange(context, await requireReadableSensor(context, reference), args);
}

/**
 * The same for a sensor that may be read, once its request is authorized and its arguments are checked. `counted` is
 * null where nothing is read: without a whole second inside the contract.
 */
export async function openSensorRange(
  context: OperationContext,
  sensor: ReadableSensor,
  args: Interval,
) {
  const { seconds, ...clamped } = clampRange(sensor, args);
  const meta = presentMeta(clamped);
  if (seconds === null) {
    return { sensor, meta, interval: declaredInterval(sensor), counted: null };
  }
  const counted = await openSourceWithinBounds(context, sensor, seconds);
  context.budget.charge(Math.ceil(samplesThatFit(counted) / samplesPerRecord));
  return { sensor, meta, interval: counted.interval, counted };
}

/** Adding up a sample takes a twentieth of presenting one. */
const samplesPerRecord = 20;

import {
  type AggregateArguments,
  findAggregateIssues,
} from "../../acoustics/aggregates/arguments.ts";
import type { SampleInterval } from "../../acoustics/aggregates/sample-interval.ts";
import { requireScopes } from "../../auth/principal.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import type { OperationContext } from "../operation-context.ts";
import type { Interval } from "../../acoustics/time/interval.ts";
import { presentInterval } from "../measurements/present-interval.ts";
import { declaredInterval } from "../measurements/sample-interval.ts";
import {
  type ReadableSensor,
  requireReadableSensor,
  type SensorReference,
} from "../projects/sensor-settings.ts";
import {
  clampRange,
  type OpenedSource,
  openSourceWithinBounds,
  samplesThatFit,
} from "./open-source.ts";

/** The part of a requested range that is counted, of a sensor that may be read. */
export interface SensorRange {
  readonly sensor: ReadableSensor;
  readonly meta: {
    readonly clamped: boolean;
    readonly effectiveRange: ReturnType<typeof presentInterval> | null;
  };
  /** The interval of the samples; null where nothing is read and none is declared. */
  readonly interval: SampleInterval | null;
  /** Null where nothing is read: without overlap with the contract, or without a whole second inside. */
  readonly counted: OpenedSource | null;
}

/*
 * A field of aggregates throws, in this order: `forbidden`; `invalid_request` with every bad argument; `not_found`;
 * `contract_unavailable`; `invalid_request` of `endAt`, if the range could hold more samples than a field may read, and
 * over budget. It counts a record for 20 samples that the range could hold.
 */

/** Opens the range of a field of aggregates. Scope `v0:data:read`. Throws as above. */
export async function openRange(
  context: OperationContext,
  reference: SensorReference,
  args: AggregateArguments,
): Promise<SensorRange> {
  requireScopes(context.principal, ["v0:data:read"]);
  const issues = findAggregateIssues(args);
  if (issues.length > 0) throw RequestError.invalidRequest(issues);
  context.budget.requireNotExceeded();
  return openSensorRange(context, await requireReadableSensor(context, reference), args);
}

/** The same for a sensor that may be read, once its request is authorized and its arguments are checked. */
export async function openSensorRange(
  context: OperationContext,
  sensor: ReadableSensor,
  args: Interval,
): Promise<SensorRange> {
  const { clamped, effectiveRange, seconds } = clampRange(sensor, args);
  const meta = { clamped, effectiveRange: effectiveRange && presentInterval(effectiveRange) };
  if (seconds === null) {
    return { sensor, meta, interval: declaredInterval(sensor), counted: null };
  }
  const counted = await openSourceWithinBounds(context, sensor, seconds);
  context.budget.charge(Math.ceil(samplesThatFit(counted) / samplesPerRecord));
  return { sensor, meta, interval: counted.interval, counted };
}

/** Adding up a sample takes a twentieth of presenting one. */
const samplesPerRecord = 20;

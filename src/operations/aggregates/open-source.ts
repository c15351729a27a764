import {
  type AggregateArguments,
  findAggregateIssues,
  samplesPerField,
  samplesPerRecord,
  tooManySamples,
} from "../../acoustics/aggregates/arguments.ts";
import type { SampleInterval } from "../../acoustics/aggregates/sample-interval.ts";
import type { ParameterIssue } from "../../acoustics/errors.ts";
import {
  type ClampedRange,
  clampToContract,
  lengthOf,
  type SecondRange,
  secondsInside,
} from "../../acoustics/time/contract-period.ts";
import type { Interval } from "../../acoustics/time/instant.ts";
import { requireScopes } from "../../auth/principal.ts";
import type { Scope } from "../../auth/scopes.ts";
import {
  createSampleReader,
  type NewestSearch,
} from "../../database/queries/samples/sample-columns.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import {
  declaredInterval,
  type IntervalSensor,
  readInterval,
} from "../measurements/sample-interval.ts";
import { presentMeta } from "../measurements/sensor-page.ts";
import type { OperationContext } from "../operation-context.ts";
import {
  type ReadableSensor,
  requireReadableSensor,
  type SensorReference,
} from "../projects/sensor-settings.ts";
import type { SampleSource } from "./each-sample.ts";

/** The names of the selected fields. Other fields are neither read nor computed. */
export type WantedFields = ReadonlySet<string>;

/** True if one of some fields is selected. */
export function isWanted(wanted: WantedFields, fields: readonly string[]): boolean {
  return fields.some((field) => wanted.has(field));
}

/** The whole seconds of a range inside the contract, and the source of its samples. */
export interface OpenedSource {
  readonly seconds: SecondRange;
  readonly interval: SampleInterval;
  readonly source: SampleSource;
}

/** The functions that read samples, for a request or a command. */
export interface SourceWork extends Pick<SampleSource, "reader" | "withSlot" | "checkCount"> {
  /** Reads the seconds of the newest samples, which decide the interval. */
  readonly newest: (search: NewestSearch) => Promise<readonly number[] | null>;
}

/** Cuts a range to the contract. */
export function clampRange(
  { reading }: Pick<ReadableSensor, "reading">,
  range: Interval,
): ClampedRange & { readonly seconds: SecondRange | null } {
  const clamped = clampToContract(range, reading.contract);
  const seconds = clamped.effectiveRange && secondsInside(clamped.effectiveRange);
  return { ...clamped, seconds };
}

/** Opens the samples of some seconds of a sensor, which lie inside its contract. */
export async function openSource(
  sensor: IntervalSensor,
  seconds: SecondRange,
  { newest, ...work }: SourceWork,
): Promise<OpenedSource> {
  const interval = await readInterval(sensor, newest);
  const contract = secondsInside(sensor.reading.contract) ?? seconds;
  const { sensorNo } = sensor;
  const source = { ...work, sensorNo, contract, intervalSeconds: interval.seconds };
  return { seconds, interval, source };
}

/**
 * Opens the samples of a range for a request. Throws `invalid_request` of `endAt` if the range could have more samples
 * than one field may read, and, while reading, when it has had more.
 */
export async function openSourceWithinBounds(
  context: OperationContext,
  sensor: ReadableSensor,
  seconds: SecondRange,
): Promise<OpenedSource> {
  const { database, principal, loaders, budget, withReadingSlot } = context;
  const opened = await openSource(sensor, seconds, {
    reader: createSampleReader(database, principal.keyId),
    newest: loaders.newestSamples,
    withSlot: withReadingSlot,
    checkCount: (samples) => {
      budget.requireNotExceeded();
      requireFewSamples(samples);
    },
  });
  requireFewSamples(samplesThatFit(opened));
  return opened;
}

/** The greatest number of samples in a range. */
function samplesThatFit({ seconds, interval }: OpenedSource): number {
  return Math.ceil(lengthOf(seconds) / interval.seconds);
}

function requireFewSamples(samples: number): void {
  if (samples > samplesPerField) throw RequestError.invalidRequest([tooManySamples]);
}

/*
 * A field of aggregates throws, in this order: `forbidden`; `invalid_request` with every bad argument; `not_found`;
 * `contract_unavailable`; `invalid_request` of `endAt`, if the range could have more samples than a field may read, and
 * over budget. It charges a record for 20 possible samples of the range.
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
 * null if nothing is read: without a whole second inside the contract.
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

import {
  type AggregateArguments,
  findAggregateIssues,
  samplesPerField,
  tooManySamples,
} from "#acoustics/aggregates/arguments.ts";
import type { SampleInterval } from "#acoustics/aggregates/sample-interval.ts";
import {
  clampToContract,
  type SecondRange,
  secondsInside,
} from "#acoustics/time/contract-period.ts";
import type { Interval } from "#acoustics/time/interval.ts";
import { requireScopes } from "#auth/principal.ts";
import { createSampleReader } from "#database/queries/sample-columns.ts";
import { RequestError } from "#http/request-error.ts";
import { runInSlices } from "#operations/in-slices.ts";
import type { OperationContext } from "#operations/operation-context.ts";
import { presentInterval } from "#operations/present-interval.ts";
import { declaredInterval, readInterval } from "#operations/sample-interval.ts";
import {
  type ReadableSensor,
  requireReadableSensor,
  type SensorReference,
} from "#operations/sensor-settings.ts";
import type { SampleSource } from "./each-sample.ts";

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
  readonly counted: CountedRange | null;
}

export interface CountedRange {
  /** The whole seconds of the effective range. */
  readonly seconds: SecondRange;
  readonly interval: SampleInterval;
  readonly source: SampleSource;
  /** Throws `invalid_request` once more samples have been read than a range may hold. */
  readonly checkCount: (samples: number) => void;
  /** Takes the records of buckets of the budget. */
  takeBuckets(buckets: number): void;
}

/**
 * Opens the range of a field of aggregates. Scope `v0:data:read`. Throws, in this order: `forbidden`; `invalid_request` with
 * every bad argument; `not_found`; `contract_unavailable`; `invalid_request` of `endAt`, if the range could hold more
 * samples than a field may read, and over budget. Takes a record for 20 samples that the range could hold.
 */
export async function openRange(
  context: OperationContext,
  reference: SensorReference,
  args: AggregateArguments,
): Promise<SensorRange> {
  requireScopes(context.principal, ["v0:data:read"]);
  const issues = findAggregateIssues(args);
  if (issues.length > 0) throw RequestError.invalidRequest(issues);
  context.budget.requireNotExceeded();
  const sensor = await requireReadableSensor(context, reference);
  const { clamped, effectiveRange } = clampToContract(args, sensor.reading.contract);
  const meta = { clamped, effectiveRange: effectiveRange && presentInterval(effectiveRange) };
  const seconds = effectiveRange && secondsInside(effectiveRange);
  const contract = secondsInside(sensor.reading.contract);
  const declared = declaredInterval(sensor);
  if (seconds === null || contract === null) {
    return { sensor, meta, interval: declared, counted: null };
  }
  const interval = await readInterval(sensor, context.loaders.newestSamples);
  const samples = Math.ceil((seconds.last - seconds.first + 1) / interval.seconds);
  if (samples > samplesPerField) throw RequestError.invalidRequest([tooManySamples]);
  context.budget.take(Math.ceil(samples / samplesPerRecord));
  const source: SampleSource = {
    reader: createSampleReader(context.database, context.principal.grants),
    sensorNo: sensor.sensorNo,
    contract,
    intervalSeconds: interval.seconds,
    run: (steps) => runInSlices(context.request.signal, steps),
    takeTurn: context.takeReadingTurn,
  };
  const counted = {
    seconds,
    interval,
    source,
    checkCount: (count: number) => {
      if (count > samplesPerField) throw RequestError.invalidRequest([tooManySamples]);
    },
    takeBuckets: (buckets: number) => context.budget.take(buckets),
  };
  return { sensor, meta, interval, counted };
}

/** Adding up a sample takes a twentieth of presenting one. */
const samplesPerRecord = 20;

/** The interval of time of a range of whole seconds. */
export function instantsOf({ first, last }: SecondRange): Interval {
  return { startAt: first * 1000, endAt: last * 1000 } as Interval;
}

import { samplesPerField, tooManySamples } from "../../acoustics/aggregates/arguments.ts";
import type { SampleInterval } from "../../acoustics/aggregates/sample-interval.ts";
import {
  type ClampedRange,
  clampToContract,
  lengthOf,
  type SecondRange,
  secondsInside,
} from "../../acoustics/time/contract-period.ts";
import type { Interval } from "../../acoustics/time/interval.ts";
import {
  createSampleReader,
  type NewestSearch,
} from "../../database/queries/samples/sample-columns.ts";
import { RequestError } from "../../http/requests/request-error.ts";
import { runInSlices } from "../in-slices.ts";
import type { OperationContext } from "../operation-context.ts";
import { type IntervalSensor, readInterval } from "../measurements/sample-interval.ts";
import type { ReadableSensor } from "../projects/sensor-settings.ts";
import type { SampleSource } from "./each-sample.ts";

/** The whole seconds of a range inside the contract, and how the samples in it are read. */
export interface OpenedSource {
  readonly seconds: SecondRange;
  readonly interval: SampleInterval;
  readonly source: SampleSource;
}

/** How samples are read, for a request or a command. */
export interface SourceWork extends Pick<
  SampleSource,
  "reader" | "run" | "withSlot" | "checkCount"
> {
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
 * Opens the samples of a range for a request. Throws `invalid_request` of `endAt` if the range could hold more
 * samples than one field may read, and, while reading, once it has had more.
 */
export async function openSourceWithinBounds(
  context: OperationContext,
  sensor: ReadableSensor,
  seconds: SecondRange,
): Promise<OpenedSource> {
  const { database, principal, loaders, request, budget, withReadingSlot } = context;
  const opened = await openSource(sensor, seconds, {
    reader: createSampleReader(database, principal.keyId),
    newest: loaders.newestSamples,
    run: (steps) => runInSlices(request.signal, steps),
    withSlot: withReadingSlot,
    checkCount: (samples) => {
      budget.requireNotExceeded();
      requireFewSamples(samples);
    },
  });
  requireFewSamples(samplesThatFit(opened));
  return opened;
}

/** How many samples a range could hold. */
export function samplesThatFit({ seconds, interval }: OpenedSource): number {
  return Math.ceil(lengthOf(seconds) / interval.seconds);
}

function requireFewSamples(samples: number): void {
  if (samples > samplesPerField) throw RequestError.invalidRequest([tooManySamples]);
}

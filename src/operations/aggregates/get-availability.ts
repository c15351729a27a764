import type { AggregateArguments } from "../../acoustics/aggregates/arguments.ts";
import { type Availability, createAvailability } from "../../acoustics/aggregates/availability.ts";
import { coverageOf, expectedSamples } from "../../acoustics/aggregates/sample-interval.ts";
import { lengthOf } from "../../acoustics/time/contract-period.ts";
import { presentSecond, presentStretch } from "../measurements/present-interval.ts";
import type { OperationContext } from "../operation-context.ts";
import type { SensorReference } from "../projects/sensor-settings.ts";
import { forEachSample } from "./each-sample.ts";
import { isWanted, type OpenedSource, openRange, type WantedFields } from "./open-source.ts";

/** The availability of samples, whatever their levels. Scope `v0:data:read`. Throws the errors of `openRange`. */
export async function getAvailability(
  context: OperationContext,
  reference: SensorReference,
  request: AggregateArguments,
  wanted: WantedFields,
) {
  const { meta, interval, counted } = await openRange(context, reference, request);
  const found = counted === null ? nothing : await readAvailability(counted, wanted);
  return { meta, interval, ...found };
}

const nothing = {
  seconds: 0,
  samples: 0,
  expectedSamples: 0,
  coveredSeconds: 0,
  coverage: 0,
  firstAt: null,
  lastAt: null,
  gapCount: 0,
  gaps: [],
};

const fieldsThatRead = "samples coveredSeconds coverage firstAt lastAt gapCount gaps".split(" ");

async function readAvailability({ seconds, interval, source }: OpenedSource, wanted: WantedFields) {
  const { open, finish } = createAvailability(seconds, interval);
  if (isWanted(wanted, fieldsThatRead)) {
    await forEachSample(source, { seconds, levels: [] }, open);
  }
  const length = lengthOf(seconds);
  return {
    seconds: length,
    expectedSamples: expectedSamples(length, interval),
    ...presentAvailability(finish(), length),
  };
}

function presentAvailability(found: Availability, length: number) {
  const { samples, coveredSeconds, first, last, gapCount, gaps } = found;
  return {
    samples,
    coveredSeconds,
    coverage: coverageOf(coveredSeconds, length),
    firstAt: presentSecond(first),
    lastAt: presentSecond(last),
    gapCount,
    gaps: gaps.map((gap) => ({ ...presentStretch(gap), seconds: gap.end - gap.start })),
  };
}

import type { AggregateArguments } from "../../acoustics/aggregates/arguments.ts";
import {
  createTally,
  createTallyAdder,
  distributionOf,
  type LevelDistribution,
} from "../../acoustics/aggregates/distribution.ts";
import { decibelsOf, type Hundredths } from "../../acoustics/levels/decibel.ts";
import type { LevelName } from "../../acoustics/levels/level-names.ts";
import { exclusionsOfField, type OpenExclusions } from "../exclusions/open-exclusions.ts";
import type { OperationContext } from "../operation-context.ts";
import type { SensorReference } from "../projects/sensor-settings.ts";
import { forEachSample } from "./each-sample.ts";
import { isWanted, type OpenedSource, openRange, type WantedFields } from "./open-source.ts";

export type DistributionRequest = AggregateArguments & {
  readonly level: LevelName;
  readonly binWidth: number;
  readonly percents: readonly number[];
  readonly validOnly: boolean;
};

/** The distribution of the levels of one name. Scope `v0:data:read`. Throws the errors of `openRange`. */
export async function getDistribution(
  context: OperationContext,
  reference: SensorReference,
  request: DistributionRequest,
  wanted: WantedFields,
) {
  const { sensor, meta, interval, counted } = await openRange(context, reference, request);
  const distribution =
    counted === null || !isWanted(wanted, fieldsThatRead)
      ? distributionOf(createTally(), widthOf(request), [])
      : await readDistribution(counted, request, exclusionsOfField(context, sensor, request));
  return { meta, level: request.level, interval, ...presentDistribution(distribution) };
}

const fieldsThatRead = "samples seconds bins lowest highest mode arithmeticMean exceeded".split(
  " ",
);

async function readDistribution(
  { seconds, source }: OpenedSource,
  request: DistributionRequest,
  openExclusions: OpenExclusions,
): Promise<LevelDistribution> {
  const { level, percents } = request;
  const tally = createTally();
  const newTest = await openExclusions(seconds);
  const add = createTallyAdder(tally, level, newTest());
  await forEachSample(source, { seconds, levels: [level] }, add);
  return distributionOf(tally, widthOf(request), percents);
}

/** The arguments have been checked: a width is a whole number of hundredths. */
function widthOf({ binWidth }: DistributionRequest): Hundredths {
  return (binWidth * 100) as Hundredths;
}

function presentDistribution(distribution: LevelDistribution) {
  const { bins, lowest, highest, mode, arithmeticMean, exceeded, samples, seconds } = distribution;
  return {
    samples,
    seconds,
    bins: bins.map((bin) => ({ ...bin, from: decibelsOf(bin.from), to: decibelsOf(bin.to) })),
    lowest: decibelsOf(lowest),
    highest: decibelsOf(highest),
    mode: decibelsOf(mode),
    arithmeticMean: decibelsOf(arithmeticMean),
    exceeded: exceeded.map(({ percent, level }) => ({ percent, level: decibelsOf(level) })),
  };
}

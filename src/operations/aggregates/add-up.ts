import {
  type AggregateParts,
  createAdder,
  createSum,
  type Sum,
} from "#acoustics/aggregates/aggregate.ts";
import type { TimeBucket } from "#acoustics/aggregates/buckets.ts";
import {
  createPeriodAdder,
  type Periods,
  type PeriodSums,
} from "#acoustics/aggregates/indicators.ts";
import { createHourFinder, hoursOfWeek } from "#acoustics/aggregates/week-profile.ts";
import { equivalentLevel, type LevelName } from "#acoustics/levels/level-names.ts";
import type { Weighting } from "#acoustics/levels/weighting.ts";
import type { LimitSchedule } from "#acoustics/limits/limit-rules.ts";
import { createLimitLookup } from "#acoustics/limits/limit-timeline.ts";
import type { SecondRange } from "#acoustics/time/contract-period.ts";
import { forEachSample, type SamplesInRange, type SampleSource } from "./each-sample.ts";

/** What is added up. */
export interface Addition extends Pick<SamplesInRange, "checkCount"> {
  readonly weighting: Weighting;
  readonly schedule: LimitSchedule;
  /** The levels that are read; without the equivalent one, no sample is counted. */
  readonly levels: readonly LevelName[];
  readonly parts: AggregateParts;
}

/** Adds up the samples of contiguous buckets. There is a sum for each bucket. */
export async function addUpBuckets(
  source: SampleSource,
  buckets: readonly Pick<TimeBucket, "start" | "end">[],
  addition: Addition,
): Promise<Sum[]> {
  const sums = buckets.map(createSum);
  const [first] = buckets;
  const last = buckets.at(-1);
  if (first === undefined || last === undefined || addition.levels.length === 0) return sums;
  const add = createAdder(adderOptions(addition));
  let current = 0;
  const { levels, checkCount } = addition;
  const seconds = { first: first.start, last: last.end - 1 };
  await forEachSample(source, { seconds, levels, checkCount }, (columns, index) => {
    const second = columns.seconds[index] ?? 0;
    while (second >= (buckets[current]?.end ?? Infinity)) current += 1;
    const sum = sums[current];
    if (sum !== undefined) add(sum, columns, index);
  });
  return sums;
}

/** Adds up the samples of a range by the hour of the week that the wall clock shows. */
export async function addUpWeek(
  source: SampleSource,
  seconds: SecondRange,
  addition: Addition,
): Promise<Sum[]> {
  const sums = Array.from({ length: hoursOfWeek }, createSum);
  const add = createAdder(adderOptions(addition));
  const hourOf = createHourFinder(addition.schedule.timeZone);
  const { levels, checkCount } = addition;
  await forEachSample(source, { seconds, levels, checkCount }, (columns, index) => {
    const sum = sums[hourOf(columns.seconds[index] ?? 0)];
    if (sum !== undefined) add(sum, columns, index);
  });
  return sums;
}

/** Adds up the A-weighted samples of a range by the periods of local days. */
export async function addUpPeriods(
  source: SampleSource,
  range: Omit<SamplesInRange, "levels">,
  { timeZone }: Pick<LimitSchedule, "timeZone">,
  periods: Periods,
): Promise<PeriodSums> {
  const sums: PeriodSums = new Map();
  await forEachSample(
    source,
    { ...range, levels: ["LAeq"] },
    createPeriodAdder(timeZone, periods, sums),
  );
  return sums;
}

function adderOptions({ weighting, schedule, parts }: Addition) {
  const equivalent = equivalentLevel[weighting];
  return { equivalent, parts, limitAt: createLimitLookup(schedule, weighting) };
}

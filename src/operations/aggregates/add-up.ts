import {
  type AggregateParts,
  createAdder,
  createSum,
  type Sum,
} from "../../acoustics/aggregates/aggregate.ts";
import type { TimeBucket } from "../../acoustics/aggregates/buckets.ts";
import {
  createPeriodAdder,
  type Periods,
  type PeriodSums,
} from "../../acoustics/aggregates/indicators.ts";
import { createHourFinder, hoursOfWeek } from "../../acoustics/aggregates/week-profile.ts";
import { equivalentLevel, type LevelName } from "../../acoustics/levels/level-names.ts";
import type { Weighting } from "../../acoustics/levels/weighting.ts";
import type { LimitSchedule } from "../../acoustics/limits/limit-rules.ts";
import { createLimitLookup } from "../../acoustics/limits/limit-timeline.ts";
import type { SecondRange } from "../../acoustics/time/contract-period.ts";
import type { TimeZone } from "../../acoustics/time/time-zone.ts";
import type { OpenExclusions } from "../exclusions/open-exclusions.ts";
import { forEachSample, readChunks, type SampleChunk, type SampleSource } from "./each-sample.ts";

/** The samples and levels to sum up, and the options. */
export interface Addition {
  readonly weighting: Weighting;
  readonly schedule: LimitSchedule;
  /** The levels that are read; without the equivalent level, no sample is counted. */
  readonly levels: readonly LevelName[];
  readonly parts: AggregateParts;
  readonly openExclusions: OpenExclusions;
}

/** Adds up contiguous buckets, and presents each after its last sample, while the database still reads. */
export function addUpBuckets<Bucket extends Pick<TimeBucket, "start" | "end">, Presented>(
  source: SampleSource,
  buckets: readonly Bucket[],
  addition: Addition,
  present: (bucket: Bucket, sum: Sum) => Presented,
): Promise<Presented[]> {
  return source.withSlot(async () => {
    const { levels } = addition;
    const presented: Presented[] = [];
    let sum = createSum();
    const [first] = buckets;
    const last = buckets.at(-1);
    if (first !== undefined && last !== undefined && levels.length > 0) {
      const seconds = { first: first.start, last: last.end - 1 };
      const openColumns = await openAdder(addition, seconds);
      for await (const chunk of readChunks(source, { seconds, levels })) {
        addChunk(chunk, openColumns(chunk.columns));
      }
    }
    presentUntil(Infinity);
    return presented;

    function addChunk({ columns, count }: SampleChunk, add: (sum: Sum, index: number) => void) {
      for (let index = 0; index < count; index += 1) {
        const second = columns.seconds[index] ?? 0;
        if (second >= (buckets[presented.length]?.end ?? Infinity)) presentUntil(second);
        add(sum, index);
      }
    }

    /** Presents the buckets that end at a second or before. */
    function presentUntil(second: number) {
      for (;;) {
        const bucket = buckets[presented.length];
        if (bucket === undefined || bucket.end > second) return;
        presented.push(present(bucket, sum));
        sum = createSum();
      }
    }
  });
}

/** Adds up the samples of a range by the hour of the week that the wall clock shows. */
export async function addUpWeek(
  source: SampleSource,
  seconds: SecondRange,
  addition: Addition,
): Promise<Sum[]> {
  const sums = Array.from({ length: hoursOfWeek }, createSum);
  const { levels } = addition;
  if (levels.length === 0) return sums;
  const openColumns = await openAdder(addition, seconds);
  const hourOf = createHourFinder(addition.schedule.timeZone);
  await forEachSample(source, { seconds, levels }, (columns) => {
    const add = openColumns(columns);
    return (index) => {
      const sum = sums[hourOf(columns.seconds[index] ?? 0)];
      if (sum !== undefined) add(sum, index);
    };
  });
  return sums;
}

/** How samples are added up by the periods of local days. */
export interface PeriodAddition {
  readonly timeZone: TimeZone;
  readonly periods: Periods;
  readonly openExclusions: OpenExclusions;
}

/** Adds up the A-weighted samples of a range by the periods of local days. */
export async function addUpPeriods(
  source: SampleSource,
  seconds: SecondRange,
  { timeZone, periods, openExclusions }: PeriodAddition,
): Promise<PeriodSums> {
  const sums: PeriodSums = new Map();
  const newTest = await openExclusions(seconds);
  const add = createPeriodAdder(timeZone, periods, sums, newTest());
  await forEachSample(source, { seconds, levels: ["LAeq"] }, add);
  return sums;
}

async function openAdder(
  { weighting, schedule, parts, openExclusions }: Addition,
  seconds: SecondRange,
) {
  const newTest = await openExclusions(seconds);
  return createAdder({
    equivalent: equivalentLevel[weighting],
    parts,
    limitAt: createLimitLookup(schedule, weighting),
    isExcluded: newTest(),
  });
}

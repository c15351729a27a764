import type { ExclusionTest } from "../assessment/exclusions.ts";
import { exceedsLimit, higher, type Hundredths, lower, subtractLevels } from "../levels/decibel.ts";
import { energyOf, levelOfEnergy, roundLevel } from "../levels/energy.ts";
import type { EquivalentLevel } from "../levels/level-names.ts";
import type { ApplicableLimit } from "../limits/limit-rules.ts";
import { type Instant, instantOfSecond } from "../time/instant.ts";
import { LevelSeconds } from "./level-seconds.ts";
import { levelAt, type SampleColumns } from "./sample-columns.ts";
import { coverageOf, expectedSamples, type SampleInterval } from "./sample-interval.ts";

/** The figures that are computed besides the energy: each costs time. */
export interface AggregateParts {
  readonly percentiles: boolean;
  readonly limits: boolean;
}

/** The options by which the samples of one sensor are summed. */
export interface AggregateOptions {
  readonly equivalent: EquivalentLevel;
  readonly parts: AggregateParts;
  /** The limit at the start of a sample. */
  readonly limitAt: (instant: Instant) => ApplicableLimit;
  readonly isExcluded: ExclusionTest;
}

/**
 * The sum of samples. A sample with an equivalent level of the weighting is counted; the extremes of other levels are
 * those of all samples. An excluded sample with that level adds only its duration to the excluded seconds.
 */
export interface Sum {
  samples: number;
  coveredSeconds: number;
  excludedSeconds: number;
  /** The sum of duration times energy. */
  energy: number;
  highest: Hundredths | null;
  lowest: Hundredths | null;
  /** Null until a level is added: most buckets of some requests need none. */
  levelSeconds: LevelSeconds | null;
  LAFmax: Hundredths | null;
  LAFmin: Hundredths | null;
  LCpeak: Hundredths | null;
  limitedSeconds: number;
  events: number;
  overSeconds: number;
  maxOver: Hundredths | null;
  lowestLimit: Hundredths | null;
  highestLimit: Hundredths | null;
}

export function createSum(): Sum {
  return {
    samples: 0,
    coveredSeconds: 0,
    excludedSeconds: 0,
    energy: 0,
    highest: null,
    lowest: null,
    levelSeconds: null,
    LAFmax: null,
    LAFmin: null,
    LCpeak: null,
    limitedSeconds: 0,
    events: 0,
    overSeconds: 0,
    maxOver: null,
    lowestLimit: null,
    highestLimit: null,
  };
}

/** Opens columns: the returned function adds the sample at an index of them to a sum. */
export function createAdder({
  equivalent,
  parts,
  limitAt,
  isExcluded,
}: AggregateOptions): (columns: SampleColumns) => (sum: Sum, index: number) => void {
  return ({ seconds, durations, levels }) => {
    const { LAFmax, LAFmin, LCpeak, [equivalent]: counted } = levels;
    return (sum, index) => {
      const second = seconds[index] ?? 0;
      const level = levelAt(counted, index);
      const duration = durations[index] ?? 0;
      if (isExcluded(second)) {
        if (level !== null) sum.excludedSeconds += duration;
        return;
      }
      if (LAFmax !== undefined) sum.LAFmax = higher(sum.LAFmax, levelAt(LAFmax, index));
      if (LAFmin !== undefined) sum.LAFmin = lower(sum.LAFmin, levelAt(LAFmin, index));
      if (LCpeak !== undefined) sum.LCpeak = higher(sum.LCpeak, levelAt(LCpeak, index));
      if (level === null) return;
      sum.samples += 1;
      sum.coveredSeconds += duration;
      sum.energy += duration * energyOf(level);
      sum.highest = higher(sum.highest, level);
      sum.lowest = lower(sum.lowest, level);
      if (parts.percentiles) (sum.levelSeconds ??= new LevelSeconds()).add(level, duration);
      if (!parts.limits) return;
      const { limit } = limitAt(instantOfSecond(second));
      if (limit === null) return;
      sum.limitedSeconds += duration;
      sum.maxOver = higher(sum.maxOver, subtractLevels(level, limit));
      sum.lowestLimit = lower(sum.lowestLimit, limit);
      sum.highestLimit = higher(sum.highestLimit, limit);
      if (!exceedsLimit(level, limit)) return;
      sum.events += 1;
      sum.overSeconds += duration;
    };
  };
}

/** The figures of a period: the sum of its samples, rounded once. */
export type Aggregate = ReturnType<typeof summarize>;

/**
 * The aggregate of a period of `seconds`. Averages, percentiles and fractions are null without a counted sample, and if
 * the coverage is less than `minCoverage`; counts, seconds and extremes never are.
 */
export function summarize(
  sum: Sum,
  seconds: number,
  interval: SampleInterval,
  minCoverage: number,
) {
  const { samples, coveredSeconds, limitedSeconds, overSeconds } = sum;
  const coverage = coverageOf(coveredSeconds, seconds);
  const isEnough = samples > 0 && coverage >= minCoverage;
  const [Leq10, Leq50, Leq90] =
    isEnough && sum.levelSeconds !== null ? sum.levelSeconds.exceeded([10, 50, 90]) : [];
  return {
    seconds,
    samples,
    expectedSamples: expectedSamples(seconds, interval),
    coveredSeconds,
    excludedSeconds: sum.excludedSeconds,
    coverage,
    Leq: isEnough ? roundLevel(levelOfEnergy(sum.energy / coveredSeconds)) : null,
    Leq10: Leq10 ?? null,
    Leq50: Leq50 ?? null,
    Leq90: Leq90 ?? null,
    LeqMax: sum.highest,
    LeqMin: sum.lowest,
    LAFmax: sum.LAFmax,
    LAFmin: sum.LAFmin,
    LCpeak: sum.LCpeak,
    limitedSeconds,
    events: sum.events,
    overSeconds,
    overFraction: isEnough && limitedSeconds > 0 ? overSeconds / limitedSeconds : null,
    maxOver: sum.maxOver,
    lowestLimit: sum.lowestLimit,
    highestLimit: sum.highestLimit,
  };
}

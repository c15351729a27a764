import type { ExclusionTest } from "../assessment/exclusions.ts";
import type { Hundredths } from "../levels/decibel.ts";
import type { LevelName } from "../levels/level-names.ts";
import { LevelSeconds } from "./level-seconds.ts";
import { levelAt, type OpenColumns } from "./sample-columns.ts";

/** The seconds and the samples of each level of one name. */
export interface LevelTally {
  readonly seconds: LevelSeconds;
  /** The same with a second for each sample: a count. */
  readonly samples: LevelSeconds;
}

export function createTally(): LevelTally {
  return { seconds: new LevelSeconds(), samples: new LevelSeconds() };
}

/** Opens columns. The returned function adds the sample at an index, if it has the level and is not excluded. */
export function createTallyAdder(
  tally: LevelTally,
  name: LevelName,
  isExcluded: ExclusionTest,
): OpenColumns {
  return ({ seconds, durations, levels }) =>
    (index) => {
      const level = levelAt(levels[name], index);
      if (level === null || isExcluded(seconds[index] ?? 0)) return;
      tally.seconds.add(level, durations[index] ?? 0);
      tally.samples.add(level, 1);
    };
}

/** A bin of levels: `from <= level < to`. */
export interface Bin {
  readonly from: Hundredths;
  readonly to: Hundredths;
  samples: number;
  seconds: number;
}

/** The distribution of the levels. `bins` reach from the lowest to the highest bin with a sample, without gaps. */
export type LevelDistribution = ReturnType<typeof distributionOf>;

/**
 * The exact distribution of levels. `binWidth` is the width of a bin, and bins begin at its multiples: -0.5 dB is in
 * the bin from -1 to 0. The mean is the mean of the decibels, weighted by duration: the usual mean of LA90, and not an
 * Leq.
 */
export function distributionOf(
  { seconds, samples }: LevelTally,
  binWidth: Hundredths,
  percents: readonly number[],
) {
  const levels = seconds.list();
  const counts = samples.list();
  const lowest = levels[0]?.level ?? null;
  const highest = levels.at(-1)?.level ?? null;
  const bins: Bin[] = [];
  let totalSamples = 0;
  let totalSeconds = 0;
  let weighted = 0;
  for (const [index, { level, seconds: duration }] of levels.entries()) {
    const from = Math.floor(level / binWidth) * binWidth;
    for (let next = bins.at(-1)?.to ?? from; next <= from; next += binWidth) {
      const bounds = { from: next as Hundredths, to: (next + binWidth) as Hundredths };
      bins.push({ ...bounds, samples: 0, seconds: 0 });
    }
    const bin = bins.at(-1);
    const count = counts[index]?.seconds ?? 0;
    if (bin !== undefined) {
      bin.samples += count;
      bin.seconds += duration;
    }
    totalSamples += count;
    totalSeconds += duration;
    weighted += level * duration;
  }
  const fullest = bins.reduce<Bin | null>(
    (best, bin) => (best !== null && best.seconds >= bin.seconds ? best : bin),
    null,
  );
  const exceeded = seconds.exceeded(percents);
  return {
    samples: totalSamples,
    seconds: totalSeconds,
    bins,
    lowest,
    highest,
    mode: fullest?.from ?? null,
    arithmeticMean: totalSeconds === 0 ? null : divideLevel(weighted, totalSeconds),
    exceeded: percents.map((percent, index) => ({ percent, level: exceeded[index] ?? null })),
  };
}

/** A whole number of hundredths divided by whole seconds, rounded half away from zero. */
function divideLevel(hundredths: number, seconds: number): Hundredths {
  const magnitude = Math.floor((2 * Math.abs(hundredths) + seconds) / (2 * seconds));
  return (hundredths < 0 && magnitude > 0 ? -magnitude : magnitude) as Hundredths;
}

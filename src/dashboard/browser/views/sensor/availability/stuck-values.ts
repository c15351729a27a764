/** A sample, as far as it is checked. */
export interface CheckedSample {
  /** Unix seconds. */
  readonly second: number;
  readonly Leq: number | null;
}

/** Samples one after the other with the same level. */
export interface EqualRun {
  readonly count: number;
  readonly level: number;
  /** Start of the first and of the last sample. */
  readonly first: number;
  readonly last: number;
}

/** So many equal levels in a row are hardly a sound: the microphone may be broken or covered. */
export const suspiciousRun = 6;

export const [lowestUsual, highestUsual] = [20, 120];

/** The longest run of equal levels, the first of equals; null without any. A sample without a level ends a run. */
export function longestEqualRun(samples: readonly CheckedSample[]): EqualRun | null {
  let longest = null as EqualRun | null;
  let run = null as EqualRun | null;
  for (const { second, Leq } of samples) {
    if (Leq === null) run = null;
    else if (run?.level === Leq) run = { ...run, count: run.count + 1, last: second };
    else run = { count: 1, level: Leq, first: second, last: second };
    if (run !== null && run.count > (longest?.count ?? 0)) longest = run;
  }
  return longest;
}

/** How many levels are lower or higher than sound outdoors usually is. */
export interface UnusualLevels {
  readonly low: number;
  readonly high: number;
  /** False where bins count levels of exactly 120 dB in `high`: they do not distinguish them from higher ones. */
  readonly isExact: boolean;
}

export function unusualSamples(samples: readonly CheckedSample[]): UnusualLevels {
  const count = (isUnusual: (level: number) => boolean) =>
    samples.filter(({ Leq }) => Leq !== null && isUnusual(Leq)).length;
  return {
    low: count((level) => level < lowestUsual),
    high: count((level) => level > highestUsual),
    isExact: true,
  };
}

/** The same of bins of 1 dB. */
export function unusualBins(
  bins: readonly { readonly from: number; readonly to: number; readonly samples: number }[],
): UnusualLevels {
  const sum = (isUnusual: (bin: { from: number; to: number }) => boolean) =>
    bins.filter(isUnusual).reduce((total, { samples }) => total + samples, 0);
  const high = sum(({ from }) => from >= highestUsual);
  return { low: sum(({ to }) => to <= lowestUsual), high, isExact: high === 0 };
}

/** How many samples a gap lacks, to the nearest whole number, halves up, as the server counts those it expects. */
export function missingSamples(gapSeconds: number, intervalSeconds: number): number {
  return Math.floor(gapSeconds / intervalSeconds + 0.5);
}

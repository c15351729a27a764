/** A bin of a distribution: `from <= level < to`. */
export interface LevelBin {
  readonly from: number;
  readonly to: number;
  readonly samples: number;
  readonly seconds: number;
}

/** A bin with its share of the time, and the share of the time at its lower bound or above. */
export interface BinShare extends LevelBin {
  readonly share: number;
  readonly shareAbove: number;
}

/** Shares are 0 to 1. Without time there are none. */
export function binShares(bins: readonly LevelBin[]): BinShare[] {
  const total = bins.reduce((sum, { seconds }) => sum + seconds, 0);
  if (total === 0) return [];
  let below = 0;
  return bins.map((bin) => {
    const shareAbove = (total - below) / total;
    below += bin.seconds;
    return { ...bin, share: bin.seconds / total, shareAbove };
  });
}

/** The end of an axis of shares that holds the highest, with a tick at each step. */
export function shareAxis(highest: number): { readonly end: number; readonly step: number } {
  const step = [0.01, 0.02, 0.05, 0.1].find((size) => highest / size <= 5) ?? 0.2;
  return { end: Math.max(step, Math.ceil(highest / step - 1e-9) * step), step };
}

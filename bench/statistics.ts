/** The median and the quartiles of several measurements. */
export interface Spread {
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return {
    lowerQuartile: percentile(values, 25),
    median: percentile(values, 50),
    upperQuartile: percentile(values, 75),
  };
}

/** The value that `percent` of the values do not exceed, by linear interpolation. NaN if there are no values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const position = ((sorted.length - 1) * percent) / 100;
  const below = sorted[Math.floor(position)] ?? NaN;
  const above = sorted[Math.ceil(position)] ?? NaN;
  return below + (above - below) * (position - Math.floor(position));
}

export function medianOf(values: readonly number[]): number {
  return percentile(values, 50);
}

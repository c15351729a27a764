import type { Hundredths } from "#acoustics/levels/decibel.ts";

/**
 * How many seconds each level lasted. The memory grows with the number of different levels, at most 22,001, and not
 * with that of the samples.
 */
export type LevelSeconds = Map<Hundredths, number>;

export function addSeconds(levels: LevelSeconds, level: Hundredths, seconds: number): void {
  levels.set(level, (levels.get(level) ?? 0) + seconds);
}

/**
 * For each of `percents`, the highest level that was reached or exceeded for at least that share of all seconds, without
 * interpolation; null without levels. Exact. Worked example: 60 dB for 300 s and 50 dB for 2,700 s. For 10 % of
 * the 3,000 s 60 dB was reached, so the level of 10 % is 60; that of 11 % is 50.
 */
export function exceededLevels(
  levels: LevelSeconds,
  percents: readonly number[],
): (Hundredths | null)[] {
  const ranked = [...levels.keys()].toSorted((left, right) => right - left);
  let total = 0;
  for (const seconds of levels.values()) total += seconds;
  return percents.map((percent) => {
    const needed = shareOf(percent, total);
    let reached = 0;
    for (const level of ranked) {
      reached += levels.get(level) ?? 0;
      if (reached >= needed) return level;
    }
    return null;
  });
}

/** `percent` of `total` whole seconds, rounded up. */
function shareOf(percent: number, total: number): number {
  return Number.isInteger(percent)
    ? Math.floor((percent * total + 99) / 100)
    : shareOfDecimal(percent, total);
}

/**
 * The same for a percentage with decimals, which counts as it is written: with doubles, 0.1 % of 3,000 s could be a
 * little more than 3 s.
 */
function shareOfDecimal(percent: number, total: number): number {
  const [digits = "", exponent = "0"] = percent.toExponential().split("e");
  const [whole = "", fraction = ""] = digits.split(".");
  // percent = numerator / 10^places
  const numerator = BigInt(whole + fraction);
  const places = BigInt(fraction.length - Number(exponent));
  const divisor = 100n * 10n ** places;
  return Number((numerator * BigInt(total) + divisor - 1n) / divisor);
}

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
  const ranked = [...levels].toSorted(([left], [right]) => right - left);
  let total = 0;
  // The sum of the seconds down to each level.
  const reached = ranked.map(([, seconds]) => (total += seconds));
  return percents.map((percent) => {
    const needed = shareOf(percent, total);
    return ranked[reached.findIndex((seconds) => seconds >= needed)]?.[0] ?? null;
  });
}

/**
 * `percent` of `total` whole seconds, rounded up. The percentage counts as the decimal that it is written as: with
 * doubles, 0.1 % of 3,000 s could be a little more than 3 s.
 */
function shareOf(percent: number, total: number): number {
  const [digits = "", exponent = "0"] = percent.toExponential().split("e");
  const [whole = "", fraction = ""] = digits.split(".");
  // percent = numerator / 10^places
  const numerator = BigInt(whole + fraction);
  const places = fraction.length - Number(exponent);
  const [up, down] = places >= 0 ? [1n, 10n ** BigInt(places)] : [10n ** BigInt(-places), 1n];
  const divisor = 100n * down;
  return Number((numerator * up * BigInt(total) + divisor - 1n) / divisor);
}

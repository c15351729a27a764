import { type Hundredths, highestLevel, lowestLevel } from "../levels/decibel.ts";

/** The seconds of each level. Levels are stored levels, so there are at most 44,002 numbers. */
export class LevelSeconds {
  /** A term is a level and its seconds in one number: for buckets of few samples, a map would be slower. */
  #terms: number[] = [];

  add(level: Hundredths, seconds: number): void {
    if (this.#terms.length === mostTerms) this.#terms = mergeTerms(this.#terms);
    this.#terms.push((level - lowestLevel) * secondsBound + seconds);
  }

  /** Each level with its seconds, the lowest first. */
  list(): { readonly level: Hundredths; readonly seconds: number }[] {
    this.#terms = mergeTerms(this.#terms);
    return this.#terms.map((term) => ({ level: levelOf(term), seconds: secondsOf(term) }));
  }

  /**
   * For each of `percents`, the highest level that was reached or exceeded for at least that share of all seconds,
   * without interpolation; null without levels. Exact. Worked example: 60 dB for 300 s and 50 dB for 2,700 s. For
   * 10 % of the 3,000 s 60 dB was reached, so the level of 10 % is 60; that of 11 % is 50.
   */
  exceeded(percents: readonly number[]): (Hundredths | null)[] {
    const terms = sortTerms(this.#terms);
    let total = 0;
    for (const term of terms) total += secondsOf(term);
    return percents.map((percent) => {
      const needed = shareOf(percent, total);
      let reached = 0;
      for (let index = terms.length - 1; index >= 0; index -= 1) {
        const term = terms[index] ?? 0;
        reached += secondsOf(term);
        if (reached >= needed) return levelOf(term);
      }
      return null;
    });
  }
}

/**
 * More seconds than any level lasts: four millennia. A term with the highest level is less than 2^53, so terms are
 * exact.
 */
const secondsBound = 2 ** 37;

/** Twice the number of levels: merging so many terms frees at least half of the space. */
const mostTerms = 2 * (highestLevel - lowestLevel + 1);

function levelOf(term: number): Hundredths {
  return (Math.floor(term / secondsBound) + lowestLevel) as Hundredths;
}

function secondsOf(term: number): number {
  // Exact, because the bound is a power of two. The remainder operator is ten times slower with large numbers.
  return term - Math.floor(term / secondsBound) * secondsBound;
}

/** One term for each level, in order. */
function mergeTerms(terms: number[]): number[] {
  const merged: number[] = [];
  for (const term of sortTerms(terms)) {
    const last = merged.at(-1);
    if (last !== undefined && levelOf(last) === levelOf(term)) {
      merged[merged.length - 1] = last + secondsOf(term);
    } else merged.push(term);
  }
  return merged;
}

/** Terms in order of their levels. Few terms are sorted in their array by insertion, which is the fastest way. */
function sortTerms(terms: number[]): ArrayLike<number> & Iterable<number> {
  if (terms.length > fewTerms) return new Float64Array(terms).toSorted();
  for (let from = 1; from < terms.length; from += 1) {
    const term = terms[from] ?? 0;
    let to = from;
    for (; to > 0 && (terms[to - 1] ?? 0) > term; to -= 1) terms[to] = terms[to - 1] ?? 0;
    terms[to] = term;
  }
  return terms;
}

const fewTerms = 32;

/** `percent` of `total` whole seconds, rounded up. */
function shareOf(percent: number, total: number): number {
  return Number.isInteger(percent)
    ? Math.floor((percent * total + 99) / 100)
    : shareOfDecimal(percent, total);
}

/** The same for a percentage with decimals, by its text: in doubles, 0.1 % of 3,000 s could be more than 3 s. */
function shareOfDecimal(percent: number, total: number): number {
  const [digits = "", exponent = "0"] = percent.toExponential().split("e");
  const [whole = "", fraction = ""] = digits.split(".");
  // percent = numerator / 10^places
  const numerator = BigInt(whole + fraction);
  const places = BigInt(fraction.length - Number(exponent));
  const divisor = 100n * 10n ** places;
  return Number((numerator * BigInt(total) + divisor - 1n) / divisor);
}

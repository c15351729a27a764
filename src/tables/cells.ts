import type { Hundredths } from "../acoustics/levels/decibel.ts";

/** A level in dB in the form of JSON. */
export function levelCell(level: Hundredths | null): number | null {
  return level === null ? null : level / 100;
}

/**
 * A fraction, rounded once to four decimals, halves up. A double may be a bit lower than a fraction that ends in a
 * half: 6,156 s of a day are 0.07125, and the double times 10,000 is 712.4999….
 */
export function fractionCell(fraction: number | null): number | null {
  return fraction === null ? null : Math.round(fraction * 10_000 * aBitMore) / 10_000;
}

/** The added value is far smaller than the distance of any other fraction of seconds to a half. */
const aBitMore = 1 + 2 * Number.EPSILON;

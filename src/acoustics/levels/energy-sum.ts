/**
 * A sum of non-negative energies that also sums the rounding errors of its additions (T. J. Dekker, 1971; the two-sum
 * of D. E. Knuth).
 *
 * Error bound: with n energies, the relative error of the sum is at most 2·2^-53 + n²·2^-106, so 10^-15 dB of the level
 * for a day of samples of one second. The error of a plain sum could be 4·10^-11 dB, which is more than the tolerance
 * of `roundLevel` at a half. Worked example: 10^16, then 1 a thousand times, is 10^16 + 1000; a plain sum stays at
 * 10^16.
 */
export class EnergySum {
  #high = 0;
  #low = 0;

  add(energy: number): void {
    const sum = this.#high + energy;
    const added = sum - this.#high;
    this.#low += this.#high - (sum - added) + (energy - added);
    this.#high = sum;
  }

  clear(): void {
    this.#high = 0;
    this.#low = 0;
  }

  get value(): number {
    return this.#high + this.#low;
  }

  /** The greater part of the sum; `low` is the sum of its rounding errors. */
  get high(): number {
    return this.#high;
  }

  get low(): number {
    return this.#low;
  }
}

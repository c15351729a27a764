/**
 * A sum of energies, none of them negative, that also adds up the rounding errors of its additions (T. J. Dekker,
 * 1971; the two-sum of D. E. Knuth).
 *
 * Error bound: with n energies, the sum differs from the true one by at most 2·2^-53 + n²·2^-106 of it, so by
 * 10^-15 dB of the level for a day of samples of one second. A plain sum could be off by 4·10^-11 dB, which is more
 * than `roundLevel` forgives at a half. Worked example: 10^16, then 1 a thousand times, is 10^16 + 1000; a plain sum
 * stays at 10^16.
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

  /** The greater part of the sum; `low` is what rounding took from it. */
  get high(): number {
    return this.#high;
  }

  get low(): number {
    return this.#low;
  }
}

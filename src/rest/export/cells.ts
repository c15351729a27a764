import type { Hundredths } from "../../acoustics/levels/decibel.ts";

/** A level in dB as JSON writes it. */
export function levelCell(level: Hundredths | null): number | null {
  return level === null ? null : level / 100;
}

/** A fraction, rounded to four decimals. */
export function fractionCell(fraction: number | null): number | null {
  return fraction === null ? null : Math.round(fraction * 10_000) / 10_000;
}

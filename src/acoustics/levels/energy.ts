import { type Hundredths, highestLevel, lowestLevel } from "./decibel.ts";

/**
 * 10^(L/10) of a level: its sound energy over one second, relative to that of 0 dB. Energies are added, levels are not:
 * the equivalent level of a period is 10 lg of the mean energy (ISO 1996-1). A level outside the range of stored levels
 * comes from an adjustment.
 */
export function energyOf(level: Hundredths): number {
  return energies[level - lowestLevel] ?? 10 ** (level / 1000);
}

/** `energyOf` of a level in dB that need not be one of hundredths. */
export function energyOfDecibels(decibels: number): number {
  return 10 ** (decibels / 10);
}

/** Computing a power is ten times slower than looking it up. */
const energies = Float64Array.from(
  { length: highestLevel - lowestLevel + 1 },
  (_, index) => 10 ** ((lowestLevel + index) / 1000),
);

/** 10 lg of a mean energy: an unrounded level in dB. */
export function levelOfEnergy(meanEnergy: number): number {
  return 10 * Math.log10(meanEnergy);
}

/** The steps to which a level is rounded, in hundredths of a dB: 0.01, 0.1 and 1 dB. */
export type RoundingStep = 1 | 10 | 100;

/**
 * Rounds a level in dB to a step, halves away from zero. A level within 10^-12 dB of a half counts as that half: the
 * mean of a hundred thousand energies of 65.5 dB is 65.49999999999999 dB in doubles, and rounds to 66 dB.
 */
export function roundLevel(decibels: number, step: RoundingStep = 1): Hundredths {
  const steps = Math.floor((Math.abs(decibels) * 100 + 1e-10) / step + 0.5);
  return (decibels < 0 && steps > 0 ? -steps * step : steps * step) as Hundredths;
}

import { type Hundredths, highestLevel, lowestLevel } from "./decibel.ts";

/**
 * 10^(L/10) of a stored level: its sound energy over one second, relative to that of 0 dB. Energies add up and levels
 * do not: the equivalent level of a period is 10 lg of the mean energy (ISO 1996-1).
 */
export function energyOf(level: Hundredths): number {
  return energies[level - lowestLevel] ?? Number.NaN;
}

/** Computing a power takes ten times as long as looking it up. */
const energies = Float64Array.from(
  { length: highestLevel - lowestLevel + 1 },
  (_, index) => 10 ** ((lowestLevel + index) / 1000),
);

/** 10 lg of a mean energy: an unrounded level in dB. */
export function levelOfEnergy(meanEnergy: number): number {
  return 10 * Math.log10(meanEnergy);
}

/** Rounds a level in dB to 0.01 dB, halves away from zero. */
export function roundLevel(decibels: number): Hundredths {
  const magnitude = Math.floor(Math.abs(decibels) * 100 + 0.5);
  return (decibels < 0 && magnitude > 0 ? -magnitude : magnitude) as Hundredths;
}

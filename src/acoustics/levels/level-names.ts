import type { Hundredths } from "./decibel.ts";
import type { Weighting } from "./weighting.ts";

/**
 * The levels a meter reports, by the names of IEC 61672-1: equivalent levels of the three
 * weightings, A-weighted maximum and minimum with time weighting F, C-weighted peak, and the levels
 * exceeded for 10, 50 and 90 % of the interval.
 */
export const levelNames = [
  "LAeq",
  "LCeq",
  "LZeq",
  "LAFmax",
  "LAFmin",
  "LCpeak",
  "LA10",
  "LA50",
  "LA90",
] as const;

export type LevelName = (typeof levelNames)[number];

/** Null: the meter did not report it. */
export type Levels = Readonly<Record<LevelName, Hundredths | null>>;

/** The equivalent level of each weighting. */
export const equivalentLevel = { A: "LAeq", C: "LCeq", Z: "LZeq" } as const satisfies Record<
  Weighting,
  LevelName
>;

export type EquivalentLevel = (typeof equivalentLevel)[Weighting];

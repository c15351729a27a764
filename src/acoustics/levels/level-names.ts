import type { Hundredths } from "./decibel.ts";
import type { Weighting } from "./weighting.ts";

/**
 * The levels that a meter reports for each interval: the equivalent levels of the three weightings, the
 * A-weighted maximum and minimum with time weighting F, the C-weighted peak (IEC 61672-1), and the levels
 * exceeded for 10, 50 and 90 % of the interval (ISO 1996).
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

/** Null for a level that the meter did not report. */
export type Levels = Readonly<Record<LevelName, Hundredths | null>>;

/** The equivalent level of each weighting. */
export const equivalentLevel = { A: "LAeq", C: "LCeq", Z: "LZeq" } as const satisfies Record<
  Weighting,
  LevelName
>;

export type EquivalentLevel = (typeof equivalentLevel)[Weighting];

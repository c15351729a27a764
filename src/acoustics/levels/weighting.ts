/** The frequency weightings of a level (IEC 61672-1). */
export const weightings = ["A", "C", "Z"] as const;

export type Weighting = (typeof weightings)[number];

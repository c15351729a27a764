/** Frequency weighting of a level (IEC 61672-1): A, C or Z. */
export const weightings = ["A", "C", "Z"] as const;

export type Weighting = (typeof weightings)[number];

/** Entries in the lists of a site file. */
export const greatestCounts = {
  sensors: 10_000,
  holidays: 5000,
  /** In the limits of the project, and in those of each sensor. */
  windows: 500,
  exceptions: 5000,
  criteria: 50,
  /** The bound of each sensor. */
  calibrations: 100,
  /** The bound of each criterion. */
  adjustments: 20,
} as const;

/** Characters in a name and in a description: code points. */
export const greatestLengths = { name: 200, description: 10_000 } as const;

/** The least and greatest height of a microphone above the ground, in metres: masts and towers are below it. */
export const heights = { lowest: 0, highest: 1000 } as const;

/**
 * Bytes of the stored text of a site, in UTF-8. A gateway parses it in some tens of milliseconds. A row of a backup,
 * whose JSON escapes it once more, has at most twice as many.
 */
export const greatestSiteBytes = 4_000_000;

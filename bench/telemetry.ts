import type { SiteSize } from "./site.ts";

/** The amount of data in a database. */
export interface FillSize extends SiteSize {
  /** Samples of all sensors together, without the earlier ones of the quiet sensor. */
  readonly rows: number;
  /** The least number of samples of the quiet sensor. */
  readonly quietRows: number;
}

/** Samples are five minutes apart. The last ones begin at `lastSecond`. */
export const stepSeconds = 300;
export const lastSecond = Date.parse("2019-12-31T23:55:00Z") / 1000;

/** The number of steps at which all sensors report. */
export function sharedSteps({ rows, sensors }: FillSize): number {
  return Math.ceil(rows / sensors);
}

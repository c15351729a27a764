import type { SiteSize } from "./site.ts";

/** How much data a database is to hold. */
export interface FillSize extends SiteSize {
  /** Samples of all sensors together, the quiet one's earlier ones aside. */
  readonly rows: number;
  /** Samples of the quiet sensor, at least. */
  readonly quietRows: number;
}

/** Samples are five minutes apart; the last ones begin here. */
export const stepSeconds = 300;
export const lastSecond = Date.parse("2019-12-31T23:55:00Z") / 1000;

/** At how many steps all sensors reported. */
export function sharedSteps({ rows, sensors }: FillSize): number {
  return Math.ceil(rows / sensors);
}

import type { Hundredths } from "../../../acoustics/levels/decibel.ts";
import { type LevelName, levelNames } from "../../../acoustics/levels/level-names.ts";

/** Samples to write, column by column, of equal length. No pair of sensor and second occurs twice. */
export interface SampleBatch {
  /** The columns that replace those of a stored sample; its other columns stay. */
  readonly columns: readonly SampleColumn[];
  readonly sensorNos: readonly number[];
  /** Starts of the intervals, in Unix seconds. */
  readonly seconds: readonly number[];
  readonly levels: Readonly<Record<LevelName, readonly (Hundredths | null)[]>>;
  /** As the sensor stored them at collection. */
  readonly collectedLimits: readonly (Hundredths | null)[];
  readonly collectedClassifications: readonly (string | null)[];
}

/** The columns of a sample outside its key, in the order of `SampleBatch`, by their names in files. */
export const sampleColumns = [...levelNames, "limit", "classification"] as const;

export type SampleColumn = (typeof sampleColumns)[number];

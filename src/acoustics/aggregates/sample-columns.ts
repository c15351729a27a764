import type { Hundredths } from "../levels/decibel.ts";
import type { LevelName } from "../levels/level-names.ts";

/**
 * Samples of one sensor in order of time, column by column: the values at one index are one sample. Columns need an
 * eighth of the memory of objects, and hundreds of thousands of samples are processed.
 */
export interface SampleColumns {
  /** Starts of the samples, in Unix seconds. */
  readonly seconds: Float64Array;
  /** The duration of each sample: the interval, or until the next sample if that is earlier. */
  readonly durations: Float64Array;
  /** The requested levels; `notReported` where the meter did not report one. */
  readonly levels: Readonly<Partial<Record<LevelName, Int16Array>>>;
}

/** Opens columns: returns a function to be called with the index of each of their samples. */
export type OpenColumns = (columns: SampleColumns) => (index: number) => void;

/** No stored level is as low. */
export const notReported = -32_768;

/** The level at an index, or null if the meter did not report it, or the column was not requested. */
export function levelAt(column: Int16Array | undefined, index: number): Hundredths | null {
  const level = column?.[index] ?? notReported;
  return level === notReported ? null : (level as Hundredths);
}

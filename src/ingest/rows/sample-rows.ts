import type { Hundredths } from "../../acoustics/levels/decibel.ts";
import type { LevelName } from "../../acoustics/levels/level-names.ts";
import type { SampleBatch, SampleColumn } from "../../database/queries/imports/sample-batch.ts";
import type { CsvBatch, SensorSecond } from "../csv/csv-table.ts";
import type { ExclusionRows } from "./import-exclusions.ts";

/** A row of a file of samples. A level that is not in `levels` was not reported. */
export interface ImportedSample extends SensorSecond {
  readonly levels: Readonly<Partial<Record<LevelName, Hundredths>>>;
  readonly collectedLimit: Hundredths | null;
  readonly collectedClassification: string | null;
  /** The stretches that flags of its rows exclude. */
  readonly exclusions: readonly FlagExclusion[];
  /** The columns of its file. */
  readonly columns: readonly SampleColumn[];
}

/** The interval of a flagged row: `end` is the second after it. */
export interface FlagExclusion {
  readonly second: number;
  readonly end: number;
  readonly reason: string;
}

export interface SampleRows extends CsvBatch<ImportedSample>, SampleBatch {
  readonly exclusions: ExclusionRows;
}

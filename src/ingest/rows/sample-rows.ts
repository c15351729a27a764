import type { Hundredths } from "../../acoustics/levels/decibel.ts";
import { type LevelName, levelNames } from "../../acoustics/levels/level-names.ts";
import {
  type SampleBatch,
  type SampleColumn,
  sampleColumns,
} from "../../database/queries/imports/sample-batch.ts";
import type { SensorSecond } from "../csv/csv-table.ts";
import { identityOfExclusion, type ImportedExclusion } from "./import-exclusions.ts";

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

/** The columns of rows of one file. */
export function sampleBatch(rows: readonly ImportedSample[]): SampleBatch {
  const levels = levelNames.map(
    (name) => [name, rows.map((row) => row.levels[name] ?? null)] as const,
  );
  return {
    columns: rows[0]?.columns ?? sampleColumns,
    sensorNos: rows.map(({ sensorNo }) => sensorNo),
    seconds: rows.map(({ second }) => second),
    levels: Object.fromEntries(levels) as Record<LevelName, (Hundredths | null)[]>,
    collectedLimits: rows.map(({ collectedLimit }) => collectedLimit),
    collectedClassifications: rows.map(({ collectedClassification }) => collectedClassification),
  };
}

/** The exclusions of the flags of rows, each once. */
export function exclusionsOfFlags(rows: readonly ImportedSample[]): ImportedExclusion[] {
  const all = rows.flatMap(({ sensorNo, exclusions }) =>
    exclusions.map((exclusion) => ({ sensorNo, note: "", ...exclusion })),
  );
  return [...new Map(all.map((row) => [identityOfExclusion(row), row])).values()];
}

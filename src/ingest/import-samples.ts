import { analyzeSamples, upsertSamples } from "#database/queries/samples-write.ts";
import { type CsvFile, readCsvFiles } from "./csv-files.ts";
import { type ImportedFile, importRows, type ImportTarget } from "./import-rows.ts";
import type { Progress } from "./progress.ts";
import { createRowWriter } from "./row-writer.ts";
import { createBatchBuilder } from "./sample-batch.ts";
import { parseSamplesHeader, type SamplesHeader } from "./samples-header.ts";
import { checkSamplesRow } from "./samples-row.ts";

/** Reads the headers of files of samples. Throws `InvalidInput` with every issue in them. */
export function readSamplesFiles(files: readonly string[]): Promise<CsvFile<SamplesHeader>[]> {
  return readCsvFiles(files, parseSamplesHeader);
}

/** Imports files of samples, each of them whole in one transaction; a sensor has one a second. */
export function importSamples(
  target: ImportTarget,
  sources: readonly CsvFile<SamplesHeader>[],
  progress: Progress,
): AsyncGenerator<ImportedFile> {
  return importRows(
    {
      check: checkSamplesRow,
      createWriter: (db) =>
        createRowWriter(createBatchBuilder, (batch) => upsertSamples(db, batch)),
      settle: analyzeSamples,
    },
    target,
    sources,
    progress,
  );
}

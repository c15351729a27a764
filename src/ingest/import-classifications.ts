import { ensureModels } from "#database/queries/classification-models.ts";
import {
  analyzeClassifications,
  upsertClassifications,
} from "#database/queries/classifications-write.ts";
import type { Queryable } from "#database/client/pool.ts";
import {
  createClassificationBatchBuilder,
  type NamedClassificationBatch,
} from "./classification-batch.ts";
import {
  type ClassificationsHeader,
  parseClassificationsHeader,
} from "./classifications-header.ts";
import { checkClassificationsRow, type ImportedClassification } from "./classifications-row.ts";
import { type CsvFile, readCsvFiles } from "./csv-files.ts";
import { type ImportedFile, importRows, type ImportTarget } from "./import-rows.ts";
import type { Progress } from "./progress.ts";
import { createRowWriter, type RowWriter } from "./row-writer.ts";

/** Reads the headers of files of classifications. Throws `InvalidInput` with every issue in them. */
export function readClassificationsFiles(
  files: readonly string[],
): Promise<CsvFile<ClassificationsHeader>[]> {
  return readCsvFiles(files, parseClassificationsHeader);
}

/**
 * Imports files of classifications, each of them whole in one transaction. A sensor and second have
 * one row a model and label; whether they have a sample does not matter.
 */
export function importClassifications(
  target: ImportTarget,
  sources: readonly CsvFile<ClassificationsHeader>[],
  progress: Progress,
): AsyncGenerator<ImportedFile> {
  return importRows(
    {
      check: checkClassificationsRow,
      createWriter: createClassificationWriter,
      settle: analyzeClassifications,
    },
    target,
    sources,
    progress,
  );
}

/** Writes classifications in batches; models that are named for the first time are written down. */
export function createClassificationWriter(db: Queryable): RowWriter<ImportedClassification> {
  const modelNos = new Map<string, number>();
  return createRowWriter(
    createClassificationBatchBuilder,
    async ({ models, ...batch }: NamedClassificationBatch) => {
      const unknown = [...new Set(models)].filter((name) => !modelNos.has(name));
      for (const [name, key] of await ensureModels(db, unknown)) modelNos.set(name, key);
      return upsertClassifications(db, {
        ...batch,
        modelNos: models.map((name) => keyOf(modelNos, name)),
      });
    },
  );
}

function keyOf(modelNos: ReadonlyMap<string, number>, name: string): number {
  const key = modelNos.get(name);
  if (key === undefined) throw new Error("a model that was just written is not there");
  return key;
}

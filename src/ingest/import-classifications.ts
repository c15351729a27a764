import { isClassificationName, parseConfidence } from "#acoustics/classification.ts";
import { ensureModels } from "#database/queries/classification-models.ts";
import {
  analyzeClassifications,
  upsertClassifications,
} from "#database/queries/classifications-write.ts";
import type { Queryable } from "#database/client/pool.ts";
import { decodeCell } from "./csv-records.ts";
import { type CsvTable, quoteCell, type SensorSecond } from "./csv-table.ts";

/** A row of a file of classifications. */
export interface ImportedClassification extends SensorSecond {
  /** Name of the model. */
  readonly model: string;
  readonly label: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/**
 * Files of classifications (contract, section 6). A sensor and second have one row per model and
 * label, with or without a sample.
 */
export const classificationsTable: CsvTable<ImportedClassification> = {
  required: ["model", "label", "confidence"],
  optional: [],

  parseRow(at, cellOf, reasons) {
    const model = parseName("model", cellOf("model"), reasons);
    const label = parseName("label", cellOf("label"), reasons);
    const confidence = parseConfidence(cellOf("confidence"));
    if (confidence === null) {
      reasons.push(`confidence ${quoteCell(cellOf("confidence"))} is no decimal from 0 to 1`);
    }
    return { ...at, model, label, confidence: confidence ?? 0 };
  },

  // Names contain no line end.
  identityOf: ({ sensorNo, second, model, label }) => `${sensorNo} ${second}\n${model}\n${label}`,

  createUpsert(db) {
    const modelNos = new Map<string, number>();
    return async (rows) => {
      await addModelNos(db, modelNos, new Set(rows.map(({ model }) => model)));
      return upsertClassifications(db, {
        sensorNos: rows.map(({ sensorNo }) => sensorNo),
        modelNos: rows.map(({ model }) => requireModelNo(modelNos, model)),
        seconds: rows.map(({ second }) => second),
        labels: rows.map(({ label }) => label),
        confidences: rows.map(({ confidence }) => confidence),
      });
    };
  },

  analyze: analyzeClassifications,
};

function parseName(column: string, cell: string, reasons: string[]): string {
  const text = decodeCell(cell);
  if (text === null) reasons.push(`${column} is not UTF-8 text`);
  else if (!isClassificationName(text)) {
    reasons.push(
      `${column} ${quoteCell(cell)} is no name of 1 to 200 characters without control characters`,
    );
  }
  return text ?? "";
}

/** Adds the numbers of models that are not in `modelNos` yet; new models are inserted. */
async function addModelNos(
  db: Queryable,
  modelNos: Map<string, number>,
  models: ReadonlySet<string>,
): Promise<void> {
  const missing = [...models].filter((name) => !modelNos.has(name));
  for (const [name, modelNo] of await ensureModels(db, missing)) modelNos.set(name, modelNo);
}

function requireModelNo(modelNos: ReadonlyMap<string, number>, model: string): number {
  const modelNo = modelNos.get(model);
  if (modelNo === undefined) throw new Error("a model that was just inserted is not there");
  return modelNo;
}

import { unguardFormula } from "../../system/formulas.ts";
import { isClassificationName, parseConfidence } from "../../acoustics/classification.ts";
import {
  analyzeClassifications,
  ensureModels,
  upsertClassifications,
} from "../../database/queries/samples/classifications.ts";
import { decimalAdvice, parseDecimal } from "../csv/cell-values.ts";
import { decodeCell, quoteCell } from "../csv/csv-format.ts";
import type { CsvTable, SensorSecond } from "../csv/csv-table.ts";
import { requiredColumns } from "../csv/header-names.ts";

/** A row of a file of classifications. */
export interface ImportedClassification extends SensorSecond {
  /** Name of the model. */
  readonly model: string;
  readonly label: string;
  /** 0 to 1. */
  readonly confidence: number;
}

/** Files of classifications (docs/contract.md, 6): a row per sensor, second, model and label. No sample is needed. */
export const classificationsTable: CsvTable<ImportedClassification> = {
  name: "classifications",
  start: "datetime",
  required: requiredColumns.classifications,
  optional: [],

  createRowParser({ cellOf, decimal }) {
    const [modelOf, labelOf, confidenceOf] = [
      cellOf("model"),
      cellOf("label"),
      cellOf("confidence"),
    ];
    return ({ sensorNo, second }, cells, reasons) => {
      const model = parseName("model", modelOf(cells), reasons);
      const label = parseName("label", labelOf(cells), reasons);
      const cell = confidenceOf(cells);
      const confidence = parseDecimal(cell, decimal, parseConfidence);
      if (confidence === null) {
        const advice = decimalAdvice(cell, decimal);
        reasons.push(`confidence ${quoteCell(cell)} is no decimal from 0 to 1${advice}`);
      }
      return { sensorNo, second, model, label, confidence: confidence ?? 0 };
    };
  },

  // Names contain no line end.
  identityOf: ({ sensorNo, second, model, label }) => `${sensorNo}\n${second}\n${model}\n${label}`,
  contentOf: ({ confidence }) => String(confidence),

  createWriter(transaction) {
    const modelNos = new Map<string, number>();
    return {
      async write(rows) {
        const models = rows.map(({ model }) => model);
        const unknown = [...new Set(models)].filter((name) => !modelNos.has(name));
        const added = await ensureModels(transaction, unknown);
        for (const [name, modelNo] of added) modelNos.set(name, modelNo);
        const written = await upsertClassifications(transaction, {
          sensorNos: rows.map(({ sensorNo }) => sensorNo),
          seconds: rows.map(({ second }) => second),
          labels: rows.map(({ label }) => label),
          confidences: rows.map(({ confidence }) => confidence),
          modelNos: models.map((name) => requireModelNo(modelNos, name)),
        });
        return { ...written, emptiedLevels: 0, excluded: 0 };
      },
      finish: async () => undefined,
    };
  },

  createTrial: null,
  analyze: analyzeClassifications,
};

function parseName(column: string, cell: string, reasons: string[]): string {
  const text = unguardFormula(decodeCell(cell));
  if (!isClassificationName(text)) {
    reasons.push(
      `${column} ${quoteCell(cell)} is no name of 1 to 200 characters without control characters`,
    );
  }
  return text;
}

function requireModelNo(modelNos: ReadonlyMap<string, number>, model: string): number {
  const modelNo = modelNos.get(model);
  if (modelNo === undefined) throw new Error("an inserted model is missing");
  return modelNo;
}

import { unguardFormula } from "../../system/formulas.ts";
import { isClassificationName, parseConfidence } from "../../acoustics/classification.ts";
import {
  analyzeClassifications,
  ensureModels,
  upsertClassifications,
} from "../../database/queries/samples/classifications.ts";
import { decimalAdvice, parseDecimal } from "../csv/cell-values.ts";
import { decodeCell, quoteCell } from "../csv/csv-format.ts";
import type { CsvBatch, CsvTable, SensorSecond } from "../csv/csv-table.ts";
import { requiredColumns } from "../csv/header-names.ts";

/** A row of a file of classifications. */
export interface ImportedClassification extends SensorSecond {
  /** Name of the model. */
  readonly model: string;
  readonly label: string;
  /** 0 to 1. */
  readonly confidence: number;
}

interface ClassificationRows extends CsvBatch<ImportedClassification> {
  readonly sensorNos: readonly number[];
  readonly models: readonly string[];
  readonly labels: readonly string[];
  readonly confidences: readonly number[];
}

/** Files of classifications (docs/contract.md, 6): a row per sensor, second, model and label. No sample is needed. */
export const classificationsTable: CsvTable<ImportedClassification, ClassificationRows> = {
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

  contentOf: null,

  createBatch() {
    const sensorNos: number[] = [];
    const seconds: number[] = [];
    const models: string[] = [];
    const labels: string[] = [];
    const confidences: number[] = [];
    const confidenceByIdentity = new Map<string, number>();
    return {
      sensorNos,
      seconds,
      models,
      labels,
      confidences,
      add({ sensorNo, second, model, label, confidence }) {
        // Names contain no line end.
        const identity = `${sensorNo}\n${second}\n${model}\n${label}`;
        const earlier = confidenceByIdentity.get(identity);
        if (earlier !== undefined) return earlier === confidence ? "same" : "other";
        confidenceByIdentity.set(identity, confidence);
        sensorNos.push(sensorNo);
        seconds.push(second);
        models.push(model);
        labels.push(label);
        confidences.push(confidence);
        return "added";
      },
    };
  },

  createWriter(transaction) {
    const modelNos = new Map<string, number>();
    return {
      async write({ models, ...batch }) {
        const unknown = [...new Set(models)].filter((name) => !modelNos.has(name));
        const added = await ensureModels(transaction, unknown);
        for (const [name, modelNo] of added) modelNos.set(name, modelNo);
        const written = await upsertClassifications(transaction, {
          ...batch,
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

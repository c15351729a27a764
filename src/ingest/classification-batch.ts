import type { BatchBuilder } from "./row-writer.ts";
import type { ImportedClassification } from "./classifications-row.ts";

/** Classifications column by column, their models by name. */
export interface NamedClassificationBatch {
  readonly sensorNos: readonly number[];
  readonly models: readonly string[];
  readonly seconds: readonly number[];
  readonly labels: readonly string[];
  readonly confidences: readonly number[];
}

/** Gathers classifications; of a sensor, second, model and label there is one. */
export function createClassificationBatchBuilder(): BatchBuilder<
  ImportedClassification,
  NamedClassificationBatch
> {
  const sensorNos: number[] = [];
  const models: string[] = [];
  const seconds: number[] = [];
  const labels: string[] = [];
  const confidences: number[] = [];
  const confidenceByIdentity = new Map<string, number>();
  return {
    batch: { sensorNos, models, seconds, labels, confidences },
    add({ sensorNo, second, model, label, confidence }) {
      // No name holds a line end.
      const identity = `${sensorNo}\n${second}\n${model}\n${label}`;
      const present = confidenceByIdentity.get(identity);
      if (present !== undefined) return present === confidence ? "same" : "other";
      confidenceByIdentity.set(identity, confidence);
      sensorNos.push(sensorNo);
      models.push(model);
      seconds.push(second);
      labels.push(label);
      confidences.push(confidence);
      return "added";
    },
  };
}

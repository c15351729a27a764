import type { ClassificationRow } from "../../database/queries/samples/classifications.ts";
import type { OperationContext } from "../operation-context.ts";
import type { ReadableSensor } from "../projects/sensor-settings.ts";

/** The classifications of a sensor by the current model of its project, by Unix second; null without a model. */
export async function readClassifications(
  { loaders }: OperationContext,
  { sensorNo, reading: { model } }: ReadableSensor,
  seconds: readonly number[],
): Promise<ReadonlyMap<number, ClassificationRow> | null> {
  if (model === null) return null;
  const { modelNo, minConfidence } = model;
  return loaders.classifications({ sensorNo, modelNo, minConfidence, seconds });
}

/** A classification in the form of the answer; null without one of enough confidence. */
export function presentClassification(
  { reading: { model } }: ReadableSensor,
  row: ClassificationRow | null,
) {
  if (row === null || model === null) return null;
  return { label: row.label, confidence: row.confidence, model: model.name };
}

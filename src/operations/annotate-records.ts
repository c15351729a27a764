import type { LeaseOperation } from "#database/queries/audio-leases.ts";
import { type AudioPair, leaseAudio, noAudioAt } from "./lease-audio.ts";
import type { OperationContext } from "./operation-context.ts";
import type { ReadableSensor } from "./sensor-settings.ts";

/** What belongs to the record of a Unix second besides its levels. */
export type AnnotationsAt = (unixSecond: number) => AudioPair & {
  /** By the project's current model; null without one of enough confidence. */
  readonly classification: {
    readonly label: string;
    /** 0 to 1. */
    readonly confidence: number;
    /** Name of the model. */
    readonly model: string;
  } | null;
};

/**
 * The classifications and audio leases of a sensor's records, at most one statement each. Without audio
 * no lease is issued.
 */
export async function annotateRecords(
  context: OperationContext,
  sensor: ReadableSensor,
  operation: LeaseOperation,
  rows: readonly { readonly second: number }[],
  withAudio: boolean,
): Promise<AnnotationsAt> {
  const unixSeconds = rows.map(({ second }) => second);
  const [classifications, audioAt] = await Promise.all([
    readClassifications(context, sensor, operation, unixSeconds),
    withAudio && rows.length > 0 ? leaseAudio(context, sensor, operation, unixSeconds) : noAudioAt,
  ]);
  const model = sensor.reading.model?.name ?? "";
  return (unixSecond) => {
    const { audioUrl, audioExpiresAt } = audioAt(unixSecond);
    const row = classifications?.get(unixSecond);
    const classification =
      row === undefined ? null : { label: row.label, confidence: row.confidence, model };
    return { classification, audioUrl, audioExpiresAt } as ReturnType<AnnotationsAt>;
  };
}

/** By Unix second; null if the project has no model or the page no records. */
async function readClassifications(
  { loaders }: OperationContext,
  { sensorNo, reading: { model } }: ReadableSensor,
  operation: LeaseOperation,
  unixSeconds: readonly number[],
) {
  if (model === null || unixSeconds.length === 0) return null;
  const { modelNo, minConfidence } = model;
  // A page of samples leaves no sample out between its first and its last one; a page of events does.
  const areConsecutive = operation === "measurements";
  const search = { sensorNo, modelNo, minConfidence, seconds: unixSeconds, areConsecutive };
  return loaders.classifications(search);
}

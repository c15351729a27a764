import type { LeaseOperation } from "#database/queries/audio-leases.ts";
import { type AudioPair, type LeaseAudio, noAudio } from "./lease-audio.ts";
import type { ClassificationRecord, LoadClassifications } from "./load-classifications.ts";
import type { ReadableSensor } from "./sensor-settings.ts";

/** What belongs to the record of a second besides its levels. */
export type Annotations = AudioPair & { readonly classification: ClassificationRecord | null };

/** The attachments of a sensor's records, one statement each for classifications and leases. */
export type LoadAnnotations = (
  sensor: ReadableSensor,
  operation: LeaseOperation,
  rows: readonly { readonly second: number }[],
  withAudio: boolean,
) => Promise<(second: number) => Annotations>;

export function createAnnotationsLoader(
  loadClassifications: LoadClassifications,
  leaseAudio: LeaseAudio,
): LoadAnnotations {
  return async (sensor, operation, rows, withAudio) => {
    const seconds = rows.map(({ second }) => second);
    const [classifications, audio] = await Promise.all([
      // A page of samples leaves none out; events do.
      loadClassifications(sensor, seconds, operation === "measurements"),
      withAudio && seconds.length > 0 ? leaseAudio(sensor, operation, seconds) : null,
    ]);
    return (second) => {
      const { audioUrl, audioExpiresAt } = audio?.get(second) ?? noAudio;
      const classification = classifications.get(second) ?? null;
      return { classification, audioUrl, audioExpiresAt } as Annotations;
    };
  };
}

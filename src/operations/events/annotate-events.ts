import { type AudioPair, leaseAudio, noAudioAt } from "../audio/lease-audio.ts";
import type { OperationContext } from "../operation-context.ts";
import {
  presentClassification,
  readClassifications,
} from "../measurements/read-classifications.ts";
import type { ReadableSensor } from "../projects/sensor-settings.ts";

/** The annotations of the event of a Unix second. */
export type AnnotationsAt = (unixSecond: number) => AudioPair & {
  readonly classification: ReturnType<typeof presentClassification>;
};

/**
 * The classifications and audio leases of events, with at most one statement each. Without audio, no lease is issued.
 */
export async function annotateEvents(
  context: OperationContext,
  sensor: ReadableSensor,
  events: readonly { readonly second: number }[],
  withAudio: boolean,
): Promise<AnnotationsAt> {
  const seconds = events.map(({ second }) => second);
  const [classifications, audioAt] = await Promise.all([
    readClassifications(context, sensor, seconds),
    withAudio ? leaseAudio(context, sensor, "events", events) : noAudioAt,
  ]);
  return (unixSecond) => {
    const { audioUrl, audioExpiresAt } = audioAt(unixSecond);
    const row = classifications?.get(unixSecond) ?? null;
    const classification = presentClassification(sensor, row);
    return { classification, audioUrl, audioExpiresAt } as ReturnType<AnnotationsAt>;
  };
}

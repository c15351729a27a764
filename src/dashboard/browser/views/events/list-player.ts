import { signal } from "@preact/signals";
import { loadRecording, type RecordingReference } from "../../audio/load-recording.ts";
import type { Playback } from "../../audio/playback.ts";

/** A sample of a list, which may have a recording. */
export type SampleOfSensor = Pick<RecordingReference, "sensorId" | "second">;

export function sampleId({ sensorId, second }: SampleOfSensor): string {
  return `${sensorId}.${second}`;
}

/** The recording of a list that plays, or is on its way. */
export const playing = signal<{
  readonly id: string;
  readonly state: "loading" | "playing" | "failed";
} | null>(null);

let stop: (() => void) | null = null;

/** Plays a recording in the list, and stops the one that plays; the same one is stopped. */
export async function togglePlaying(reference: RecordingReference): Promise<void> {
  const id = sampleId(reference);
  const isSame = playing.value?.id === id && playing.value.state !== "failed";
  stopPlaying();
  if (isSame) return;
  const leaving = new AbortController();
  let playback: Playback | null = null;
  stop = () => {
    leaving.abort();
    playback?.close();
  };
  playing.value = { id, state: "loading" };
  try {
    const loaded = await loadRecording(reference, leaving.signal);
    if (leaving.signal.aborted) return;
    playback = loaded.kind === "loaded" ? loaded.playback : null;
    if (playback === null) {
      playing.value = { id, state: "failed" };
      return;
    }
    await playback.play();
    playing.value = { id, state: "playing" };
    playback.state.subscribe((state) => {
      if (state !== "playing" && !leaving.signal.aborted) stopPlaying();
    });
  } catch (error) {
    if (!leaving.signal.aborted) throw error;
  }
}

export function stopPlaying(): void {
  stop?.();
  stop = null;
  playing.value = null;
}

import { useEffect, useRef, useState } from "preact/hooks";
import {
  type LoadedRecording,
  loadRecording,
  type RecordingReference,
} from "../../audio/load-recording.ts";

/** The facts about a recording before it is loaded, and its address. */
export interface RecordingFacts extends RecordingReference {
  readonly sampleId: string;
  readonly durationSeconds: number;
  readonly sampleRate: number;
  readonly byteLength: number;
}

export type LoadState =
  /** It is large: it waits until it is requested. */
  { readonly kind: "waiting" } | { readonly kind: "loading" } | LoadedRecording;

/**
 * Loads a small recording at once, a large one when it is requested, and stops when the view is left. `load` gives what
 * there is then.
 */
export function useRecording(facts: RecordingFacts) {
  const [state, setState] = useState<LoadState>({
    kind: isSmall(facts) ? "loading" : "waiting",
  });
  const current = useRef<Promise<LoadState> | null>(null);
  const leaving = useRef(new AbortController());
  const load = () => (current.current ??= start());
  const start = async () => {
    setState({ kind: "loading" });
    const outcome = await read(facts, leaving.current.signal);
    if (outcome.kind !== "loaded") current.current = null;
    if (!leaving.current.signal.aborted) setState(outcome);
    return outcome;
  };
  useEffect(() => {
    leaving.current = new AbortController();
    current.current = null;
    if (isSmall(facts)) void load();
    return () => {
      leaving.current.abort();
      void current.current?.then(close);
    };
  }, []);
  return { state, load };
}

/** True for a recording that is loaded without a click. */
function isSmall({ durationSeconds, byteLength }: RecordingFacts): boolean {
  return durationSeconds <= 60 && byteLength <= 32 * 2 ** 20;
}

async function read(facts: RecordingFacts, signal: AbortSignal): Promise<LoadState> {
  try {
    return await loadRecording(facts, signal);
  } catch (error) {
    if (signal.aborted) return { kind: "waiting" };
    throw error;
  }
}

function close(state: LoadState): void {
  if (state.kind === "loaded") state.playback?.close();
}

import { type ReadonlySignal, signal } from "@preact/signals";

/** Plays a decoded recording. */
export interface Playback {
  readonly buffer: AudioBuffer;
  readonly state: ReadonlySignal<"ready" | "playing" | "paused">;
  /** Seconds from the start. */
  readonly time: ReadonlySignal<number>;
  play(): Promise<void>;
  pause(): void;
  seek(seconds: number): void;
  /** 0 to 1. */
  setVolume(volume: number): void;
  /** Stops, and lets the browser's audio go. */
  close(): void;
}

/** The browser's audio is opened by the first `play`: before an action of a person, browsers refuse it. */
export function createPlayback(buffer: AudioBuffer): Playback {
  const state = signal<"ready" | "playing" | "paused">("ready");
  const time = signal(0);
  let audio: { readonly context: AudioContext; readonly gain: GainNode } | null = null;
  let volume = 1;
  let source: AudioBufferSourceNode | null = null;
  /** The context's clock when the recording is at 0. */
  let origin = 0;
  let frame = 0;

  const openAudio = () => {
    const context = new AudioContext();
    const gain = new GainNode(context, { gain: volume });
    gain.connect(context.destination);
    return { context, gain };
  };
  const stop = () => {
    cancelAnimationFrame(frame);
    source?.stop();
    source?.disconnect();
    source = null;
  };
  const follow = (context: AudioContext) => {
    time.value = Math.min(buffer.duration, Math.max(0, context.currentTime - origin));
    frame = requestAnimationFrame(() => follow(context));
  };
  const start = ({ context, gain }: NonNullable<typeof audio>) => {
    stop();
    const node = new AudioBufferSourceNode(context, { buffer });
    node.connect(gain);
    node.addEventListener("ended", () => {
      // A node that was stopped ends, too.
      if (source !== node) return;
      stop();
      time.value = buffer.duration;
      state.value = "paused";
    });
    source = node;
    origin = context.currentTime - time.value;
    node.start(0, time.value);
    follow(context);
  };
  return {
    buffer,
    state,
    time,
    async play() {
      if (state.value === "playing") return;
      state.value = "playing";
      if (time.value >= buffer.duration) time.value = 0;
      audio ??= openAudio();
      // A browser that wants a press here first leaves the promise open.
      await Promise.race([audio.context.resume(), delay(1000)]);
      // Paused or closed meanwhile.
      if (state.peek() !== "playing") return;
      if (audio.context.state === "running") start(audio);
      else state.value = "paused";
    },
    pause() {
      if (state.value !== "playing") return;
      stop();
      state.value = "paused";
    },
    seek(seconds) {
      time.value = Math.min(buffer.duration, Math.max(0, seconds));
      if (state.value === "playing" && audio !== null) start(audio);
    },
    setVolume(value) {
      volume = value;
      if (audio !== null) audio.gain.gain.value = value;
    },
    close() {
      stop();
      state.value = "paused";
      void audio?.context.close();
    },
  };
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

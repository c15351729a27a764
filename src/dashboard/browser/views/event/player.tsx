import "./player.css";
import { QueryNote } from "../../components/query-note.tsx";
import { Skeleton } from "../../components/skeleton.tsx";
import { downloadBlob } from "../../export/download.ts";
import { SpectrogramBlock } from "./spectrogram-block.tsx";
import { type LoadState, type RecordingFacts, useRecording } from "./use-recording.ts";

/** Plays a recording under its spectrogram, and saves it. */
export function Player({ recording }: { readonly recording: RecordingFacts }) {
  const { state, load } = useRecording(recording);
  const playback = state.kind === "loaded" ? state.playback : null;
  const isPlaying = playback?.state.value === "playing";
  const time = playback?.time.value ?? 0;
  const duration = playback?.buffer.duration ?? recording.durationSeconds;
  const play = async () => {
    const loaded = await load();
    if (loaded.kind === "loaded") await loaded.playback?.play();
  };
  const toggle = async () => {
    if (isPlaying) playback.pause();
    else await play();
  };
  const download = async () => {
    const loaded = await load();
    if (loaded.kind === "loaded") downloadBlob(`${recording.sampleId}.flac`, loaded.file);
  };
  const cannotPlay = state.kind === "none" || (state.kind === "loaded" && playback === null);
  return (
    <section
      class="player card stack"
      data-testid="player"
      data-state={nameOf(state)}
      data-time={time.toFixed(2)}
      data-duration={duration.toFixed(2)}
      aria-label="Recording"
      aria-busy={state.kind === "loading"}
    >
      <div class="row spread">
        <h2>
          Recording <span class="quantity">{factsText(recording)}</span>
        </h2>
        <button type="button" disabled={state.kind === "none"} onClick={() => void download()}>
          Download FLAC
        </button>
      </div>
      {pictureOf(state, recording, () => void load())}
      <div class="player-controls row one-line no-print">
        <button
          type="button"
          class="primary play"
          disabled={cannotPlay || state.kind === "loading"}
          onClick={() => void toggle()}
        >
          {isPlaying ? "Pause" : "Play"}
        </button>
        <input
          type="range"
          class="position"
          aria-label="Position"
          min={0}
          max={duration}
          step="any"
          value={time}
          disabled={playback === null}
          aria-valuetext={`${clockText(time)} of ${clockText(duration)}`}
          onInput={(event) => playback?.seek(Number(event.currentTarget.value))}
        />
        <span class="number muted small">
          {clockText(time)} / {clockText(duration)}
        </span>
        <label class="volume row one-line muted small">
          <span class="hidden-on-phones">Volume</span>
          <input
            type="range"
            min={0}
            max={1}
            step={0.05}
            defaultValue="1"
            disabled={playback === null}
            onInput={(event) => playback?.setVolume(Number(event.currentTarget.value))}
          />
        </label>
      </div>
    </section>
  );
}

/** The spectrogram, or why there is none yet. */
function pictureOf(state: LoadState, recording: RecordingFacts, onShow: () => void) {
  switch (state.kind) {
    case "none":
      return <p class="muted">No recording: it went after this page was opened.</p>;
    case "failed":
      return (
        <QueryNote
          query={{ data: null, issues: [state.issue], isLoading: false, reload: onShow }}
        />
      );
    case "waiting":
      return (
        <p class="row">
          <span>
            This recording is long ({clockText(recording.durationSeconds)},{" "}
            {megabytes(recording.byteLength)}): it is loaded only when you ask for it.
          </span>
          <button type="button" onClick={onShow}>
            Show spectrogram
          </button>
        </p>
      );
    case "loaded":
      return state.playback === null ? (
        <p>This browser cannot play the recording. It can be downloaded.</p>
      ) : (
        <SpectrogramBlock playback={state.playback} />
      );
    default:
      return <Skeleton height={292} />;
  }
}

function nameOf(state: LoadState): string {
  if (state.kind !== "loaded") return state.kind;
  return state.playback?.state.value ?? "failed";
}

/** `10.0 s · 22.05 kHz · 0.3 MB`. */
function factsText({ durationSeconds, sampleRate, byteLength }: RecordingFacts): string {
  return `${durationSeconds.toFixed(1)} s · ${sampleRate / 1000} kHz · ${megabytes(byteLength)}`;
}

function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** `1:03.2`. */
function clockText(seconds: number): string {
  const tenths = Math.floor(seconds * 10 + 1e-6);
  const rest = ((tenths % 600) / 10).toFixed(1).padStart(4, "0");
  return `${Math.floor(tenths / 600)}:${rest}`;
}

import { readStreamInfo } from "../../../audio/stream-info.ts";
import { ask, type Issue, issueOf } from "../graphql/ask.ts";
import { fetchFile } from "../graphql/fetch-file.ts";
import { leaseRecordingDocument } from "../graphql/generated/lease-recording.ts";
import { instantText } from "../time/local-time.ts";
import { createPlayback, type Playback } from "./playback.ts";

export interface RecordingReference {
  readonly projectId: string;
  readonly sensorId: string;
  /** Start of its sample's interval, Unix seconds. */
  readonly second: number;
}

export type LoadedRecording =
  | {
      readonly kind: "loaded";
      readonly file: Blob;
      /** Null where the browser cannot decode it: it can be downloaded. */
      readonly playback: Playback | null;
    }
  /** There is none, or none that may be leased. */
  | { readonly kind: "none" }
  | { readonly kind: "failed"; readonly issue: Issue };

/**
 * Leases a recording, downloads and decodes it. A lease may have expired, or the service may have lost it: then a new
 * one is requested, once. Rejects only if `signal` aborts.
 */
export async function loadRecording(
  { projectId, sensorId, second }: RecordingReference,
  signal: AbortSignal,
): Promise<LoadedRecording> {
  for (let attempt = 1; ; attempt += 1) {
    const variables = { project: projectId, sensor: sensorId, at: instantText(second) };
    const { data, issues } = await ask(leaseRecordingDocument, variables, signal);
    const [issue] = issues;
    if (issue !== undefined) return { kind: "failed", issue };
    const path = data?.measurements?.data[0]?.audioUrl ?? null;
    if (path === null) return { kind: "none" };
    // The path begins at the gateway.
    const { data: file, issues: failures } = await fetchFile(path.replace(/^\//, ""), signal);
    if (file !== null) {
      const buffer = await decodeRecording(file);
      return { kind: "loaded", file, playback: buffer && createPlayback(buffer) };
    }
    const [failure = issueOf("UNAVAILABLE", "")] = failures;
    if (failure.code !== "NOT_FOUND") return { kind: "failed", issue: failure };
    // The 404 of a file says nothing that a person could use.
    const message = "The recording cannot be found. Try again.";
    if (attempt === 2) {
      return { kind: "failed", issue: issueOf("UNAVAILABLE", message, failure.requestId) };
    }
  }
}

/**
 * Decodes a recording at its own rate: a context of another rate would resample it, and a spectrogram of 22 kHz
 * would have an empty upper half. Null where the browser cannot decode it.
 */
async function decodeRecording(file: Blob): Promise<AudioBuffer | null> {
  const bytes = await file.arrayBuffer();
  const found = readStreamInfo(new Uint8Array(bytes));
  if (!found.ok) return null;
  const { sampleRateHertz, channels, totalSamples } = found.streamInfo;
  if (totalSamples * channels * 4 > greatestDecodedBytes) return null;
  try {
    return await contextOf(sampleRateHertz).decodeAudioData(bytes);
  } catch {
    return null;
  }
}

/** Silence of a day takes few bytes in a file, and gigabytes in memory. */
const greatestDecodedBytes = 2 ** 30;

/** Browsers have contexts of 8 to 96 kHz at least. Beyond what this one has, the nearest must do. */
function contextOf(sampleRate: number): OfflineAudioContext {
  try {
    return new OfflineAudioContext(1, 1, sampleRate);
  } catch {
    return new OfflineAudioContext(1, 1, Math.min(96_000, Math.max(8000, sampleRate)));
  }
}

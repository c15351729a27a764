import { readStreamInfo } from "../../../audio/stream-info.ts";

/**
 * Decodes a recording at its own rate: a context of another rate would resample it, and a spectrogram of 22 kHz
 * would have an empty upper half. Null where the browser cannot decode it.
 */
export async function decodeRecording(file: Blob): Promise<AudioBuffer | null> {
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

import { createFrameDecoder, type FrameDecoder } from "./frame-decoder.ts";
import { type FlacFrame, readFrames } from "./flac-frames.ts";
import { canDigest, createSampleDigest } from "./sample-digest.ts";
import { readStreamInfo, type StreamInfo } from "./stream-info.ts";

/**
 * Whether `content` is one whole FLAC file (RFC 9639), from its first byte to the last of its last
 * frame. After the metadata there must be nothing but frames whose header (CRC-8) and whole (CRC-16)
 * have their checksums; they must be numbered in order, be what STREAMINFO says, and hold as many
 * samples as it says; decoded, their samples must have its MD5.
 *
 * A file may leave the number of samples or the MD5 open, but not both: one that was cut between two
 * frames could not be told from a whole one. Of other samples than those of 8, 16 or 24 bits the MD5
 * is not computed, for the decoder does not give them exactly; such a file must say how many there
 * are. Frames must say their rate and bits themselves, as those of all that is meant to be streamed
 * do (section 7): the decoder is shown nothing else.
 */
export async function checkFlac(content: Buffer): Promise<CheckedFlac> {
  if (content.length > greatestFileBytes) return refused(tooLarge);
  const found = readStreamInfo(content);
  if (!found.ok) return found;
  const { leastBlock, greatestBlock, sampleRateHertz, bitsPerSample } = found.streamInfo;
  if (sampleRateHertz === 0 || leastBlock < 16 || leastBlock > greatestBlock) {
    return refused("the STREAMINFO block describes no audio");
  }
  if (!checkedBits.includes(bitsPerSample)) {
    return refused(
      `samples of ${bitsPerSample} bits cannot be checked, only those of 8, 12, 16, 20 and 24`,
    );
  }
  const decoder = await createFrameDecoder();
  try {
    return await checkFrames(decoder, content, found);
  } finally {
    decoder.close();
  }
}

export type CheckedFlac =
  | {
      readonly ok: true;
      readonly sampleRateHertz: number;
      readonly channels: number;
      readonly bitsPerSample: number;
      /** Of one channel; over the sample rate, the duration in seconds. */
      readonly totalSamples: number;
    }
  | { readonly ok: false; readonly reason: string };

/** A file is held in memory while it is checked and stored. */
export const greatestFileBytes = 256 * 1024 * 1024;
export const tooLarge = "the file is larger than 256 MiB";

/** For which the frames that the parser knows have a code. */
const checkedBits: readonly number[] = [8, 12, 16, 20, 24];

/** Silence of 65,535 samples takes a dozen bytes: the size of a file does not bound the work. */
const greatestHours = 24;

/** So many samples, of all channels, are decoded at once. */
const samplesAtOnce = 500_000;

async function checkFrames(
  decoder: FrameDecoder,
  content: Buffer,
  { streamInfo, framesOffset }: { streamInfo: StreamInfo; framesOffset: number },
): Promise<CheckedFlac> {
  const { sampleRateHertz, channels, bitsPerSample, md5 } = streamInfo;
  const digest =
    md5 !== null && canDigest(bitsPerSample) ? createSampleDigest(bitsPerSample) : null;
  if (streamInfo.totalSamples === 0 && digest === null) {
    return refused(
      "the file has neither the number of its samples nor an MD5 that can be compared",
    );
  }
  let goodUntil = framesOffset;
  let totalSamples = 0;
  for (const batch of batchesOf(readFrames(content, framesOffset, streamInfo), channels)) {
    if (!batch.every(({ isSelfContained }) => isSelfContained)) {
      return refused("its frames leave their sample rate or bits to STREAMINFO");
    }
    totalSamples += batch.reduce((sum, { samples }) => sum + samples, 0);
    if (totalSamples > greatestHours * 3600 * sampleRateHertz) {
      return refused(`the recording is longer than ${greatestHours} hours`);
    }
    const decoded = await decoder.decode(batch);
    if (decoded === null) return damagedFrom(goodUntil);
    digest?.update(decoded);
    goodUntil = batch.at(-1)?.endOffset ?? goodUntil;
  }
  if (goodUntil < content.length) return damagedFrom(goodUntil);
  if (totalSamples === 0) return refused("the file holds no audio");
  if (!(await decoder.hasConsumedAll())) return refused("something follows the last frame");
  if (streamInfo.totalSamples !== 0 && streamInfo.totalSamples !== totalSamples) {
    return refused(
      `the file is said to hold ${streamInfo.totalSamples} samples, and holds ${totalSamples}`,
    );
  }
  if (digest !== null && digest.finish() !== md5) {
    return refused("the samples have not the MD5 that STREAMINFO says");
  }
  return { ok: true, sampleRateHertz, channels, bitsPerSample, totalSamples };
}

function damagedFrom(byte: number): CheckedFlac {
  return refused(`the audio is damaged or cut off, somewhere from byte ${byte} on`);
}

function* batchesOf(frames: Iterable<FlacFrame>, channels: number): Generator<FlacFrame[]> {
  let batch: FlacFrame[] = [];
  let samples = 0;
  for (const frame of frames) {
    batch.push(frame);
    samples += frame.samples * channels;
    if (samples < samplesAtOnce) continue;
    yield batch;
    batch = [];
    samples = 0;
  }
  if (batch.length > 0) yield batch;
}

function refused(reason: string): CheckedFlac {
  return { ok: false, reason };
}

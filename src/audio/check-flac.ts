import { FLACDecoder } from "@wasm-audio-decoders/flac";
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { greatestFileBytes } from "./audio-store.ts";
import { type FlacFrame, readFrames } from "./flac-frames.ts";
import { readStreamInfo, type StreamInfo } from "./stream-info.ts";

/*
 * A whole FLAC file (RFC 9639) has, after its metadata, only frames with correct checksums of their headers (CRC-8)
 * and contents (CRC-16), numbered in order. Their format and number of samples are those of STREAMINFO, and the
 * decoded samples have its MD5.
 *
 * A file may omit the number of samples or the MD5, but not both: otherwise a file that was cut between two frames
 * looks whole. The MD5 is checked for samples of 8, 16 or 24 bits only, because the decoder is not exact for others; a
 * file of others must state its number of samples. Frames must state their rate and bits themselves, as in the
 * streamable subset (section 7): the decoder sees only frames.
 */

/**
 * Checks that `content` is one whole FLAC file, from its first byte to the last byte of its last frame. Rejects with
 * the reason of `signal` after the batch of frames in which it is aborted.
 */
export async function checkFlac(content: Buffer, signal?: AbortSignal): Promise<CheckedFlac> {
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
    return await checkFrames(decoder, content, found, signal);
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
      /** Per channel; divided by the sample rate, the duration in seconds. */
      readonly totalSamples: number;
    }
  | { readonly ok: false; readonly reason: string };

export const tooLarge = "the file is larger than 256 MiB";

/** The sample sizes for which a frame header has a code. */
const checkedBits: readonly number[] = [8, 12, 16, 20, 24];

/** 65,535 samples of silence need a dozen bytes: the size of a file does not bound the work. */
const greatestHours = 24;

/** The bound of the samples of all channels: a day of two at 48 kHz. */
const greatestSamples = 24 * 3600 * 48_000 * 2;

/** The same for each byte of a file. Silence of eight channels in the usual blocks of 4,608 has some 1,200. */
const samplesPerByte = 2048;

/** Number of samples, of all channels, that are decoded at once. */
const samplesAtOnce = 500_000;

async function checkFrames(
  decoder: FrameDecoder,
  content: Buffer,
  { streamInfo, framesOffset }: { streamInfo: StreamInfo; framesOffset: number },
  signal: AbortSignal | undefined,
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
    const issue = findLengthIssue(totalSamples, streamInfo, content.length);
    if (issue !== null) return refused(issue);
    // The decoder never waits: without a turn of the event loop, all frames would be one.
    await nextTurn();
    signal?.throwIfAborted();
    const decoded = await decoder.decode(batch);
    if (decoded === null) return damagedFrom(goodUntil);
    digest?.update(decoded);
    goodUntil = batch.at(-1)?.endOffset ?? goodUntil;
  }
  if (goodUntil < content.length) return damagedFrom(goodUntil);
  if (totalSamples === 0) return refused("the file has no audio");
  if (!(await decoder.hasConsumedAll())) return refused("something follows the last frame");
  if (streamInfo.totalSamples !== 0 && streamInfo.totalSamples !== totalSamples) {
    return refused(
      `STREAMINFO states ${streamInfo.totalSamples} samples, and the file has ${totalSamples}`,
    );
  }
  if (digest !== null && digest.finish() !== md5) {
    return refused("the samples do not have the MD5 of STREAMINFO");
  }
  return { ok: true, sampleRateHertz, channels, bitsPerSample, totalSamples };
}

/** The bound that a recording of so many samples and bytes does not keep; null: it keeps all. */
export function findLengthIssue(
  totalSamples: number,
  { sampleRateHertz, channels }: Pick<StreamInfo, "sampleRateHertz" | "channels">,
  bytes: number,
): string | null {
  if (totalSamples > greatestHours * 3600 * sampleRateHertz) {
    return `the recording is longer than ${greatestHours} hours`;
  }
  if (totalSamples * channels > greatestSamples) {
    return "the recording has more samples than 24 hours of two channels at 48 kHz";
  }
  if (totalSamples * channels > samplesPerByte * bytes) {
    return `the recording has more than ${samplesPerByte} samples for each of its bytes`;
  }
  return null;
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

export type FrameDecoder = Awaited<ReturnType<typeof createFrameDecoder>>;

/** Decodes the frames of a file one after another. */
export async function createFrameDecoder() {
  const decoder = new FLACDecoder();
  await decoder.ready;
  let first: FlacFrame | null = null;
  let hasFailed = false;
  /**
   * The samples of the frames by channel; null: their number differs from the frame headers, and the decoder cannot be
   * used any more. Frames must state their rate and bits: a frame without samples damages the memory of the library.
   */
  const decode = async (frames: readonly FlacFrame[]): Promise<readonly Float32Array[] | null> => {
    first ??= frames[0] ?? null;
    const announced = frames.reduce((sum, { samples }) => sum + samples, 0);
    try {
      const { channelData, samplesDecoded, errors } = await decoder.decodeFrames(
        frames.map(({ data }) => data),
      );
      hasFailed = errors.length > 0 || samplesDecoded !== announced;
      return hasFailed ? null : channelData;
    } catch {
      hasFailed = true;
      return null;
    }
  };
  return {
    decode,
    /**
     * Resolves to false if bytes followed the last frame. Call it once, after the last frame. Surplus bytes cause an
     * error when another frame follows them, so the first frame is decoded again.
     */
    hasConsumedAll: async () => first === null || (await decode([first])) !== null,
    close() {
      // After a failure the memory may be damaged: `free` could fail, garbage collection cannot.
      if (!hasFailed) decoder.free();
    },
  };
}

/** The MD5 of all samples (RFC 9639, 8.2): channels interleaved, each sample little-endian in whole bytes. */
export interface SampleDigest {
  /** Decoded samples by channel: 1 is the greatest number of `bitsPerSample` bits. */
  update(channels: readonly Float32Array[]): void;
  /** Hexadecimal. */
  finish(): string;
}

/** The decoder is exact for these sample sizes only. */
function canDigest(bitsPerSample: number): boolean {
  return bitsPerSample === 8 || bitsPerSample === 16 || bitsPerSample === 24;
}

/** Requires `canDigest(bitsPerSample)`. */
function createSampleDigest(bitsPerSample: number): SampleDigest {
  const hash = createHash("md5");
  const greatest = 2 ** (bitsPerSample - 1) - 1;
  const width = bitsPerSample / 8;
  return {
    update(channels) {
      const stride = channels.length * width;
      const bytes = Buffer.allocUnsafe(stride * (channels[0]?.length ?? 0));
      for (const [index, channel] of channels.entries()) {
        let offset = index * width;
        for (const sample of channel) {
          bytes.writeIntLE(Math.round(sample * greatest), offset, width);
          offset += stride;
        }
      }
      hash.update(bytes);
    },
    finish: () => hash.digest("hex"),
  };
}

import { FLACDecoder } from "@wasm-audio-decoders/flac";
import type { FlacFrame } from "./flac-frames.ts";

/** Decodes the frames of a file one after another. */
export interface FrameDecoder {
  /**
   * The samples of the frames by channel, or null where they are not what the frames announce; the
   * decoder is not to be used then any more. Frames must say their rate and bits themselves: where
   * the library is given what yields no samples, it damages its own memory, and fails now or later.
   */
  decode(frames: readonly FlacFrame[]): Promise<readonly Float32Array[] | null>;
  /** Whether the frames had no byte too many. To be asked once, after the last of them. */
  hasConsumedAll(): Promise<boolean>;
  close(): void;
}

export async function createFrameDecoder(): Promise<FrameDecoder> {
  const decoder = new FLACDecoder();
  await decoder.ready;
  let first: FlacFrame | null = null;
  let hasFailed = false;
  const decode = async (frames: readonly FlacFrame[]) => {
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
    // What is left over is an error as soon as another frame follows, whichever it is.
    hasConsumedAll: async () => first === null || (await decode([first])) !== null,
    close() {
      // Damaged memory is not given back piece by piece: all of it goes with the decoder.
      if (!hasFailed) decoder.free();
    },
  };
}

import { FLACDecoder } from "@wasm-audio-decoders/flac";
import type { FlacFrame } from "./flac-frames.ts";

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
     * Resolves to false if bytes followed the last frame. Call it once, after the last frame. Surplus bytes are an
     * error as soon as another frame follows them; any frame will do.
     */
    hasConsumedAll: async () => first === null || (await decode([first])) !== null,
    close() {
      // After a failure the memory may be damaged: `free` could fail, garbage collection cannot.
      if (!hasFailed) decoder.free();
    },
  };
}

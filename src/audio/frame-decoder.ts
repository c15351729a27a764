import { FLACDecoder } from "@wasm-audio-decoders/flac";
import type { FlacFrame } from "./flac-frames.ts";

/** Decodes the frames of a file one after another. */
export interface FrameDecoder {
  /**
   * The samples of the frames by channel, or null if their number is not the one in the frame headers;
   * do not use the decoder after that. Frames must state their rate and bits themselves: given a frame
   * that yields no samples, the library damages its own memory and fails at once or later.
   */
  decode(frames: readonly FlacFrame[]): Promise<readonly Float32Array[] | null>;
  /** Whether no byte followed the last frame. Call it once, after the last frame. */
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
    // Surplus bytes are an error as soon as another frame follows them; any frame will do.
    hasConsumedAll: async () => first === null || (await decode([first])) !== null,
    close() {
      // After a failure the memory may be damaged: `free` could fail, garbage collection cannot.
      if (!hasFailed) decoder.free();
    },
  };
}

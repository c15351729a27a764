import { createHash } from "node:crypto";

/**
 * The MD5 that a FLAC file states of its samples (RFC 9639, section 8.2): all of them, the channels
 * taking turns, each as a signed little-endian number in whole bytes.
 */
export interface SampleDigest {
  /** Samples by channel, as decoded: the greatest number of that many bits is 1. */
  update(channels: readonly Float32Array[]): void;
  /** Hexadecimal. */
  finish(): string;
}

/** The decoder has exact numbers for samples of these bits; others it scales by chance, or rounds. */
export function canDigest(bitsPerSample: number): boolean {
  return bitsPerSample === 8 || bitsPerSample === 16 || bitsPerSample === 24;
}

/** For `bitsPerSample` that `canDigest`. */
export function createSampleDigest(bitsPerSample: number): SampleDigest {
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

import { createHash } from "node:crypto";

/**
 * The MD5 of all samples of a FLAC file (RFC 9639, section 8.2): channels interleaved, each sample a
 * signed little-endian number in whole bytes.
 */
export interface SampleDigest {
  /** Decoded samples by channel: 1 is the greatest number of `bitsPerSample` bits. */
  update(channels: readonly Float32Array[]): void;
  /** Hexadecimal. */
  finish(): string;
}

/** The decoder is exact for these sample sizes only. */
export function canDigest(bitsPerSample: number): boolean {
  return bitsPerSample === 8 || bitsPerSample === 16 || bitsPerSample === 24;
}

/** Requires `canDigest(bitsPerSample)`. */
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

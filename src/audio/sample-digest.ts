import { createHash } from "node:crypto";

/**
 * The MD5 that a FLAC file states of its samples (RFC 9639, section 8.2): all of them, the channels
 * taking turns, each as a signed little-endian number in as many whole bytes as its bits need.
 */
export interface SampleDigest {
  /** Samples by channel, from -1 to 1, as decoded. */
  update(channels: readonly Float32Array[]): void;
  /** Hexadecimal. */
  finish(): string;
}

/** As many bits as the numbers of a `Float32Array` hold exactly. */
export const greatestDigestBits = 24;

/** `bitsPerSample` is at most `greatestDigestBits`. */
export function createSampleDigest(bitsPerSample: number): SampleDigest {
  const hash = createHash("md5");
  const scale = 2 ** (bitsPerSample - 1);
  const width = Math.ceil(bitsPerSample / 8);
  return {
    update(channels) {
      const stride = channels.length * width;
      const bytes = Buffer.allocUnsafe(stride * (channels[0]?.length ?? 0));
      for (const [index, channel] of channels.entries()) {
        let offset = index * width;
        for (const sample of channel) {
          bytes.writeIntLE(Math.round(sample * scale), offset, width);
          offset += stride;
        }
      }
      hash.update(bytes);
    },
    finish: () => hash.digest("hex"),
  };
}

/**
 * Reads the beginning of a FLAC file (RFC 9639, sections 6 to 8): the marker `fLaC`, then metadata blocks, STREAMINFO
 * first, then frames. A block's header has its type and length, and marks the last block. A length is compared with the
 * size of the file, never allocated.
 */
export function readStreamInfo(content: Uint8Array): FoundStreamInfo {
  const { buffer, byteOffset, length: size } = content;
  const view = new DataView(buffer, byteOffset, size);
  if (size === 0) return refused("the file is empty");
  if (size < 4 || view.getUint32(0) !== marker) {
    return refused("the file is not FLAC: it does not begin with fLaC");
  }
  let offset = 4;
  for (let isLast = false; !isLast;) {
    if (offset + 4 > size) return refused("the file ends within its metadata");
    const head = view.getUint8(offset);
    const type = head & 0x7f;
    const length = view.getUint32(offset) & 0xff_ffff;
    if ((type === streamInfoType) !== (offset === 4) || type === forbiddenType) {
      return refused("the metadata does not begin with one STREAMINFO block, or is damaged");
    }
    if (type === streamInfoType && length !== streamInfoBytes) {
      return refused("the STREAMINFO block has not the length that it must have");
    }
    offset += 4 + length;
    if (offset > size) return refused("the file ends within its metadata");
    isLast = head >= 0x80;
  }
  const block = new DataView(buffer, byteOffset + 8, streamInfoBytes);
  return { ok: true, streamInfo: parseStreamInfo(block), framesOffset: offset };
}

export type FoundStreamInfo =
  | { readonly ok: true; readonly streamInfo: StreamInfo; readonly framesOffset: number }
  | { readonly ok: false; readonly reason: string };

/** The file's description of its audio. Blocks are in samples, frames in bytes. */
export interface StreamInfo {
  readonly leastBlock: number;
  readonly greatestBlock: number;
  /** 0: not known. */
  readonly leastFrame: number;
  /** 0: not known. */
  readonly greatestFrame: number;
  readonly sampleRateHertz: number;
  readonly channels: number;
  readonly bitsPerSample: number;
  /** Per channel. 0: not known. */
  readonly totalSamples: number;
  /** MD5 of the samples, hexadecimal; null: not known. */
  readonly md5: string | null;
}

/** `fLaC`. */
const marker = 0x664c6143;
const streamInfoType = 0;
const streamInfoBytes = 34;
const forbiddenType = 127;

function parseStreamInfo(block: DataView): StreamInfo {
  const octets = new Uint8Array(block.buffer, block.byteOffset + 18, 16);
  const md5 = Array.from(octets, (octet) => octet.toString(16).padStart(2, "0")).join("");
  // 20 bits of rate, 3 of channels, 5 of depth, 36 of samples.
  const packed = block.getBigUint64(10);
  return {
    leastBlock: block.getUint16(0),
    greatestBlock: block.getUint16(2),
    leastFrame: block.getUint32(4) >>> 8,
    greatestFrame: block.getUint32(6) & 0xff_ffff,
    sampleRateHertz: Number(packed >> 44n),
    channels: Number((packed >> 41n) & 0x7n) + 1,
    bitsPerSample: Number((packed >> 36n) & 0x1fn) + 1,
    totalSamples: Number(packed & 0xf_ffff_ffffn),
    md5: /^0+$/.test(md5) ? null : md5,
  };
}

function refused(reason: string): FoundStreamInfo {
  return { ok: false, reason };
}

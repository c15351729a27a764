/**
 * Reads the beginning of a FLAC file (RFC 9639, sections 6 to 8): the marker `fLaC`, then metadata blocks, STREAMINFO
 * first, then frames. A block's header has its type and length, and marks the last block. A length is compared with the
 * size of the file, never allocated.
 */
export function readStreamInfo(content: Buffer): FoundStreamInfo {
  if (content.length === 0) return refused("the file is empty");
  if (content.toString("latin1", 0, 4) !== "fLaC") {
    return refused("the file is not FLAC: it does not begin with fLaC");
  }
  let offset = 4;
  for (let isLast = false; !isLast;) {
    if (offset + 4 > content.length) return refused("the file ends within its metadata");
    const head = content.readUInt8(offset);
    const type = head & 0x7f;
    const length = content.readUIntBE(offset + 1, 3);
    if ((type === streamInfoType) !== (offset === 4) || type === forbiddenType) {
      return refused("the metadata does not begin with one STREAMINFO block, or is damaged");
    }
    if (type === streamInfoType && length !== streamInfoBytes) {
      return refused("the STREAMINFO block has not the length that it must have");
    }
    offset += 4 + length;
    if (offset > content.length) return refused("the file ends within its metadata");
    isLast = head >= 0x80;
  }
  return { ok: true, streamInfo: parseStreamInfo(content.subarray(8)), framesOffset: offset };
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

const streamInfoType = 0;
const streamInfoBytes = 34;
const forbiddenType = 127;

function parseStreamInfo(block: Buffer): StreamInfo {
  const md5 = block.toString("hex", 18, streamInfoBytes);
  // 20 bits of rate, 3 of channels, 5 of depth, 36 of samples.
  const packed = block.readBigUInt64BE(10);
  return {
    leastBlock: block.readUInt16BE(0),
    greatestBlock: block.readUInt16BE(2),
    leastFrame: block.readUIntBE(4, 3),
    greatestFrame: block.readUIntBE(7, 3),
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

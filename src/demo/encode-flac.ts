import { createHash } from "node:crypto";
import { crc16, crc8 } from "./checksums.ts";

/** Sound of one channel, 16 bits a sample. */
export interface Sound {
  /** 16,000 or 24,000: rates that a frame has a code for. */
  readonly sampleRateHertz: 16_000 | 24_000;
  readonly samples: Int16Array;
}

/**
 * The FLAC file (RFC 9639) of a sound, its samples as they are ("verbatim subframes"): nothing is
 * saved by it, and every player plays it. STREAMINFO has the number of samples and their MD5.
 */
export function encodeFlac(sound: Sound): Buffer {
  const { samples } = sound;
  const frames: Buffer[] = [];
  for (let first = 0; first < samples.length; first += blockSamples) {
    frames.push(
      encodeFrame(sound, first / blockSamples, samples.subarray(first, first + blockSamples)),
    );
  }
  return Buffer.concat([Buffer.from("fLaC"), encodeStreamInfo(sound, frames), ...frames]);
}

const blockSamples = 4096;

/** Block header (the last one, STREAMINFO, 34 bytes), then sections 8.2's fields. */
function encodeStreamInfo({ sampleRateHertz, samples }: Sound, frames: readonly Buffer[]): Buffer {
  const block = Buffer.alloc(38);
  const sizes = frames.map(({ length }) => length);
  block.writeUInt32BE(0x8000_0022, 0);
  block.writeUInt16BE(blockSamples, 4);
  block.writeUInt16BE(blockSamples, 6);
  block.writeUIntBE(Math.min(...sizes), 8, 3);
  block.writeUIntBE(Math.max(...sizes), 11, 3);
  // 20 bits of rate, 3 of channels less one, 5 of bits less one, 36 of samples.
  block.writeBigUInt64BE(
    (BigInt(sampleRateHertz) << 44n) | (15n << 36n) | BigInt(samples.length),
    14,
  );
  const littleEndian = Buffer.alloc(samples.length * 2);
  for (const [index, sample] of samples.entries()) littleEndian.writeInt16LE(sample, index * 2);
  createHash("md5").update(littleEndian).digest().copy(block, 22);
  return block;
}

/** Section 9: a header of fixed block size with its CRC-8, one verbatim subframe, the CRC-16. */
function encodeFrame({ sampleRateHertz }: Sound, number: number, samples: Int16Array): Buffer {
  const head = [0xff, 0xf8, 0x70 | rateCodes[sampleRateHertz], 0x08, ...codedNumber(number)];
  const header = Buffer.from([...head, (samples.length - 1) >> 8, (samples.length - 1) & 0xff]);
  const body = Buffer.alloc(2 + samples.length * 2);
  body.writeUInt8(crc8(header), 0);
  body.writeUInt8(verbatim, 1);
  for (const [index, sample] of samples.entries()) body.writeInt16BE(sample, 2 + index * 2);
  const frame = Buffer.concat([header, body, Buffer.alloc(2)]);
  frame.writeUInt16BE(crc16(frame.subarray(0, -2)), frame.length - 2);
  return frame;
}

const rateCodes = { 16_000: 5, 24_000: 7 } as const;
const verbatim = 0x02;

/** Coded as UTF-8 codes a character; two bytes reach as far as any recording made here. */
function codedNumber(number: number): number[] {
  if (number >= 0x800) throw new Error("A sound of so many blocks is not encoded here");
  return number < 0x80 ? [number] : [0xc0 | (number >> 6), 0x80 | (number & 0x3f)];
}

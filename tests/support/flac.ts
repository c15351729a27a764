import { createHash } from "node:crypto";

/** Options of a FLAC file. Subframes are constant where possible, otherwise verbatim. */
export interface FlacOptions {
  /** The samples of each channel. Default: a ramp of 150 samples. */
  readonly channels?: readonly (readonly number[])[];
  readonly bits?: number;
  readonly rate?: number;
  readonly blockSize?: number;
  /** Frames carry the number of their first sample (variable block size). */
  readonly variable?: boolean;
  /** Frames refer to STREAMINFO for rate and bits. */
  readonly sparse?: boolean;
  readonly withoutMd5?: boolean;
  readonly withoutTotal?: boolean;
  /** STREAMINFO leaves the sizes of blocks and frames open. */
  readonly withoutSizes?: boolean;
  /** Further metadata blocks. */
  readonly metadata?: readonly (readonly [type: number, content: Buffer])[];
}

/** Writes a FLAC file bit by bit. It shares no code with the check that it tests. */
export function makeFlac(options: FlacOptions = {}): Buffer {
  const { bits = 16, rate = 16_000, blockSize = 64 } = options;
  const channels = options.channels ?? [ramp(150)];
  const count = channels[0]?.length ?? 0;
  const frames: Buffer[] = [];
  for (let first = 0; first < count; first += blockSize) {
    const block = channels.map((channel) => channel.slice(first, first + blockSize));
    frames.push(makeFrame(options, frames.length, first, block));
  }
  const sizes = frames.map(({ length }) => length);
  const [least, greatest] =
    options.withoutSizes === true ? [0, 0] : [Math.min(...sizes, 0xff_ffff), Math.max(...sizes, 0)];
  const md5 = options.withoutMd5 === true ? Buffer.alloc(16) : digest(channels, bits);
  const streamInfo = Buffer.concat([
    bytesOf(
      number(blockSize, 16) +
        number(blockSize, 16) +
        number(least, 24) +
        number(greatest, 24) +
        number(rate, 20) +
        number(channels.length - 1, 3) +
        number(bits - 1, 5) +
        number(options.withoutTotal === true ? 0 : count, 36),
    ),
    md5,
  ]);
  const blocks = [[0, streamInfo] as const, ...(options.metadata ?? [])];
  return Buffer.concat([
    Buffer.from("fLaC"),
    ...blocks.flatMap(([type, content], index) => [
      bytesOf(
        number(index === blocks.length - 1 ? 1 : 0, 1) +
          number(type, 7) +
          number(content.length, 24),
      ),
      content,
    ]),
    ...frames,
  ]);
}

/** Returns `count` samples that rise and fall. */
export function ramp(count: number): number[] {
  return Array.from({ length: count }, (_, index) => ((index * 37) % 200) - 100);
}

function makeFrame(
  { bits = 16, rate = 16_000, variable = false, sparse = false }: FlacOptions,
  index: number,
  first: number,
  block: readonly (readonly number[])[],
): Buffer {
  const size = block[0]?.length ?? 0;
  const depthCode = { 8: 1, 12: 2, 16: 4, 20: 5, 24: 6 }[bits];
  const header = bytesOf(
    "111111111111100" +
      (variable ? "1" : "0") +
      "0111" +
      (sparse ? "0000" : "1101") +
      number(block.length - 1, 4) +
      number(sparse ? 0 : (depthCode ?? 0), 3) +
      "0" +
      codedNumber(variable ? first : index) +
      number(size - 1, 16) +
      (sparse ? "" : number(rate, 16)),
  );
  const subframes = block.map((channel) =>
    channel.every((sample) => sample === channel[0])
      ? "00000000" + number(channel[0] ?? 0, bits)
      : "00000010" + channel.map((sample) => number(sample, bits)).join(""),
  );
  const frame = Buffer.concat([header, Buffer.from([crc8(header)]), bytesOf(subframes.join(""))]);
  return Buffer.concat([frame, bytesOf(number(crc16(frame), 16))]);
}

/** Codes a number as UTF-8 codes a character. It must not be a surrogate. */
function codedNumber(value: number): string {
  return [...Buffer.from(String.fromCodePoint(value))].map((byte) => number(byte, 8)).join("");
}

/** The `width` lowest bits of a number, as text. The number may be negative. */
function number(value: number, width: number): string {
  return BigInt.asUintN(width, BigInt(value)).toString(2).padStart(width, "0");
}

/** Pads bits with zeros to whole bytes. */
function bytesOf(bits: string): Buffer {
  return Buffer.from(
    (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, "0"), 2)),
  );
}

function digest(channels: readonly (readonly number[])[], bits: number): Buffer {
  const width = Math.ceil(bits / 8);
  const hash = createHash("md5");
  for (const index of (channels[0] ?? []).keys()) {
    for (const channel of channels) {
      const sample = Buffer.alloc(width);
      sample.writeIntLE(channel[index] ?? 0, 0, width);
      hash.update(sample);
    }
  }
  return hash.digest();
}

/** CRC-8 of a FLAC frame's header: x^8 + x^2 + x + 1, from 0 (RFC 9639, 9.1.8). */
function crc8(bytes: Uint8Array): number {
  return crc(bytes, 8, table8);
}

/** CRC-16 of a whole FLAC frame: x^16 + x^15 + x^2 + 1, from 0 (RFC 9639, 9.3). */
function crc16(bytes: Uint8Array): number {
  return crc(bytes, 16, table16);
}

const table8 = createTable(8, 0x07);
const table16 = createTable(16, 0x8005);

function crc(bytes: Uint8Array, width: number, table: Uint16Array): number {
  const mask = 2 ** width - 1;
  let remainder = 0;
  for (const byte of bytes) {
    const index = ((remainder >> (width - 8)) ^ byte) & 0xff;
    remainder = ((remainder << 8) ^ (table[index] ?? 0)) & mask;
  }
  return remainder;
}

/** The table of remainders of all bytes for a polynomial. */
function createTable(width: number, polynomial: number): Uint16Array {
  const top = 2 ** (width - 1);
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let remainder = byte << (width - 8);
    for (let bit = 0; bit < 8; bit += 1) {
      remainder = (remainder << 1) ^ ((remainder & top) === 0 ? 0 : polynomial);
    }
    return remainder & (2 ** width - 1);
  });
}

import CodecParser, { type CodecFrame, type FLACHeader } from "codec-parser";
import type { StreamInfo } from "./stream-info.ts";

/** A frame whose checksums are correct. */
export interface FlacFrame {
  readonly data: Uint8Array;
  /** Per channel. */
  readonly samples: number;
  /** True if the frame states its rate and bits itself; otherwise STREAMINFO states them. */
  readonly isSelfContained: boolean;
  /** Offset in the file of the next frame. */
  readonly endOffset: number;
}

/**
 * The frames of a file from `framesOffset` on, up to the first frame that does not follow the one before, has not the
 * next number, or disagrees with STREAMINFO. Zeros after a frame count as a part of it, because the CRC-16 is also
 * correct with them; only a decoder finds the end of a frame.
 */
export function* readFrames(
  content: Buffer,
  framesOffset: number,
  streamInfo: StreamInfo,
): Generator<FlacFrame> {
  const next: Expected = { index: 0, sample: 0, hasEnded: false };
  let offset = framesOffset;
  for (const frame of parseFrames(content.subarray(framesOffset))) {
    const { data, samples } = frame;
    const endOffset = offset + data.length;
    // The parser skips bytes that are not a frame.
    if (!content.subarray(offset, endOffset).equals(data)) return;
    if (!agrees(frame, next, streamInfo)) return;
    yield { data, samples, endOffset, isSelfContained: isSelfContained(frame) };
    offset = endOffset;
    next.index += 1;
    next.sample += samples;
    next.hasEnded = samples < streamInfo.leastBlock;
  }
}

/** The file is parsed in chunks: a few bytes of silence may become a large frame. */
const chunkBytes = 256 * 1024;

interface Expected {
  index: number;
  sample: number;
  /** Only the last block may be shorter than STREAMINFO's minimum. */
  hasEnded: boolean;
}

function agrees(frame: CodecFrame, next: Expected, streamInfo: StreamInfo): boolean {
  const header = frame.header as NumberedHeader;
  const { length } = frame.data;
  // Frames of fixed block size are numbered by frame, others by their first sample. The parser returns
  // the lower 32 of 36 bits.
  const number = header.blockingStrategy === "Fixed" ? header.frameNumber : header.sampleNumber;
  const expectedNumber = header.blockingStrategy === "Fixed" ? next.index : next.sample;
  return (
    !next.hasEnded &&
    number !== undefined &&
    (number | 0) === (expectedNumber | 0) &&
    header.channels === streamInfo.channels &&
    isOf(header.sampleRate, streamInfo.sampleRateHertz) &&
    isOf(header.bitDepth, streamInfo.bitsPerSample) &&
    frame.samples <= streamInfo.greatestBlock &&
    length >= streamInfo.leastFrame &&
    (streamInfo.greatestFrame === 0 || length <= streamInfo.greatestFrame)
  );
}

/** For a value that only STREAMINFO states, the parser returns a text instead of a number. */
function isSelfContained({ header: { sampleRate, bitDepth } }: CodecFrame): boolean {
  return typeof sampleRate === "number" && typeof bitDepth === "number";
}

/** A member that is missing in the types of the parser. */
type NumberedHeader = FLACHeader & { readonly sampleNumber?: number };

function isOf(inFrame: unknown, inStreamInfo: number): boolean {
  return typeof inFrame !== "number" || inFrame === inStreamInfo;
}

function* parseFrames(content: Buffer): Generator<CodecFrame> {
  const parser = new CodecParser<CodecFrame>("audio/flac", { enableFrameCRC32: false });
  for (let offset = 0; offset < content.length; offset += chunkBytes) {
    yield* drain(parser.parseChunk(content.subarray(offset, offset + chunkBytes)));
  }
  // The parser recognises a frame by the next header, so a header is added after the last one. Without it the parser
  // returns the rest as one frame: the CRC-16 of several frames in a row is correct, too.
  const header = content.subarray(0, greatestHeaderBytes);
  yield* drain(parser.parseChunk(Buffer.concat([header, Buffer.alloc(4 * greatestHeaderBytes)])));
}

const greatestHeaderBytes = 16;

function* drain(frames: Iterator<CodecFrame>): Generator<CodecFrame> {
  for (let step = frames.next(); step.done !== true; step = frames.next()) yield step.value;
}

import CodecParser, { type CodecFrame, type FLACHeader } from "codec-parser";
import type { StreamInfo } from "./stream-info.ts";

/** A frame whose header and whole have their checksums. */
export interface FlacFrame {
  readonly data: Uint8Array;
  /** Of one channel. */
  readonly samples: number;
  /** Whether it says its rate and bits itself, and does not leave them to STREAMINFO. */
  readonly isSelfContained: boolean;
  /** Where in the file the next frame begins. */
  readonly endOffset: number;
}

/**
 * The frames of a file from `framesOffset` on, as long as each begins where the one before ended, has
 * the next number, and is what STREAMINFO says of it. The last one that is given ends where the file
 * does, if all is well; zeros behind a frame are taken as part of it, for its CRC-16 is right with
 * them: only a decoder knows where a frame ends.
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
    // The parser passes over what is no frame.
    if (!content.subarray(offset, endOffset).equals(data)) return;
    if (!isAnnounced(frame, next, streamInfo)) return;
    yield { data, samples, endOffset, isSelfContained: isSelfContained(frame) };
    offset = endOffset;
    next.index += 1;
    next.sample += samples;
    next.hasEnded = samples < streamInfo.leastBlock;
  }
}

/** A chunk at a time, for a few bytes of silence may become a large frame. */
const chunkBytes = 256 * 1024;

interface Expected {
  index: number;
  sample: number;
  /** Only the last block may be shorter than the shortest that is announced. */
  hasEnded: boolean;
}

function isAnnounced(frame: CodecFrame, next: Expected, streamInfo: StreamInfo): boolean {
  const header = frame.header as NumberedHeader;
  const { length } = frame.data;
  // A block of fixed size has the number of its frame, any other that of its first sample; the parser
  // keeps the lower 32 of 36 bits.
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

/** What STREAMINFO is to say the parser says in words. */
function isSelfContained({ header: { sampleRate, bitDepth } }: CodecFrame): boolean {
  return typeof sampleRate === "number" && typeof bitDepth === "number";
}

/** What the parser knows and its types do not say. */
type NumberedHeader = FLACHeader & { readonly sampleNumber?: number };

function isOf(inFrame: unknown, inStreamInfo: number): boolean {
  return typeof inFrame !== "number" || inFrame === inStreamInfo;
}

function* parseFrames(content: Buffer): Generator<CodecFrame> {
  const parser = new CodecParser<CodecFrame>("audio/flac", { enableFrameCRC32: false });
  for (let offset = 0; offset < content.length; offset += chunkBytes) {
    yield* drain(parser.parseChunk(content.subarray(offset, offset + chunkBytes)));
  }
  // A frame is known by the header that follows it. Asked to make do without one, the parser takes
  // all that is left for one frame: the CRC-16 of several frames in a row is right, too.
  const header = content.subarray(0, greatestHeaderBytes);
  yield* drain(parser.parseChunk(Buffer.concat([header, Buffer.alloc(4 * greatestHeaderBytes)])));
}

const greatestHeaderBytes = 16;

function* drain(frames: Iterator<CodecFrame>): Generator<CodecFrame> {
  for (let step = frames.next(); step.done !== true; step = frames.next()) yield step.value;
}

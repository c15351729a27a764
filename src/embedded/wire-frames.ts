/**
 * Cuts the bytes of one connection into PostgreSQL messages (protocol 3, "Message Formats").
 *
 * A message is a type byte, a length that counts itself but not the type, and that many bytes less
 * four. Before the start-up message is through, messages have no type byte and are told apart by a
 * code. Example: `51 00 00 00 0d 73 65 6c 65 63 74 20 31 00` is one `Q` of length 13, "select 1".
 */
export function createFrameReader(): FrameReader {
  let chunks: Buffer[] = [];
  let size = 0;
  let needed = shortestHeader;
  let started = false;

  return (chunk) => {
    chunks.push(chunk);
    size += chunk.length;
    const frames: Frame[] = [];
    // Joined only once a whole message has arrived: a long one comes in many chunks.
    if (size < needed) return frames;
    let bytes = chunks.length === 1 ? chunk : Buffer.concat(chunks, size);
    for (;;) {
      needed = lengthOf(bytes, started);
      if (bytes.length < needed) break;
      const frame = frameOf(bytes.subarray(0, needed), started);
      if (frame.kind === "startup") started = true;
      frames.push(frame);
      bytes = bytes.subarray(needed);
    }
    chunks = bytes.length === 0 ? [] : [bytes];
    size = bytes.length;
    return frames;
  };
}

/** Takes what arrived and answers the messages it completes. Throws on bytes of another protocol. */
export type FrameReader = (chunk: Buffer) => readonly Frame[];

export interface Frame {
  readonly kind: "encryption" | "cancel" | "startup" | "message";
  readonly bytes: Buffer;
}

const shortestHeader = 5;
const longestMessage = 1 << 30;

const encryptionCodes = new Set([80_877_103, 80_877_104]);
const cancelCode = 80_877_102;
const majorVersion = 3;

function lengthOf(bytes: Buffer, started: boolean): number {
  const typeBytes = started ? 1 : 0;
  const headerBytes = started ? 5 : 8;
  if (bytes.length < headerBytes) return headerBytes;
  const length = bytes.readInt32BE(typeBytes);
  if (length < headerBytes - typeBytes || length > longestMessage) {
    throw new Error("not a PostgreSQL message");
  }
  return typeBytes + length;
}

function frameOf(bytes: Buffer, started: boolean): Frame {
  if (started) return { kind: "message", bytes };
  const code = bytes.readInt32BE(4);
  if (encryptionCodes.has(code)) return { kind: "encryption", bytes };
  if (code === cancelCode) return { kind: "cancel", bytes };
  if (code >>> 16 !== majorVersion) throw new Error("not PostgreSQL's protocol 3");
  return { kind: "startup", bytes };
}

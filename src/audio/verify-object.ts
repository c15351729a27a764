import { createHash } from "node:crypto";
import {
  audioStoreUnavailable,
  type ByteRange,
  type OpenedObject,
  type RecordedContent,
} from "./audio-store.ts";

/**
 * Compares an object with its record while it is read. Throws, and closes it, if the lengths differ. A range from the
 * first byte on must begin with the marker of FLAC, and a whole object must have the recorded digest: otherwise an
 * error replaces the last chunk, so that a reader never gets a complete object with another content.
 */
export function verifyObject(
  opened: OpenedObject,
  recorded: RecordedContent,
  range: ByteRange | null,
): OpenedObject {
  if (opened.byteLength !== recorded.byteLength) {
    opened.close();
    throw audioStoreUnavailable("an object has another length than was imported");
  }
  const { first, last } = range ?? { first: 0, last: recorded.byteLength - 1 };
  if (first > 0) return opened;
  const isWhole = last === recorded.byteLength - 1;
  return { ...opened, chunks: compare(opened.chunks, isWhole ? recorded : null) };
}

async function* compare(
  chunks: AsyncIterable<Buffer>,
  whole: RecordedContent | null,
): AsyncGenerator<Buffer, void> {
  const hash = createHash("sha256");
  let position = 0;
  for await (const chunk of chunks) {
    const expected = marker.subarray(position, position + chunk.length);
    if (!chunk.subarray(0, expected.length).equals(expected)) {
      throw audioStoreUnavailable("an object is not FLAC");
    }
    position += chunk.length;
    if (whole !== null) hash.update(chunk);
    if (position === whole?.byteLength && hash.digest("hex") !== whole.sha256) {
      throw audioStoreUnavailable("an object has other bytes than were imported");
    }
    yield chunk;
  }
}

/** RFC 9639, section 6. */
const marker = Buffer.from("fLaC");

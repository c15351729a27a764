import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { callbackify } from "node:util";
import { audioStoreUnavailable, type ByteRange, type OpenedObject } from "./audio-store.ts";
import { chunkBytes, takeChunk } from "./chunk-memory.ts";
import type { FileLimiter } from "./file-limiter.ts";

/**
 * Opens the object in a file, or the bytes of `range`. The handle is closed with the stream, or if this
 * fails. Call it inside `limited`; the stream calls `limited` for each of its reads.
 */
export async function openObject(
  handle: FileHandle,
  range: ByteRange | undefined,
  limited: FileLimiter,
): Promise<OpenedObject> {
  try {
    const { size: byteLength } = await handle.stat();
    const bytes = range ?? { first: 0, last: byteLength - 1 };
    return { byteLength, stream: readBytes(handle, bytes, limited) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * A stream that fails if the file is shorter than the range; streams of `node:fs` just end. The
 * reader of a chunk may give it back to `releaseChunk`.
 */
function readBytes(handle: FileHandle, { first, last }: ByteRange, limited: FileLimiter): Readable {
  let position = first;
  const readMore = async (stream: Readable) => {
    const length = Math.min(chunkBytes, last + 1 - position);
    if (length <= 0) {
      stream.push(null);
      return;
    }
    const chunk = length === chunkBytes ? takeChunk() : Buffer.allocUnsafe(length);
    const { bytesRead } = await limited(() => handle.read(chunk, 0, length, position));
    if (bytesRead === 0) throw new Error("an object is shorter than it was");
    position += bytesRead;
    // A part of a chunk cannot be given back.
    stream.push(bytesRead === length ? chunk : chunk.subarray(0, bytesRead));
  };
  return new Readable({
    highWaterMark: chunkBytes,
    read() {
      readMore(this).catch((error: unknown) => this.destroy(audioStoreUnavailable(error)));
    },
    destroy(error, callback) {
      // `close` waits for a read in progress.
      callbackify(() => limited(() => handle.close()))((failure) => callback(error ?? failure));
    },
  });
}

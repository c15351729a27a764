import type { FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { callbackify } from "node:util";
import { audioStoreUnavailable, type ByteRange, type OpenedObject } from "./audio-store.ts";
import type { FileTurns } from "./file-turns.ts";

/**
 * An object in a file, or the bytes of `range`. The handle is closed with the stream, and where this
 * fails. Asked for within a turn; what the stream does takes turns of its own.
 */
export async function openObject(
  handle: FileHandle,
  range: ByteRange | undefined,
  inTurn: FileTurns,
): Promise<OpenedObject> {
  try {
    const { size: byteLength } = await handle.stat();
    const bytes = range ?? { first: 0, last: byteLength - 1 };
    return { byteLength, stream: readBytes(handle, bytes, inTurn) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A file stream of the runtime ends quietly where the file does, be it shorter than promised. */
function readBytes(handle: FileHandle, { first, last }: ByteRange, inTurn: FileTurns): Readable {
  let position = first;
  const readMore = async (stream: Readable) => {
    const length = Math.min(chunkBytes, last + 1 - position);
    if (length <= 0) {
      stream.push(null);
      return;
    }
    const { bytesRead, buffer } = await inTurn(() =>
      handle.read(Buffer.allocUnsafe(length), 0, length, position),
    );
    if (bytesRead === 0) throw new Error("an object is shorter than it was");
    position += bytesRead;
    stream.push(buffer.subarray(0, bytesRead));
  };
  return new Readable({
    highWaterMark: chunkBytes,
    read() {
      readMore(this).catch((error: unknown) => this.destroy(audioStoreUnavailable(error)));
    },
    destroy(error, callback) {
      // Waits for the read under way.
      callbackify(() => inTurn(() => handle.close()))((failure) => callback(error ?? failure));
    },
  });
}

/** Larger than the runtime reads by itself: a download is mostly the cost of its reads and writes. */
const chunkBytes = 128 * 1024;

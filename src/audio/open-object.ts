import type { FileHandle } from "node:fs/promises";
import pLimit from "p-limit";
import { audioStoreUnavailable, type ByteRange, type OpenedObject } from "./audio-store.ts";
import { chunkBytes, acquireChunk } from "./chunk-memory.ts";

/**
 * Opens the object in a file, or the bytes of `range`. The handle is closed with the object, or if this fails. Call it
 * inside `limited`, which each read of a chunk calls as well. A reader may release chunks with `releaseChunk`.
 */
export async function openObject(
  handle: FileHandle,
  range: ByteRange | undefined,
  limited: FileLimiter,
): Promise<OpenedObject> {
  try {
    const { size: byteLength } = await statFile(handle);
    let isClosed = false;
    const close = () => {
      if (isClosed) return;
      isClosed = true;
      // A read in progress ends first. Nothing is lost if a file that was only read cannot be closed.
      limited(() => handle.close()).catch(() => undefined);
    };
    const bytes = range ?? { first: 0, last: byteLength - 1 };
    return { byteLength, chunks: readBytes(handle, bytes, limited, close), close };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Runs file operations, at most three at once; others wait. */
export type FileLimiter = <Result>(work: () => Promise<Result>) => Promise<Result>;

/**
 * A file operation occupies a thread of the runtime's pool until it ends; on a hung file system, it never ends. Without
 * a free thread the process could not write its log or resolve the host of its database.
 */
export function createFileLimiter(): FileLimiter {
  // The default pool has four threads: https://nodejs.org/api/cli.html#uv_threadpool_sizesize
  return pLimit(3);
}

/** The state of a regular file. Throws for a folder, a pipe and a device. */
export async function statFile(handle: FileHandle) {
  const found = await handle.stat();
  if (!found.isFile()) throw new Error("it is not a regular file");
  return found;
}

/** Throws if the file is shorter than the range; streams of `node:fs` just end. */
async function* readBytes(
  handle: FileHandle,
  { first, last }: ByteRange,
  limited: FileLimiter,
  close: () => void,
): AsyncGenerator<Buffer, void> {
  try {
    for (let position = first; position <= last;) {
      const length = Math.min(chunkBytes, last + 1 - position);
      const chunk = length === chunkBytes ? acquireChunk() : Buffer.allocUnsafe(length);
      const from = position;
      const { bytesRead } = await limited(() => handle.read(chunk, 0, length, from));
      if (bytesRead === 0) throw new Error("an object is shorter than it was");
      position += bytesRead;
      // A part of a chunk cannot be released.
      yield bytesRead === length ? chunk : chunk.subarray(0, bytesRead);
    }
  } catch (error) {
    throw audioStoreUnavailable(error);
  } finally {
    close();
  }
}

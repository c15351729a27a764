/*
 * Memory for the chunks of recordings that are read from files. With new memory for each chunk, some 80 MB would wait
 * for the garbage collector while recordings are downloaded.
 */

/** Twice the default of `node:fs`: fewer reads and writes make a download cheaper. */
export const chunkBytes = 128 * 1024;

/** A chunk of `chunkBytes`. It may contain bytes of another recording: only written bytes may be read. */
export function acquireChunk(): Buffer {
  const chunk = Buffer.from(free.pop() ?? new ArrayBuffer(chunkBytes));
  taken.add(chunk);
  return chunk;
}

/**
 * Releases the memory of a chunk for reuse: the chunk must not be read after this. Does nothing for a part of a chunk,
 * for a released chunk, and for other memory. A chunk that is never released is garbage-collected as usual.
 */
export function releaseChunk(chunk: Uint8Array): void {
  if (taken.delete(chunk) && free.length < greatestFree) free.push(chunk.buffer);
}

/** Keyed by chunk and not by memory: reused memory belongs to another chunk. */
const taken = new WeakSet<Uint8Array>();
const free: ArrayBufferLike[] = [];

/** 8 MB. */
const greatestFree = 64;

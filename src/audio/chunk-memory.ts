/*
 * Memory for the chunks of recordings that are read from files. New memory for each chunk would wait for the garbage
 * collector, which lets some 80 MB of it pile up while recordings are downloaded.
 */

/** Twice the default of `node:fs`: fewer reads and writes make a download cheaper. */
export const chunkBytes = 128 * 1024;

/** A chunk of `chunkBytes`. It may hold bytes of another recording: only what was written to it may be read. */
export function takeChunk(): Buffer {
  const chunk = Buffer.from(free.pop() ?? new ArrayBuffer(chunkBytes));
  taken.add(chunk);
  return chunk;
}

/**
 * Releases the memory of a chunk for reuse: nobody may read the chunk after this. Does nothing for a part of a chunk,
 * for a released chunk, and for other memory. A chunk that is never released is garbage-collected as usual.
 */
export function releaseChunk(chunk: Uint8Array): void {
  if (taken.delete(chunk) && free.length < greatestFree) free.push(chunk.buffer);
}

/** Chunks, and not their memory: memory that is used again belongs to another chunk. */
const taken = new WeakSet<Uint8Array>();
const free: ArrayBufferLike[] = [];

/** 8 MB. */
const greatestFree = 64;

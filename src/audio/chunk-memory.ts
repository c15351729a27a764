/*
 * Memory for the chunks of recordings that are read from files. New memory for each chunk would wait for the garbage
 * collector, which lets some 80 MB of it pile up while recordings are downloaded.
 */

/** Twice the default of `node:fs`: fewer reads and writes make a download cheaper. */
export const chunkBytes = 128 * 1024;

/** Memory of `chunkBytes`. It may hold bytes of another recording: only what was written to it may be read. */
export function takeChunkMemory(): Buffer {
  const memory = free.pop() ?? Buffer.allocUnsafeSlow(chunkBytes).buffer;
  taken.add(memory);
  return Buffer.from(memory);
}

/**
 * Gives the memory of a chunk back, which nobody may read after this. Any other memory is left alone, and so is that which
 * was given back before. Memory that is never given back is collected as usual.
 */
export function releaseChunkMemory({ buffer }: Uint8Array): void {
  if (taken.delete(buffer) && free.length < greatestFree) free.push(buffer);
}

const taken = new WeakSet<ArrayBufferLike>();
const free: ArrayBufferLike[] = [];

/** 8 MB. */
const greatestFree = 64;

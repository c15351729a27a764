import type { ByteRange, ObjectStore, OpenedObject } from "./audio-store.ts";

/** Keeps objects in the memory of the process. */
export function createMemoryStore(): MemoryStore {
  const objects = new Map<string, Buffer>();
  let marker: string | null = null;
  return {
    objects,
    location: "memory",
    markerLocation: "memory",
    readMarker: async () => marker,
    async writeMarker(text, { replaces }) {
      if (replaces || marker === null) marker = text;
    },
    async put(name, content) {
      objects.set(name, Buffer.from(content));
    },
    async open(name, range) {
      const content = objects.get(name);
      return content === undefined ? "missing" : openBytes(content, range);
    },
    async remove(name) {
      objects.delete(name);
    },
  };
}

export interface MemoryStore extends ObjectStore {
  /** The content of each object, by its name. */
  readonly objects: Map<string, Buffer>;
}

function openBytes(content: Buffer, range: ByteRange | undefined): OpenedObject {
  const { first, last } = range ?? { first: 0, last: content.length - 1 };
  async function* chunks() {
    // A copy, because the reader may change it.
    yield Buffer.from(content.subarray(first, last + 1));
  }
  return { byteLength: content.length, chunks: chunks(), close: () => undefined };
}

import DataLoader from "dataloader";
import { parseSensorId } from "../acoustics/ids.ts";

/** Keys are compared as JSON, so a key may be an object. */
export function createLoader<Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value | Promise<Value | null> | null>>,
): (key: Key) => Promise<Value | null> {
  const loader = new DataLoader<Key, Value | null, string>(
    async (keys) => {
      const found = await read(keys);
      // If a value is a promise, the load of its key waits for it.
      return keys.map((key) => (found.get(key) ?? null) as Value | null);
    },
    { cacheKeyFn: (key) => JSON.stringify(key) },
  );
  return (key) => loader.load(key);
}

/** A loader that reads each key by its own statement, so that no key waits for another. */
export function createEachLoader<Key, Value>(
  read: (key: Key) => Promise<Value | null>,
): (key: Key) => Promise<Value | null> {
  return createLoader<Key, Value>(async (keys) => new Map(keys.map((key) => [key, read(key)])));
}

/** A loader by ids of clients. An ill-formed id becomes the empty text: no unchecked character is searched. */
export function createIdLoader<Value>(
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (id: string) => Promise<Value | null> {
  const load = createLoader(read);
  return (id) => load(parseSensorId(id) ?? "");
}

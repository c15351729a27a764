import DataLoader from "dataloader";

/**
 * A loader over a batch reader that answers with a `Map`; what was not found is null. Keys are
 * compared as JSON, so a key may be an object. Its cache lives as long as the request.
 */
export function createLoader<Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | null> {
  const loader = new DataLoader<Key, Value | null, string>(
    async (keys) => {
      const found = await read(keys);
      return keys.map((key) => found.get(key) ?? null);
    },
    { cacheKeyFn: (key) => JSON.stringify(key) },
  );
  return (key) => loader.load(key);
}

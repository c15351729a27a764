import DataLoader from "dataloader";
import { parseSensorId } from "../acoustics/ids.ts";
import type { ProjectKey, SensorRecord } from "../database/queries/sites/sensors.ts";

/** Keys are compared as JSON, so a key may be an object. */
export function createLoader<Key, Value>(
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value | Promise<Value | null> | null>>,
): (key: Key) => Promise<Value | null> {
  const loader = new DataLoader<Key, Value | null, string>(
    async (keys) => {
      const found = await read(keys);
      // A promise among the values is awaited by the load of its key.
      return keys.map((key) => (found.get(key) ?? null) as Value | null);
    },
    { cacheKeyFn: (key) => JSON.stringify(key) },
  );
  return (key) => loader.load(key);
}

/**
 * A loader by ids that a client sent. An ill-formed id becomes the empty text, which no row has: the
 * search costs the same, and no unchecked character reaches the database.
 */
export function createIdLoader<Value>(
  read: (ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (id: string) => Promise<Value | null> {
  const load = createLoader(read);
  return (id) => load(parseSensorId(id) ?? "");
}

/**
 * A loader of the sensors of a project, none for a project that is not granted. The rest of a project's record is no
 * key.
 */
export function createSensorsLoader(
  read: (keys: readonly ProjectKey[]) => Promise<ReadonlyMap<ProjectKey, SensorRecord[]>>,
): (project: ProjectKey) => Promise<readonly SensorRecord[]> {
  const load = createLoader(read);
  return async ({ projectNo, id }) => (await load({ projectNo, id })) ?? [];
}

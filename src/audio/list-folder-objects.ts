import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { audioStoreUnavailable, objectPath } from "./audio-store.ts";

/** The names of all objects in the folder of a store. */
export async function listFolderObjects(folder: string): Promise<string[]> {
  try {
    const names: string[] = [];
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name.length !== 2) continue;
      const inside = await readdir(join(folder, entry.name));
      names.push(...inside.filter((name) => isObject(entry.name, name)));
    }
    return names;
  } catch (error) {
    throw audioStoreUnavailable(error);
  }
}

/** A partial file or one of somebody else is no object. */
function isObject(folder: string, name: string): boolean {
  try {
    return objectPath(name) === `${folder}/${name}`;
  } catch {
    return false;
  }
}

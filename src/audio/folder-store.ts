import { constants } from "node:fs";
import { access, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type AudioStore, audioStoreUnavailable, isObjectName } from "./audio-store.ts";
import { createFileTurns, type FileTurns } from "./file-turns.ts";
import { openObject } from "./open-object.ts";

/**
 * An audio store in a folder, made for this operating-system user alone when it is begun.
 * Objects are spread over sub-folders by the first two characters of their names. An object is
 * written under another name, forced to the disk, and only then renamed.
 */
export function createFolderStore(folder: string): AudioStore {
  const placeOf = (name: string) => {
    if (!isObjectName(name)) throw new Error("This is no name of an object of the audio store");
    const path = join(folder, name.slice(0, 2), name);
    return { path, partialPath: `${path}.partial` };
  };
  const markerPath = join(folder, markerName);
  const inTurn = createFileTurns();
  const reporting: FileTurns = (work) => inTurn(work).catch(failUnavailable);
  const isBegun = () => reporting(async () => (await find(access(markerPath))) !== null);
  const holdsAllObjects = async (hasObjects: () => Promise<boolean>) => {
    if (await isBegun()) return true;
    if (!(await hasObjects())) return false;
    // Asked again: an import may have begun it and stored the first object in between.
    if (await isBegun()) return true;
    throw audioStoreUnavailable(
      `${folder} holds no store, and the database has recordings. Is its disk mounted, and AUDIO_STORE right? ` +
        `To begin anew without them, create an empty file ${markerPath}`,
    );
  };
  return {
    async begin(hasObjects) {
      if (await holdsAllObjects(hasObjects)) return;
      await reporting(() => makeStore(folder, markerPath));
    },
    put: (name, content) =>
      reporting(async () => {
        const { path, partialPath } = placeOf(name);
        await access(markerPath);
        await makeFolder(dirname(path));
        try {
          await writeDurably(partialPath, content);
          await rename(partialPath, path);
          await forceToDisk(dirname(path));
        } catch (error) {
          // A disk that is full needs the room at once. What cannot be removed is left to `remove`.
          await Promise.allSettled([path, partialPath].map((one) => rm(one, { force: true })));
          throw error;
        }
      }),
    open: (name, range) =>
      reporting(async () => {
        const { path } = placeOf(name);
        const handle = await find(open(path, "r"));
        if (handle !== null) return openObject(handle, range, inTurn);
        await access(markerPath);
        return "missing";
      }),
    remove: (name) =>
      reporting(async () => {
        const { path, partialPath } = placeOf(name);
        await access(markerPath);
        await rm(path, { force: true });
        await rm(partialPath, { force: true });
      }),
    async check(hasObjects) {
      await reporting(() => find(access(folder, constants.R_OK | constants.X_OK)));
      await holdsAllObjects(hasObjects);
    },
  };
}

/**
 * Stands in the folder once the store is begun. Where it is not, the folder is not the store,
 * however well it can be read: a mount point, say, whose disk is not mounted.
 */
const markerName = "acoustic-audio-store";

function failUnavailable(error: unknown): never {
  throw audioStoreUnavailable(error);
}

async function makeStore(folder: string, markerPath: string): Promise<void> {
  await makeFolder(folder);
  await (await open(markerPath, "a", 0o600)).close();
  await forceToDisk(folder);
}

async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await forceToDisk(dirname(made));
}

async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  const handle = await open(path, "w", 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What a folder lists is not on the disk before the folder is; Windows cannot be asked for it. */
async function forceToDisk(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What using a file gives; null where the file is not there. */
async function find<Result>(use: Promise<Result>): Promise<Result | null> {
  try {
    return await use;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

import { constants } from "node:fs";
import { access, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type AudioStore, audioStoreUnavailable, isObjectName } from "./audio-store.ts";
import { createFileLimiter, type FileLimiter } from "./file-limiter.ts";
import { openObject } from "./open-object.ts";

/**
 * An audio store in a folder that only this operating-system user can read. Objects are in sub-folders
 * named after the first two characters of their names. An object is written under a temporary name,
 * synchronised with the disk, and only then renamed.
 */
export function createFolderStore(folder: string): AudioStore {
  const pathsOf = (name: string) => {
    if (!isObjectName(name)) throw new Error("This is no name of an object of the audio store");
    const path = join(folder, name.slice(0, 2), name);
    return { path, partialPath: `${path}.partial` };
  };
  const markerPath = join(folder, markerName);
  const limited = createFileLimiter();
  const accessFiles: FileLimiter = (work) => limited(work).catch(failUnavailable);
  const isBegun = () => accessFiles(async () => (await find(access(markerPath))) !== null);
  const holdsAllObjects = async (hasObjects: () => Promise<boolean>) => {
    if (await isBegun()) return true;
    if (!(await hasObjects())) return false;
    // Another process may have begun the store and stored the first object since the first check.
    if (await isBegun()) return true;
    throw audioStoreUnavailable(
      `${folder} holds no store, and the database has recordings. Is its disk mounted, and AUDIO_STORE right? ` +
        `To begin anew without them, create an empty file ${markerPath}`,
    );
  };
  return {
    async begin(hasObjects) {
      if (await holdsAllObjects(hasObjects)) return;
      await accessFiles(() => makeStore(folder, markerPath));
    },
    put: (name, content) =>
      accessFiles(async () => {
        const { path, partialPath } = pathsOf(name);
        await access(markerPath);
        await makeFolder(dirname(path));
        try {
          await writeDurably(partialPath, content);
          await rename(partialPath, path);
          await syncFolder(dirname(path));
        } catch (error) {
          // A full disk needs the space back. The server calls `remove` later for what remains.
          await Promise.allSettled([path, partialPath].map((one) => rm(one, { force: true })));
          throw error;
        }
      }),
    open: (name, range) =>
      accessFiles(async () => {
        const { path } = pathsOf(name);
        const handle = await find(open(path, "r"));
        if (handle !== null) return openObject(handle, range, limited);
        await access(markerPath);
        return "missing";
      }),
    remove: (name) =>
      accessFiles(async () => {
        const { path, partialPath } = pathsOf(name);
        await access(markerPath);
        await rm(path, { force: true });
        await rm(partialPath, { force: true });
      }),
    async check(hasObjects) {
      await accessFiles(() => find(access(folder, constants.R_OK | constants.X_OK)));
      await holdsAllObjects(hasObjects);
    },
  };
}

/**
 * This file marks a folder as a store. Without it, the folder may be the mount point of a disk that is
 * not mounted: its objects are then unavailable, not missing.
 */
const markerName = "acoustic-audio-store";

function failUnavailable(error: unknown): never {
  throw audioStoreUnavailable(error);
}

async function makeStore(folder: string, markerPath: string): Promise<void> {
  await makeFolder(folder);
  await (await open(markerPath, "a", 0o600)).close();
  await syncFolder(folder);
}

async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncFolder(dirname(made));
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

/** A new entry is durable once its folder is synchronised. Windows cannot synchronise folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The result of a file operation, or null if the file does not exist. */
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

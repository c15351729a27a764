import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, type FileHandle, link, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeTo } from "../system/full-disk.ts";
import { syncFolder } from "../system/sync-folder.ts";
import { audioStoreUnavailable, markerName, objectPath, type ObjectStore } from "./audio-store.ts";
import { createFileLimiter, type FileLimiter, openObject, statFile } from "./open-object.ts";
import { hasErrorCode } from "../system/error-code.ts";

/**
 * Keeps objects in a folder that only this operating-system user can read. An object is written under a temporary
 * name, synchronised with the disk, and only then renamed. A folder without its marker may be the mount point of a
 * disk that is not mounted: nothing is stored there.
 */
export function createFolderStore(folder: string): ObjectStore {
  const pathsOf = (name: string) => {
    const path = join(folder, objectPath(name));
    return { path, partialPath: `${path}.partial` };
  };
  const markerPath = join(folder, markerName);
  const limited = createFileLimiter();
  const accessFiles: FileLimiter = (work) => limited(work).catch(failUnavailable);
  return {
    location: folder,
    markerLocation: `the file ${markerPath}`,
    readMarker: () =>
      accessFiles(async () => {
        const handle = await find(openToRead(markerPath));
        return handle === null ? null : (await readText(handle)).trim();
      }),
    writeMarker: (text, { replaces }) =>
      accessFiles(async () => {
        await makeFolder(folder);
        const partialPath = `${markerPath}.${randomUUID()}`;
        try {
          await writeDurably(partialPath, Buffer.from(`${text}\n`));
          // A link, unlike a rename, replaces no other file.
          await (replaces ? rename(partialPath, markerPath) : linkNew(partialPath, markerPath));
          await syncFolder(folder);
        } finally {
          await rm(partialPath, { force: true });
        }
      }),
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
          // A full disk needs this space. The server calls `remove` later for remaining files.
          await Promise.allSettled([path, partialPath].map((one) => rm(one, { force: true })));
          throw error;
        }
      }),
    open: (name, range) =>
      accessFiles(async () => {
        const handle = await find(openToRead(pathsOf(name).path));
        return handle === null ? "missing" : openObject(handle, range, limited);
      }),
    remove: (name) =>
      accessFiles(async () => {
        const { path, partialPath } = pathsOf(name);
        await rm(path, { force: true });
        await rm(partialPath, { force: true });
      }),
  };
}

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

/** Partial files and foreign files are no objects. */
function isObject(folder: string, name: string): boolean {
  try {
    return objectPath(name) === `${folder}/${name}`;
  } catch {
    return false;
  }
}

function failUnavailable(error: unknown): never {
  throw audioStoreUnavailable(error);
}

async function linkNew(existingPath: string, newPath: string): Promise<void> {
  try {
    await link(existingPath, newPath);
  } catch (error) {
    if (!hasErrorCode(error, "EEXIST")) throw error;
  }
}

async function makeFolder(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) await syncFolder(dirname(made));
}

async function writeDurably(path: string, content: Uint8Array): Promise<void> {
  const handle = await open(path, "w", 0o600);
  try {
    await writeTo(dirname(path), async () => {
      await handle.writeFile(content);
      await handle.sync();
    });
  } finally {
    await handle.close();
  }
}

/** A pipe instead of a file must not occupy a thread until somebody writes to it. */
function openToRead(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDONLY | constants.O_NONBLOCK);
}

async function readText(handle: FileHandle): Promise<string> {
  try {
    await statFile(handle);
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

/** The result of a file operation, or null if the file does not exist. */
async function find<Result>(use: Promise<Result>): Promise<Result | null> {
  try {
    return await use;
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return null;
    throw error;
  }
}

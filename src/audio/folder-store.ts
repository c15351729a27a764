import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { access, type FileHandle, link, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolder } from "../system/sync-folder.ts";
import { audioStoreUnavailable, markerName, objectPath, type ObjectStore } from "./audio-store.ts";
import { createFileLimiter, type FileLimiter } from "./file-limiter.ts";
import { openObject, statFile } from "./open-object.ts";
import { hasErrorCode } from "../system/error-code.ts";

/**
 * Keeps objects in a folder that only this operating-system user can read. Objects are in sub-folders
 * named after the first two characters of their names. An object is written under a temporary name,
 * synchronised with the disk, and only then renamed. Without its marker the folder may be the mount point of a disk
 * that is not mounted: nothing is stored there.
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
    place: folder,
    markerPlace: `the file ${markerPath}`,
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
          // A link, unlike a new name, takes the place of no other file.
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
          // A full disk needs the space back. The server calls `remove` later for what remains.
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
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A pipe in place of a file must not occupy a thread until somebody writes to it. */
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

/*
 * `pause` calls `work` while the database is not written and all data is in its files: all statements wait meanwhile.
 * Most files are copied before, so `work` copies only those that have changed since.
 */

import { constants, type Stats } from "node:fs";
import { copyFile, lstat, mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { prepareDataDirectory } from "./data-directory.ts";
import { acquireLock } from "./ownership-lock.ts";
import { hasErrorCode } from "../system/error-code.ts";

/**
 * Copies the state of the embedded database at one moment into the folder `backup` of its data directory. That folder
 * is then itself a data directory. Null while another process has such a copy; remains of a killed process are removed
 * first.
 */
export async function copyDatabase(
  dataDirectory: string,
  pause: (work: () => Promise<void>) => Promise<void>,
): Promise<DatabaseCopy | null> {
  const { filesPath } = await prepareDataDirectory(dataDirectory);
  const copyDirectory = join(dataDirectory, "backup");
  await mkdir(copyDirectory, { recursive: true, mode: 0o700 });
  const lock = await acquireLock(copyDirectory);
  if (lock === null) return null;
  const remove = async () => {
    await rm(join(copyDirectory, "database"), { recursive: true, force: true });
    await lock.release();
  };
  try {
    await rm(join(copyDirectory, "database"), { recursive: true, force: true });
    const copy = await prepareDataDirectory(copyDirectory);
    const copied = new Map<string, CopiedFile>();
    await requireSpace(filesPath, copyDirectory);
    await copyChanges(filesPath, copy.filesPath, copied);
    await pause(() => copyChanges(filesPath, copy.filesPath, copied));
    return { dataDirectory: copyDirectory, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

export interface DatabaseCopy {
  readonly dataDirectory: string;
  /** Call when the copy is closed. */
  remove(): Promise<void>;
}

/** Makes `to` equal to `from`. `copied` has the state of each file at its last copy. */
async function copyChanges(
  from: string,
  to: string,
  copied: Map<string, CopiedFile>,
): Promise<void> {
  const found = new Set<string>();
  const visit = async (folder: string) => {
    await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
    for (const entry of await whereFound(
      readdir(join(from, folder), { withFileTypes: true }),
      [],
    )) {
      const path = join(folder, entry.name);
      found.add(path);
      if (entry.isDirectory()) {
        await visit(path);
        continue;
      }
      const now = await whereFound(lstat(join(from, path)), null);
      if (now === null || !now.isFile() || isSame(copied.get(path), now)) continue;
      const isQuiet = now.mtimeMs < Date.now() - quietMilliseconds;
      const isCopied = await whereFound(
        copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).then(() => true),
        false,
      );
      if (isCopied) copied.set(path, { stats: now, isQuiet });
    }
  };
  await visit("");
  for (const path of copied.keys()) {
    if (found.has(path)) continue;
    await rm(join(to, path), { force: true });
    copied.delete(path);
  }
}

/** The state of a file when it was copied. */
interface CopiedFile {
  readonly stats: Stats;
  /** True if the file was not written for a while: the clocks of file systems are coarse. */
  readonly isQuiet: boolean;
}

const quietMilliseconds = 2000;

function isSame(before: CopiedFile | undefined, { size, mtimeMs, ino }: Stats): boolean {
  if (before === undefined || !before.isQuiet) return false;
  const { stats } = before;
  return stats.size === size && stats.mtimeMs === mtimeMs && stats.ino === ino;
}

/** Returns `other` for a file or folder that was removed meanwhile. */
async function whereFound<Result, Other>(use: Promise<Result>, other: Other) {
  try {
    return await use;
  } catch (error) {
    if (hasErrorCode(error, "ENOENT")) return other;
    throw error;
  }
}

async function requireSpace(filesPath: string, target: string): Promise<void> {
  let bytes = 0;
  for (const entry of await readdir(filesPath, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    bytes += (await whereFound(stat(join(entry.parentPath, entry.name)), { size: 0 })).size;
  }
  const { bavail, bsize } = await statfs(target);
  if (bavail * bsize > bytes + spareBytes) return;
  const needed = Math.ceil((bytes + spareBytes) / 1_000_000);
  throw Object.assign(
    new Error(`A backup needs ${needed} MB of free disk in ${target} for a copy of the database.`),
    { code: "ENOSPC", syscall: "copy" },
  );
}

/** Space for the writes of the database during the copy. */
const spareBytes = 256_000_000;

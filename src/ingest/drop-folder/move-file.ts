import { lstat, mkdir, open, readdir, rename, rm, rmdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeTo } from "../../system/full-disk.ts";
import { InvalidInput } from "../invalid-input.ts";
import {
  numberedPath,
  reasonPathOf,
  rejectedRowsPathOf,
  remainingRowsPathOf,
} from "./file-names.ts";
import { isSameFile } from "./finished-files.ts";
import { identityOf, type ListedFile, pathIn } from "./list-files.ts";
import {
  type DropFolders,
  ignoreMissing,
  isMissing,
  isOtherKind,
  makeOwnFolder,
  openFolder,
  openRegularFile,
  type Outcome,
  whyNotRead,
} from "./open-folders.ts";

/**
 * Files in `importing` that an import writes: the rejected rows of a file, the reason for rejecting the whole file, and
 * the rows that wait for their sensors. After the commit they are moved to `.finished/` under the name of their file;
 * then the file is moved, and then these files. If the process is killed between two moves, `finishMoves` completes
 * them.
 */
const companions = {
  rows: { goesTo: "rejected", pathOf: rejectedRowsPathOf },
  reason: { goesTo: "rejected", pathOf: reasonPathOf },
  remaining: { goesTo: "importing", pathOf: remainingRowsPathOf },
} as const;
type Companion = keyof typeof companions;
const companionNames = Object.keys(companions) as Companion[];

/** The path to which a companion of the file in progress is written. */
export function companionPath({ importing }: DropFolders, companion: Companion): string {
  return join(importing.path, ".new", companion);
}

/** Removes the companions of an import that broke off. */
export async function beginImport({ importing }: DropFolders): Promise<void> {
  await rm(join(importing.path, ".new"), { recursive: true, force: true });
  await mkdir(join(importing.path, ".new"), { mode: 0o755 });
}

export async function writeReasons(
  folders: DropFolders,
  reasons: readonly string[],
): Promise<void> {
  if (reasons.length === 0) return;
  const path = companionPath(folders, "reason");
  const handle = await open(path, "wx");
  try {
    const text = reasons.map((line) => `${line}\n`).join("");
    await writeTo(path, () => handle.writeFile(text));
  } finally {
    await handle.close();
  }
}

/**
 * Moves a file to `importing`, where no other user can exchange, link or write it by its name. Null if it is gone, is
 * no longer the listed file, or `importing` still has a file of its name. A file that got the name at the last moment
 * is then in `importing`, where the next listing finds it.
 */
export async function claimFile(
  { drop, importing }: DropFolders,
  file: ListedFile,
): Promise<ListedFile | null> {
  if (file.isClaimed) return file;
  const target = join(importing.path, file.name);
  if (await isTaken(target)) return null;
  try {
    if (file.names.folder !== null) await makeOwnFolder(dirname(target), dirname(file.name));
    const { folder: inside } = file.names;
    const folder = inside === null ? null : await openFolder(pathIn(drop, inside));
    try {
      const source = pathIn(folder ?? drop, file.names.file);
      const { handle, found } = await openRegularFile(source);
      await handle.close();
      if (!isSameFile(identityOf(found), file)) return null;
      await renameNoFolder(source, target);
    } finally {
      await folder?.close();
    }
  } catch (error) {
    // Another file now has the name. The next listing finds it.
    if (isMissing(error) || isOtherKind(error) || error instanceof InvalidInput) return null;
    throw error;
  }
  // Renaming a file changes its change time.
  const found = await lstat(target, { bigint: true });
  const claimed = { ...file, ...identityOf(found), isClaimed: true };
  return whyNotRead(found) === null && isSameFile(claimed, file) ? claimed : null;
}

/**
 * Renames a file, but never a folder, whose content an uploader could still change. On Linux, a link reserves the free
 * name first, because a folder cannot replace a link. On other systems, uploaders are trusted.
 */
export async function renameNoFolder(source: Buffer, target: string): Promise<void> {
  if (process.platform !== "linux") return rename(source, target);
  await symlink("free", target);
  await rename(source, target).catch(async (error: unknown) => {
    await rm(target);
    throw error;
  });
}

/** True if a file in `importing` is still the listed or claimed one, and was not written since. */
export async function isUnchanged(
  { importing }: Pick<DropFolders, "importing">,
  file: ListedFile,
): Promise<boolean> {
  const found = await lstat(join(importing.path, file.name), { bigint: true }).catch(ignoreMissing);
  if (found === null) return false;
  const now = identityOf(found);
  return isSameFile(now, file) && now.changedNanoseconds === file.changedNanoseconds;
}

/** Moves a file from `importing`, and its companions, to free names. Returns the new path. */
export async function moveToOutcome(
  folders: DropFolders,
  file: ListedFile,
  outcome: Outcome,
): Promise<string> {
  const { importing, done, rejected } = folders;
  // The number must be free for the file and all of its companions.
  const name = await freePath(file.name, (path) => [
    join(done.path, path),
    join(rejected.path, path),
    join(rejected.path, rejectedRowsPathOf(path)),
    join(rejected.path, reasonPathOf(path)),
  ]);
  for (const companion of companionNames) {
    const finished = join(importing.path, ".finished", companion);
    await moveInto(importing.path, `.new/${companion}`, finished, name);
  }
  await moveInto(importing.path, file.name, folders[outcome].path, name);
  await removeIfEmpty(dirname(join(importing.path, file.name)), importing.path);
  await finishMoves(folders);
  return `${outcome}/${name}`;
}

/** Moves companions of files that have left `importing`. Others are removed: their file is imported again. */
export async function finishMoves(folders: DropFolders): Promise<void> {
  const { importing, done, rejected } = folders;
  for (const companion of companionNames) {
    const { goesTo, pathOf } = companions[companion];
    const root = join(importing.path, ".finished", companion);
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(
      ignoreMissing,
    );
    for (const entry of entries ?? []) {
      if (!entry.isFile()) continue;
      const name = join(entry.parentPath, entry.name).slice(root.length + 1);
      const isMoved =
        (await isTaken(join(done.path, name))) || (await isTaken(join(rejected.path, name)));
      if (!isMoved) continue;
      const target = folders[goesTo].path;
      const newName = await freePath(pathOf(name), (path) => [join(target, path)]);
      await moveInto(root, name, target, newName);
    }
  }
  await rm(join(importing.path, ".finished"), { recursive: true, force: true });
}

/** The first numbered path whose names are all free. Only this process writes there. */
async function freePath(
  path: string,
  namesOf: (path: string) => readonly string[],
): Promise<string> {
  for (let number = 1; ; number += 1) {
    const numbered = numberedPath(path, number);
    const taken = await Promise.all(namesOf(numbered).map(isTaken));
    if (!taken.includes(true)) return numbered;
  }
}

async function isTaken(path: string): Promise<boolean> {
  return (await lstat(path).catch(ignoreMissing)) !== null;
}

/** Moves a file, if it is there, to a free name below another folder. */
async function moveInto(from: string, name: string, to: string, newName: string): Promise<void> {
  if (!(await isTaken(join(from, name)))) return;
  const target = join(to, newName);
  await mkdir(dirname(target), { recursive: true, mode: 0o755 });
  await rename(join(from, name), target);
}

/** Removes an empty folder of a sensor, so that past uploads leave no folders in `importing`. */
async function removeIfEmpty(folder: string, root: string): Promise<void> {
  if (folder !== root) await rmdir(folder).catch(() => undefined);
}

import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import { InvalidInput } from "../invalid-input.ts";
import { hasErrorCode } from "../../system/error-code.ts";

/** Folders of a drop folder that hold what was imported, and what could not be. */
export const outcomes = ["done", "rejected"] as const;
export type Outcome = (typeof outcomes)[number];

/** An open folder, and a path to it that stays the same folder whatever takes its name. */
export interface OpenFolder {
  readonly path: string;
  close(): Promise<void>;
}

/** A drop folder, to which uploaders write, and the folders in it to which this process alone writes. */
export interface DropFolders extends Record<Outcome, OpenFolder> {
  readonly drop: OpenFolder;
  /** Files from the moment on that they are no longer the uploader's, until they are in `done` or `rejected`. */
  readonly importing: OpenFolder;
  close(): Promise<void>;
}

/** Opens a drop folder. Throws `InvalidInput` if one of its own folders is a link, or others can write to it. */
export async function openDropFolder(folder: string): Promise<DropFolders> {
  const opened: OpenFolder[] = [];
  const closeAll = async () => {
    for (const one of opened) await one.close();
  };
  const keep = (one: OpenFolder) => {
    opened.push(one);
    return one;
  };
  try {
    const drop = keep(await openFolder(await realpath(folder)));
    const own = async (name: string, mode: number) => {
      await mkdir(join(drop.path, name), { mode }).catch(ignoreExisting);
      return keep(await openOwnFolder(join(drop.path, name), join(folder, name)));
    };
    const importing = await own("importing", 0o700);
    const [done, rejected] = [await own("done", 0o755), await own("rejected", 0o755)];
    return { drop, importing, done, rejected, close: closeAll };
  } catch (error) {
    await closeAll();
    throw error;
  }
}

/**
 * Opens a folder that this process alone may write to, called `shown` in messages. Throws `InvalidInput` for any
 * other.
 */
export async function openOwnFolder(path: string, shown: string): Promise<OpenFolder> {
  const folder = await openFolder(path).catch((error: unknown) => {
    if (!isOtherKind(error)) throw error;
    throw new InvalidInput([`${shown}: it must be a folder, and no link; remove it`]);
  });
  try {
    const issue = whyNotOwn(await folder.stat());
    if (issue !== null) throw new InvalidInput([`${shown}: ${issue}`]);
    return folder;
  } catch (error) {
    await folder.close();
    throw error;
  }
}

/** Why others may write to a folder; null where they may not. */
function whyNotOwn(found: BigIntStats): string | null {
  // Windows has neither, and its folders are those of a user.
  const user = process.getuid?.();
  if (user === undefined) return null;
  if (found.uid !== BigInt(user)) {
    return `it belongs to user ${found.uid}, and this process runs as ${user}: chown it, or run as that user`;
  }
  return (found.mode & 0o022n) === 0n ? null : "others may write to it: chmod go-w";
}

/** Makes a folder below one that is this process's alone. Throws `InvalidInput` if there is something else. */
export async function makeOwnFolder(path: string, shown: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch(ignoreExisting);
  await (await openOwnFolder(path, shown)).close();
}

/**
 * Opens a folder, and follows no link in its last name. Linux reaches what is in it through the handle. Other systems
 * have no such path: there, who may write to the folder above can put another one into its place.
 */
export async function openFolder(
  path: string | Buffer,
): Promise<OpenFolder & { stat(): Promise<BigIntStats> }> {
  if (process.platform === "linux") {
    const handle = await open(path, constants.O_DIRECTORY | constants.O_NOFOLLOW);
    return {
      path: `/proc/self/fd/${handle.fd}`,
      stat: () => handle.stat({ bigint: true }),
      close: () => handle.close(),
    };
  }
  const found = await lstat(path, { bigint: true });
  if (!found.isDirectory()) throw Object.assign(new Error("it is no folder"), { code: "ENOTDIR" });
  return { path: String(path), stat: async () => found, close: async () => undefined };
}

/** Opens a file for reading. Throws for anything but a regular file with this one name, and waits for nothing. */
export async function openRegularFile(
  path: string | Buffer,
): Promise<{ readonly handle: FileHandle; readonly found: BigIntStats }> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const handle = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    if (isOtherKind(error)) throw new InvalidInput(["it is a link, a socket or a device"]);
    throw error;
  });
  try {
    const found = await handle.stat({ bigint: true });
    const issue = whyNotRead(found);
    if (issue !== null) throw new InvalidInput([issue]);
    return { handle, found };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Why a file is not read; null of a regular file. With a second name it may be a file of somebody else, for one who
 * may not read a file may still be able to link it.
 */
export function whyNotRead(found: BigIntStats): string | null {
  if (found.isSymbolicLink()) return "it is a link";
  if (!found.isFile()) return "it is no file, but a pipe, a socket or a device";
  return found.nlink > 1n ? "it has a second name (a hard link)" : null;
}

/** True if a file or folder could not be opened because something else has its name, for example a link. */
export function isOtherKind(error: unknown): boolean {
  return hasErrorCode(error, "ELOOP", "EMLINK", "ENOTDIR", "ENXIO");
}

export function isMissing(error: unknown): boolean {
  return hasErrorCode(error, "ENOENT");
}

/** Null for the error of a file that is not there: it was taken away since it was listed. */
export function ignoreMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function ignoreExisting(error: unknown): void {
  if (!hasErrorCode(error, "EEXIST")) throw error;
}

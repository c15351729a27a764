import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, realpath } from "node:fs/promises";
import { join } from "node:path";
import { InvalidInput } from "../invalid-input.ts";
import { hasErrorCode } from "../../system/error-code.ts";

/** The folders of imported and of rejected files. */
export const outcomes = ["done", "rejected"] as const;
export type Outcome = (typeof outcomes)[number];

/** An open folder, and a path that leads to it even if another folder gets its name. */
export interface OpenFolder {
  readonly path: string;
  close(): Promise<void>;
}

/** A drop folder, to which uploaders write, and the folders in it to which only this process writes. */
export interface DropFolders extends Record<Outcome, OpenFolder> {
  readonly drop: OpenFolder;
  /** Files that were claimed from the uploader, until they are in `done` or `rejected`. */
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

/** Opens a folder, called `shown` in messages. Throws `InvalidInput` if anybody else may write to it. */
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

/** The issue of a folder that others may write to; otherwise null. */
function whyNotOwn(found: BigIntStats): string | null {
  // Windows has neither owners nor modes of this kind.
  const user = process.getuid?.();
  if (user === undefined) return null;
  if (found.uid !== BigInt(user)) {
    return `it belongs to user ${found.uid}, and this process runs as ${user}: chown it, or run as that user`;
  }
  return (found.mode & 0o022n) === 0n ? null : "others may write to it: chmod go-w";
}

/** Makes a folder that only this process may write to. Throws `InvalidInput` if its name is in use. */
export async function makeOwnFolder(path: string, shown: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch(ignoreExisting);
  await (await openOwnFolder(path, shown)).close();
}

/**
 * Opens a folder, and follows no link in its last name. On Linux the path leads through the handle. On other systems, a
 * user who may write to the folder above can exchange it.
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

/** Opens a regular file with one name for reading, and never waits. Throws `InvalidInput` for anything else. */
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
 * The issue of a file that is not read; null for a regular file. A file with a second name may belong to another user:
 * a user without read permission may still be able to link it.
 */
export function whyNotRead(found: BigIntStats): string | null {
  if (found.isSymbolicLink()) return "it is a link";
  if (!found.isFile()) return "it is no file, but a pipe, a socket or a device";
  return found.nlink > 1n ? "it has a second name (a hard link)" : null;
}

/** True if a path could not be opened because it is of another kind, for example a link. */
export function isOtherKind(error: unknown): boolean {
  return hasErrorCode(error, "ELOOP", "EMLINK", "ENOTDIR", "ENXIO");
}

export function isMissing(error: unknown): boolean {
  return hasErrorCode(error, "ENOENT");
}

/** Returns null for the error of a missing file, which was removed after the listing. Throws any other. */
export function ignoreMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

function ignoreExisting(error: unknown): void {
  if (!hasErrorCode(error, "EEXIST")) throw error;
}

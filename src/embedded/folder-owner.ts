import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { hasErrorCode } from "../system/error-code.ts";

/*
 * The files of a database belong to one user of the operating system. If another user, also root, creates a file among
 * them, the first user can no longer open the database. Example: `acoustic status` as root is refused in the data
 * directory of the user `acoustic`.
 */

/** Throws if the data directory or its database belongs to another user. Reads no folder, and changes nothing. */
export function requireOwnFolders(dataDirectory: string, directory: string): void {
  const uid = process.getuid?.();
  if (uid === undefined) return;
  for (const folder of [dataDirectory, directory, join(directory, "files")]) {
    const owner = ownerOf(folder);
    if (owner === null) return;
    const mayBeMounted = folder === dataDirectory && isWritable(folder);
    if (!mayUse({ owner, uid, mayBeMounted })) throw foreignFolder(folder, owner, uid);
  }
}

/**
 * True if user `uid` may use a folder of `owner`. The mount point of a volume belongs to root, and has folders of other
 * users.
 */
export function mayUse(folder: {
  readonly owner: number;
  readonly uid: number;
  readonly mayBeMounted: boolean;
}): boolean {
  const { owner, uid, mayBeMounted } = folder;
  return owner === uid || (owner === 0 && mayBeMounted);
}

/** The error for a folder, or a file in it, that belongs to another user. */
export function foreignFolder(path: string, owner: number, uid: number): Error {
  const users = readUsers();
  const name = nameOfUser(users, owner);
  const message =
    `DATA_DIR: ${path} belongs to ${describeUser(name, owner)}, and this command runs as ` +
    `${describeUser(nameOfUser(users, uid), uid)}. Run it as ${name ?? "that user"}, or set DATA_DIR or DATABASE_URL. ` +
    "Nothing was changed.";
  return Object.assign(new Error(message), { code: "DATABASE_UNUSABLE" });
}

/** The name of a user in the lines of /etc/passwd; null: the lines have no such user. */
export function nameOfUser(lines: string, uid: number): string | null {
  const users = lines.split("\n").map((line) => line.split(":"));
  return users.find(([name, , id]) => name !== "" && id === String(uid))?.[0] ?? null;
}

function describeUser(name: string | null, uid: number): string {
  return name === null ? `uid ${uid}` : `${name} (uid ${uid})`;
}

function readUsers(): string {
  try {
    return readFileSync("/etc/passwd", "utf8");
  } catch {
    return "";
  }
}

/** Null if there is no such folder, or if a file has its name. */
function ownerOf(folder: string): number | null {
  try {
    return statSync(folder).uid;
  } catch (error) {
    if (hasErrorCode(error, "ENOENT", "ENOTDIR")) return null;
    throw error;
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

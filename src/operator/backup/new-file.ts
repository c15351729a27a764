import { link, open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { InvalidInput } from "../../ingest/invalid-input.ts";
import { writeTo } from "../../system/full-disk.ts";
import { syncFolder } from "../../system/sync-folder.ts";
import { hasErrorCode } from "../../system/error-code.ts";
import { findFolderIssue, statIfPresent } from "../../system/output-folder.ts";
import { withTemporaryFile } from "../../system/temporary-file.ts";

/** Throws `InvalidInput` if the name of a new file is in use, or its folder is missing. */
export async function requireNoFile(path: string): Promise<void> {
  const issue = await findFolderIssue(path);
  if (issue !== null) throw new InvalidInput([issue]);
  if ((await statIfPresent(path)) === null) return;
  throw new InvalidInput([`${path}: it exists already, and is not overwritten. Name a new file.`]);
}

/**
 * Creates a file that only this user can read. It appears when `write` has resolved and its content is on the disk, or
 * not at all. Throws `InvalidInput` if the name is in use, before or after `write`. `write` appends to it, and gets the
 * path that the file has until then.
 */
export async function writeNewFile<Result>(
  path: string,
  write: (append: (bytes: Uint8Array) => Promise<void>, temporary: string) => Promise<Result>,
): Promise<Result> {
  await requireNoFile(path);
  return withTemporaryFile(path, async (temporary) => {
    const handle = await writeTo(path, () => open(temporary, "wx", 0o600));
    let result: Result;
    try {
      const append = (bytes: Uint8Array) => writeTo(path, () => handle.writeFile(bytes));
      result = await write(append, temporary);
      await writeTo(path, () => handle.sync());
    } finally {
      await handle.close();
    }
    await linkToName(temporary, path);
    await syncFolder(dirname(path));
    return result;
  });
}

/** A link fails if the name is in use; a rename does not. Some file systems have no links. */
async function linkToName(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path);
  } catch (error) {
    await requireNoFile(path);
    if (!hasErrorCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS")) throw error;
    await rename(temporary, path);
  }
}

import type { BigIntStats } from "node:fs";
import { lstat, opendir, rm } from "node:fs/promises";
import { join } from "node:path";
import { readName } from "./file-names.ts";
import type { SeenFile } from "./finished-files.ts";
import {
  type DropFolders,
  ignoreMissing,
  isMissing,
  type OpenFolder,
  openFolder,
  openOwnFolder,
  outcomes,
  whyNotRead,
} from "./open-folders.ts";

export const profileName = "profile.yaml";

/** A file that is to be imported, or in `importing` to be rejected. */
export interface ListedFile extends SeenFile {
  /** The printable path below the drop folder or below `importing`: `dublin-noise-2/a.csv`. */
  readonly name: string;
  readonly isClaimed: boolean;
  /** The time of the last change of content, names or permissions. The uploader cannot set it. */
  readonly changedNanoseconds: bigint;
  /** The bytes of the names of its folder and of the file; null: it is not in the folder of a sensor. */
  readonly names: { readonly folder: Buffer | null; readonly file: Buffer };
  /** The reason for rejecting it without reading its content. */
  readonly issue: string | null;
}

/** An entry that is not read, and the reason. */
export interface RefusedFile {
  readonly path: string;
  readonly error: Error;
}

/**
 * Lists the files of a drop folder, of the folders in it, and of `importing`. Hidden files, profiles, deeper folders,
 * `done` and `rejected` are skipped. No link is followed. `hasMore` is true if the folder has more names than were
 * read.
 */
export async function listFiles({ drop, importing }: DropFolders) {
  const files: ListedFile[] = [];
  const refused: RefusedFile[] = [];
  let hasMore = false;
  for (const root of [importing, drop]) {
    const isClaimed = root === importing;
    const prefix = isClaimed ? "importing/" : "";
    const reader = createNameReader();
    const list = async (folder: OpenFolder, inside: Buffer | null) => {
      const above = inside === null ? null : readName(inside);
      const folders: Buffer[] = [];
      for (const file of await reader.read(folder)) {
        const found = await lstat(pathIn(folder, file), { bigint: true }).catch(ignoreMissing);
        if (found === null) continue;
        if (isClaimed && found.isSymbolicLink()) {
          // A killed process has left this link, which reserves a name. A link of an uploader is removed as well.
          await rm(pathIn(folder, file));
          continue;
        }
        if (found.isDirectory()) folders.push(file);
        if (found.isDirectory() || file.equals(Buffer.from(profileName))) continue;
        const own = readName(file);
        const name = above === null ? own.name : `${above.name}/${own.name}`;
        const path = `${prefix}${name}`;
        const why = whyNotRead(found);
        if (why !== null && !isClaimed) {
          refused.push({ path, error: new Error(why) });
          continue;
        }
        const names = { folder: inside, file };
        // A claimed file occupies its name, so it must leave `importing` even if it is no longer a regular file.
        const issue = why ?? above?.issue ?? own.issue;
        files.push({ path, name, isClaimed, names, issue, ...identityOf(found) });
      }
      return folders;
    };
    for (const inside of await list(root, null)) {
      if (!isClaimed && reservedNames.has(inside.toString())) continue;
      const path = `${prefix}${readName(inside).name}`;
      try {
        const folder = await (isClaimed
          ? openOwnFolder(join(root.path, inside.toString()), path)
          : openFolder(pathIn(root, inside)));
        await list(folder, inside).finally(() => folder.close());
      } catch (error) {
        // The other folders are still read.
        if (!isMissing(error)) refused.push({ path, error: error as Error });
      }
    }
    if (!reader.hasMore()) continue;
    hasMore = true;
    const issue = `it has more than ${greatestNames} names: the rest waits until some of these are gone`;
    refused.push({ path: isClaimed ? "importing" : ".", error: new Error(issue) });
  }
  return { files, refused, hasMore };
}

const reservedNames: ReadonlySet<string> = new Set(["importing", ...outcomes]);

/** The metadata by which two contents of a file are compared. */
export function identityOf(
  found: BigIntStats,
): Pick<ListedFile, "byteLength" | "modifiedAt" | "changedNanoseconds" | "inode"> {
  return {
    byteLength: Number(found.size),
    modifiedAt: Number(found.mtimeNs / 1000n) / 1000,
    changedNanoseconds: found.ctimeNs,
    inode: `${found.dev}.${found.ino}`,
  };
}

/** The path of a file whose name may not be UTF-8. */
export function pathIn(folder: OpenFolder, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${folder.path}/`), name]);
}

/**
 * The greatest number of names that one listing reads in the drop folder, with hidden names and folders; the same bound
 * applies to `importing`.
 */
const greatestNames = 10_000;

/** Reads names that are not hidden, up to the bound of one listing. */
function createNameReader() {
  let left = greatestNames;
  let hasMore = false;
  return {
    async read(folder: OpenFolder): Promise<Buffer[]> {
      const names: Buffer[] = [];
      const options = { encoding: "buffer" as BufferEncoding };
      for await (const entry of await opendir(folder.path, options)) {
        if (left === 0) {
          hasMore = true;
          break;
        }
        left -= 1;
        const name = entry.name as unknown as Buffer;
        if (name[0] !== ".".codePointAt(0)) names.push(name);
      }
      return names;
    },
    hasMore: () => hasMore,
  };
}

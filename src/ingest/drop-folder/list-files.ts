import type { BigIntStats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
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

/** A regular file that waits for its import. */
export interface ListedFile extends SeenFile {
  /** Below the drop folder or below `importing`, as it is shown: `dublin-noise-2/a.csv`. */
  readonly name: string;
  readonly isClaimed: boolean;
  /** The names of its folder and of itself as they are; null: it is in no folder of a sensor. */
  readonly place: { readonly folder: Buffer | null; readonly file: Buffer };
  /** Why it is rejected for its name. */
  readonly issue: string | null;
}

/** Something that is not read, and why. */
export interface RefusedFile {
  readonly path: string;
  readonly error: Error;
}

/**
 * The files of a drop folder, of the folders in it, and those in `importing`. Hidden files, profiles, and what lies
 * deeper or in `done` and `rejected`, are left out. No link is followed.
 */
export async function listFiles({ drop, importing }: DropFolders) {
  const files: ListedFile[] = [];
  const refused: RefusedFile[] = [];
  for (const root of [importing, drop]) {
    const isClaimed = root === importing;
    const prefix = isClaimed ? "importing/" : "";
    const list = async (folder: OpenFolder, inside: Buffer | null) => {
      const above = inside === null ? null : readName(inside);
      const folders: Buffer[] = [];
      for (const file of await namesIn(folder)) {
        const found = await lstat(pathIn(folder, file), { bigint: true }).catch(ignoreMissing);
        if (found === null) continue;
        if (found.isDirectory()) folders.push(file);
        if (found.isDirectory() || file.equals(Buffer.from(profileName))) continue;
        const own = readName(file);
        const name = above === null ? own.name : `${above.name}/${own.name}`;
        const path = `${prefix}${name}`;
        const why = whyNotRead(found);
        if (why !== null) refused.push({ path, error: new Error(why) });
        else {
          const place = { folder: inside, file };
          const issue = above?.issue ?? own.issue;
          files.push({ path, name, isClaimed, place, issue, ...identityOf(found) });
        }
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
        // One that cannot be read keeps no other from being read.
        if (!isMissing(error)) refused.push({ path, error: error as Error });
      }
    }
  }
  return { files, refused };
}

const reservedNames: ReadonlySet<string> = new Set(["importing", ...outcomes]);

/** What identifies the content of a file, as far as its metadata tell. */
export function identityOf(found: BigIntStats): Omit<SeenFile, "path"> {
  return {
    byteLength: Number(found.size),
    modifiedAt: Number(found.mtimeNs / 1000n) / 1000,
    inode: `${found.dev}.${found.ino}`,
  };
}

/** The path of a file whose name may not be UTF-8. */
export function pathIn(folder: OpenFolder, name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${folder.path}/`), name]);
}

/** The names in a folder that are not hidden. */
async function namesIn(folder: OpenFolder): Promise<Buffer[]> {
  const names = await readdir(folder.path, { encoding: "buffer" });
  return names.filter((name) => name[0] !== ".".codePointAt(0));
}

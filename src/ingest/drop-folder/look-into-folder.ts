import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { SeenFile } from "./settled-files.ts";
import { hasErrorCode } from "#error-code.ts";

/** Folders of a drop folder that hold what was imported, and what could not be. */
export const outcomes = ["done", "rejected"] as const;
export type Outcome = (typeof outcomes)[number];

export const profileName = "profile.yaml";

/**
 * The files of a drop folder and of the folders in it. Hidden files, profiles, and what lies deeper or in `done` and
 * `rejected`, are left out.
 */
export async function lookIntoFolder(folder: string): Promise<SeenFile[]> {
  const found: SeenFile[] = [];
  for (const below of await foldersOf(folder)) {
    const names = await readdir(join(folder, below)).catch(ignoreMissing);
    for (const name of names ?? []) {
      if (isHidden(name) || name === profileName) continue;
      const path = below === "" ? name : `${below}/${name}`;
      const seen = await seeFile(join(folder, path));
      if (seen !== null) found.push({ path, ...seen });
    }
  }
  return found;
}

/** The folders of a drop folder that are read, below it; the first is itself, "". */
export async function foldersOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const inside = entries
    .filter((entry) => entry.isDirectory() && !isHidden(entry.name))
    .map(({ name }) => name)
    .filter((name) => !outcomes.some((outcome) => outcome === name));
  return ["", ...inside];
}

/** A file as it is now; null where there is none. */
export async function seeFile(path: string): Promise<Omit<SeenFile, "path"> | null> {
  const found = await stat(path, { bigint: true }).catch(ignoreMissing);
  if (!found?.isFile()) return null;
  return {
    byteLength: Number(found.size),
    modifiedAt: Number(found.mtimeNs / 1000n) / 1000,
    inode: `${found.dev}.${found.ino}`,
  };
}

/** Null for the error of a file that is not there: it was taken away since it was listed. */
export function ignoreMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

export function isMissing(error: unknown): boolean {
  return hasErrorCode(error, "ENOENT");
}

function isHidden(path: string): boolean {
  return basename(path).startsWith(".");
}

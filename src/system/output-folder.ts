import type { Stats } from "node:fs";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { hasErrorCode } from "./error-code.ts";

/** The issue with the folder of a file to write; null if the folder is there. */
export async function findFolderIssue(path: string): Promise<string | null> {
  const folder = dirname(path);
  if ((await statIfPresent(folder))?.isDirectory() === true) return null;
  return `${path}: there is no folder ${folder}. Make it first.`;
}

/** Returns null for a free name. Throws any other failure, such as a missing permission. */
export function statIfPresent(path: string): Promise<Stats | null> {
  return stat(path).catch((error: unknown) => {
    if (hasErrorCode(error, "ENOENT")) return null;
    throw error;
  });
}

import { statfsSync } from "node:fs";

/**
 * PGlite does not survive a full disk: it turns in a circle for ever where it cannot make its next
 * file of 16 MB. Below this it only reads; one statement of an import writes a few files at most.
 */
const reserveBytes = 64 * 1024 * 1024;

/** Whether the disk of a folder has more left than the reserve. */
export function hasRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= reserveBytes;
}

/** Said of a disk. */
export const noRoom =
  "has less than 64 MB left: the embedded database only reads until there is more";

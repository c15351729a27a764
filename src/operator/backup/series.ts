import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { formatInstant, type Instant } from "../../acoustics/time/instant.ts";
import { hasErrorCode } from "../../system/error-code.ts";

/** The file of a series in a folder. Example: `acoustic-20261122T023000Z.tar.gz`; names are in order of time. */
export function fileOfSeries(folder: string, now: Instant): string {
  return join(folder, `acoustic-${formatInstant(now).replaceAll(/[-:]|\.\d+/g, "")}.tar.gz`);
}

/**
 * Removes all files of the series except `newest` and the `keep - 1` newest others, and removes partial files of killed
 * backups. Other names, folders and links stay. Returns the removed names.
 */
export async function removeOlder(
  folder: string,
  { newest, keep, now }: { readonly newest: string; readonly keep: number; readonly now: Instant },
): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const others = names
    .filter((name) => /^acoustic-\d{8}T\d{6}Z\.tar\.gz$/.test(name))
    .filter((name) => join(folder, name) !== newest)
    .toSorted();
  const older = others.slice(0, Math.max(0, others.length - (keep - 1)));
  for (const name of names.filter((each) => remainsName.test(each)).toSorted()) {
    if (await isUnchangedSince(join(folder, name), now - dayMilliseconds)) older.push(name);
  }
  for (const name of older) await rm(join(folder, name), { force: true });
  return older;
}

/** The names that `writeNewFile` gives to files of the series until they are whole. */
const remainsName = /^acoustic-\d{8}T\d{6}Z\.tar\.gz\.[0-9a-f]{12}\.part$/;

/** A backup in progress changes its file more often than this. */
const dayMilliseconds = 86_400_000;

/** Returns false for a file that is gone. */
async function isUnchangedSince(path: string, milliseconds: number): Promise<boolean> {
  const found = await lstat(path).catch((error: unknown) => {
    if (hasErrorCode(error, "ENOENT")) return null;
    throw error;
  });
  return found !== null && found.mtimeMs < milliseconds;
}

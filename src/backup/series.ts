import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { formatInstant, type Instant } from "#acoustics/time/instant.ts";

/** The file of a series in a folder. Example: `acoustic-20261122T023000Z.tar.gz`; names are in order of time. */
export function fileOfSeries(folder: string, now: Instant): string {
  return join(folder, `acoustic-${formatInstant(now).replaceAll(/[-:]|\.\d+/g, "")}.tar.gz`);
}

/**
 * Removes the files of the series in the folder but `newest` and the `keep - 1` newest others. Nothing else is touched: no other
 * name, no folder, no link. Returns the removed names.
 */
export async function removeOlder(folder: string, newest: string, keep: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const others = entries
    .filter((entry) => entry.isFile() && /^acoustic-\d{8}T\d{6}Z\.tar\.gz$/.test(entry.name))
    .map(({ name }) => name)
    .filter((name) => join(folder, name) !== newest)
    .toSorted();
  const older = others.slice(0, Math.max(0, others.length - (keep - 1)));
  for (const name of older) await rm(join(folder, name), { force: true });
  return older;
}

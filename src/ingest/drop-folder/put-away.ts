import { link, mkdir, open, readdir, rename, rm, unlink } from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import { rejectedPathOf } from "#ingest/rejected-file.ts";
import {
  foldersOf,
  ignoreMissing,
  isMissing,
  lookIntoFolder,
  type Outcome,
  seeFile,
} from "./look-into-folder.ts";
import { isSameFile, type SeenFile } from "./settled-files.ts";
import { hasErrorCode } from "#error-code.ts";

/**
 * Beside `a.csv`, while it is being put away, `.a.csv.rejected.csv` has its rejected rows and `.a.csv.reason.txt` the
 * reason why it is rejected as a whole. They follow the file to their places under `rejected`; where the process is
 * killed before, `putAwayRemains` does it later.
 */
export const companionsOf = (path: string) => {
  const { dir, base } = parse(path);
  return {
    rejectedRows: join(dir, `.${base}.rejected.csv`),
    reason: join(dir, `.${base}.reason.txt`),
  };
};

/**
 * Moves a file, and then its companions, to `done` or `rejected` under a name that is free. Returns where it is now, below
 * the folder, or what has happened instead: it is no longer there, or it is another file than the one that was seen. A
 * new file under the same name, which came in the last moment, is put back.
 */
export async function putAway(
  folder: string,
  seen: SeenFile,
  outcome: Outcome,
): Promise<{ readonly movedTo: string } | "gone" | "changed"> {
  const source = join(folder, seen.path);
  const now = await seeFile(source);
  if (now === null) return "gone";
  if (!isSameFile(now, seen)) return "changed";
  const other = outcome === "done" ? "rejected" : "done";
  const movedTo = await moveToFree(folder, source, (number) => {
    const name = numberedPath(seen.path, number);
    // The names of one file under `done` and `rejected` belong together.
    return [`${outcome}/${name}`, `${other}/${name}`, `rejected/${rejectedPathOf(name)}`];
  });
  if (movedTo === null) return "gone";
  const moved = await seeFile(join(folder, movedTo));
  if (moved !== null && !isSameFile(moved, seen)) {
    await putBack(join(folder, movedTo), source);
    return "changed";
  }
  await putAwayCompanions(folder, seen.path, movedTo.slice(outcome.length + 1));
  return { movedTo };
}

/** Puts away companions whose file has been put away: the process was killed between the two. */
export async function putAwayRemains(folder: string): Promise<void> {
  const seen = new Set((await lookIntoFolder(folder)).map(({ path }) => path));
  for (const inside of await foldersOf(folder)) {
    for (const name of (await readdir(join(folder, inside)).catch(ignoreMissing)) ?? []) {
      const [, base] = /^\.(.+)\.(?:rejected\.csv|reason\.txt)$/.exec(name) ?? [];
      if (base === undefined) continue;
      const path = inside === "" ? base : `${inside}/${base}`;
      if (!seen.has(path)) await putAwayCompanions(folder, path, path);
    }
  }
}

async function putAwayCompanions(folder: string, path: string, name: string): Promise<void> {
  const { rejectedRows, reason } = companionsOf(path);
  await moveToFree(folder, join(folder, rejectedRows), (number) => [
    `rejected/${numberedPath(rejectedPathOf(name), number)}`,
  ]);
  await moveToFree(folder, join(folder, reason), (number) => [
    `rejected/${numberedPath(`${name}.reason.txt`, number)}`,
  ]);
}

/**
 * Moves a file to the first of the places of a number, the least number for which all of its places are free. Nothing is
 * overwritten: the place is taken with an empty file first, which a process that is killed right then leaves behind.
 * Null: there is no such file.
 */
async function moveToFree(
  folder: string,
  source: string,
  placesOf: (number: number) => readonly string[],
): Promise<string | null> {
  if ((await seeFile(source)) === null) return null;
  for (let number = 1; ; number += 1) {
    const [place = "", ...others] = placesOf(number);
    const taken = await Promise.all(others.map((other) => seeFile(join(folder, other))));
    if (taken.some((other) => other !== null)) continue;
    const target = join(folder, place);
    await mkdir(dirname(target), { recursive: true });
    if (!(await takePlace(target))) continue;
    try {
      await rename(source, target);
      return place;
    } catch (error) {
      await rm(target, { force: true });
      if (isMissing(error)) return null;
      throw error;
    }
  }
}

/** Creates an empty file; false if there is something of this name. */
async function takePlace(target: string): Promise<boolean> {
  try {
    await (await open(target, "wx")).close();
    return true;
  } catch (error) {
    if (hasErrorCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Never overwrites a file that has come under this name: then the one that was moved gets another name. */
async function putBack(moved: string, source: string): Promise<void> {
  for (let number = 1; ; number += 1) {
    const target = numberedPath(source, number);
    try {
      await link(moved, target);
      await unlink(moved);
      return;
    } catch (error) {
      if (hasErrorCode(error, "EEXIST")) continue;
      // A file system without links.
      if (await takePlace(target)) return rename(moved, target);
    }
  }
}

/** `a.csv`, `a.2.csv`, `a.3.csv` … */
function numberedPath(path: string, number: number): string {
  const { dir, name, ext } = parse(path);
  return number === 1 ? path : join(dir, `${name}.${number}${ext}`);
}

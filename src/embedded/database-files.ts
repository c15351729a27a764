import { rmSync, writeFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { unfinishedMarkOf } from "./location.ts";

/**
 * The files are in the memory of the operating system already: 128 MB of buffers beside it, the
 * default, would be taken from the process and make nothing faster.
 */
const settings = ["shared_buffers=16MB"];

/** Opens the database in a folder; makes it where there is none. */
export function openFiles(path: string): Promise<PGlite> {
  return PGlite.create({ dataDir: path, postgresqlconf: settings });
}

/**
 * Makes the database in a folder. That takes seconds, and a process killed meanwhile leaves files some
 * of which look whole: a mark stands beside them until they are, and nothing can have been stored
 * before it was taken away.
 */
export async function createFiles(path: string): Promise<void> {
  const mark = unfinishedMarkOf(path);
  writeFileSync(mark, "");
  rmSync(path, { recursive: true, force: true });
  await (await openFiles(path)).close();
  rmSync(mark);
}

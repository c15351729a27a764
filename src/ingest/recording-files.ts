import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { compareIds } from "#acoustics/ids.ts";
import { InvalidInput } from "./invalid-input.ts";

/** What lies under the paths of an import. */
export interface RecordingFiles {
  /** Every `*.flac` at any depth, once, in the order of the paths and, below each, of its bytes. */
  readonly files: readonly string[];
  /** How many other files there are. */
  readonly others: number;
}

/** Throws `InvalidInput` with every issue where one of the paths cannot be read. */
export async function findRecordingFiles(paths: readonly string[]): Promise<RecordingFiles> {
  const found = new Map<string, string>();
  const issues: string[] = [];
  for (const path of paths) {
    try {
      for (const file of await filesUnder(path)) {
        if (!found.has(resolve(file))) found.set(resolve(file), file);
      }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      issues.push(`${path}: cannot be read: ${message}`);
    }
  }
  if (issues.length > 0) throw new InvalidInput(issues);
  const all = [...found.values()];
  const files = all.filter((file) => /\.flac$/i.test(file));
  return { files, others: all.length - files.length };
}

/** The path itself where it is a file. Links to folders are not followed: they may lead in a circle. */
async function filesUnder(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted(compareIds);
}

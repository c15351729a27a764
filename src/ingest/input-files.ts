import { stat } from "node:fs/promises";
import { fullDiskOf } from "../system/full-disk.ts";
import { InvalidInput } from "./invalid-input.ts";

/** Reads all paths. Throws `InvalidInput` with every issue: `issues`, those of `read`, and unreadable paths. */
export async function readInputs<Result>(
  paths: readonly string[],
  read: (path: string) => Promise<Result>,
  issues: string[] = [],
): Promise<Result[]> {
  const results: Result[] = [];
  for (const path of paths) {
    try {
      results.push(await read(path));
    } catch (error) {
      if (fullDiskOf(error) !== undefined) throw error;
      if (error instanceof InvalidInput) issues.push(...error.issues);
      else issues.push(`${path}: ${cannotBeRead(error)}`);
    }
  }
  if (issues.length > 0) throw new InvalidInput(issues);
  return results;
}

/**
 * The size of a regular file. Throws for other kinds without opening them: a pipe may block, and a device may be
 * endless.
 */
export async function requireRegularFile(path: string): Promise<number> {
  const found = await stat(path);
  if (found.isDirectory()) throw new Error("it is a folder, not a file");
  if (!found.isFile()) throw new Error("it is a pipe or a device, not a file");
  return found.size;
}

export function cannotBeRead(error: unknown): string {
  return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}

/** Called repeatedly during long work with the completed fraction, 0 to 1, and a text. */
export type ReportProgress = (fraction: number, text: string) => void;

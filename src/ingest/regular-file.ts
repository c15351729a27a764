import { stat } from "node:fs/promises";

/** The size of a file in bytes, or why it cannot be imported. */
export type FoundFile =
  | { readonly ok: true; readonly byteLength: number }
  | { readonly ok: false; readonly issue: string };

/**
 * Only regular files are imported: opening a pipe may wait for ever, and a device may never end. The
 * file is not opened here.
 */
export async function findRegularFile(path: string): Promise<FoundFile> {
  try {
    const found = await stat(path);
    if (found.isFile()) return { ok: true, byteLength: found.size };
    return {
      ok: false,
      issue: found.isDirectory() ? "is a folder, not a file" : "is a pipe or a device, not a file",
    };
  } catch (error) {
    return { ok: false, issue: cannotBeRead(error) };
  }
}

export function cannotBeRead(error: unknown): string {
  return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
}

import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeTo } from "./full-disk.ts";

/** A temporary file without a name. The system removes it with its handle, also when the process is killed. */
export interface UnnamedFile {
  /** For reading. */
  readonly handle: FileHandle;
  append(content: string | Uint8Array, encoding?: BufferEncoding): Promise<void>;
  close(): Promise<void>;
}

export async function openUnnamedFile(): Promise<UnnamedFile> {
  const place = `a temporary file in ${tmpdir()} (TMPDIR)`;
  const handle = await writeTo(place, openHandle);
  return {
    handle,
    append: (content, encoding) => writeTo(place, () => handle.appendFile(content, encoding)),
    close: () => handle.close(),
  };
}

async function openHandle(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), "acoustic-"));
  try {
    return await open(join(folder, "file"), "wx+", 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}

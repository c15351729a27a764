import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import {
  checksumLine,
  checksumsPart,
  endPart,
  gzipHeader,
  gzipTrailer,
  partsOfSection,
} from "./format.ts";

/** Writes the parts of a backup, one after another, with their checksums. */
export interface ArchiveWriter {
  /** Returns the SHA-256 of the part. */
  add(part: string, content: Buffer): Promise<string>;
  /** The same for content of `byteLength` bytes that comes in chunks. */
  addChunks(part: string, chunks: AsyncIterable<Buffer>, byteLength: number): Promise<string>;
}

/** Calls `write`, and writes what it adds and the end of the archive to a file. */
export async function writeArchive<Result>(
  handle: FileHandle,
  write: (archive: ArchiveWriter) => Promise<Result>,
): Promise<Result> {
  const tar = pack();
  const written = pipeline(
    tar,
    // Recordings are compressed already, and rows become little smaller at higher levels.
    createGzip({ level: 3 }),
    async (compressed: AsyncIterable<Buffer>) => {
      const hash = createHash("sha256");
      let position = 0;
      for await (const bytes of compressed) {
        // In place of the one that gzip writes.
        if (position < gzipHeader.length) gzipHeader.subarray(position).copy(bytes);
        position += bytes.length;
        hash.update(bytes);
        await handle.writeFile(bytes);
      }
      await handle.writeFile(gzipTrailer(hash.digest("hex")));
    },
  );
  // Where the disk is full, what is being added fails as well.
  written.catch((error: unknown) => tar.destroy(error instanceof Error ? error : undefined));
  let parts = 0;
  let section = 0;
  let lines: string[] = [];

  const addRaw = async (name: string, content: Buffer) => {
    await new Promise<void>((resolve, reject) => {
      tar.entry(describe(name, content.length), content, (error) =>
        error == null ? resolve() : reject(error),
      );
    });
  };
  const addChecksums = async () => {
    if (lines.length === 0) return;
    section += 1;
    await addRaw(checksumsPart(section), Buffer.from(lines.join("")));
    lines = [];
  };
  const noteAdded = async (part: string, sha256: string) => {
    parts += 1;
    lines.push(checksumLine(part, sha256));
    if (lines.length === partsOfSection) await addChecksums();
    return sha256;
  };

  try {
    const result = await write({
      async add(part, content) {
        await addRaw(part, content);
        return noteAdded(part, createHash("sha256").update(content).digest("hex"));
      },
      async addChunks(part, chunks, byteLength) {
        const hash = createHash("sha256");
        const hashing = async function* () {
          for await (const bytes of chunks) {
            hash.update(bytes);
            yield bytes;
          }
        };
        await pipeline(hashing, tar.entry(describe(part, byteLength)));
        return noteAdded(part, hash.digest("hex"));
      },
    });
    await addChecksums();
    await addRaw(endPart, Buffer.from(`${JSON.stringify({ parts })}\n`));
    tar.finalize();
    await written;
    return result;
  } catch (error) {
    tar.destroy();
    // The first failure says why: a disk that is full ends the archive, and then the part that is being added.
    throw await written.then(
      () => error,
      (cause: unknown) => (isAborted(cause) ? error : cause),
    );
  }
}

function isAborted(error: unknown): boolean {
  if (!(error instanceof Error && "code" in error)) return true;
  return error.code === "ERR_STREAM_PREMATURE_CLOSE" || error.code === "ABORT_ERR";
}

function describe(name: string, size: number) {
  return { name, size, mode: 0o600, mtime: new Date(0) };
}

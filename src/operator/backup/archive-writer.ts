import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { openUnnamedFile, type UnnamedFile } from "../../system/unnamed-file.ts";
import { checksumLine, checksumsPart } from "./format.ts";
import { archiveEnd, paddingAfter, tarHeader } from "./tar.ts";

/** A file of an archive. */
export interface NewPart {
  readonly name: string;
  readonly byteLength: number;
  readonly content: Iterable<Buffer> | AsyncIterable<Buffer>;
  /** Called with its SHA-256 when it is written, before the next part is read. */
  readonly written?: (sha256: string) => void;
}

export type Write = (bytes: Buffer) => Promise<unknown>;

/** Writes the parts one after another, and then their checksums. */
export async function writeArchive(parts: AsyncIterable<NewPart>, write: Write): Promise<void> {
  // There may be many checksums: each recording has a line.
  const checksums = await openUnnamedFile();
  try {
    // Recordings are already compressed, and higher levels make rows only a little smaller.
    const gzip = createGzip({ level: 3, chunkSize: 65_536 });
    await pipeline(archiveOf(parts, checksums), gzip, async (compressed: AsyncIterable<Buffer>) => {
      for await (const bytes of compressed) await write(bytes);
    });
  } finally {
    await checksums.close();
  }
}

async function* archiveOf(
  parts: AsyncIterable<NewPart>,
  checksums: UnnamedFile,
): AsyncGenerator<Buffer> {
  for await (const part of parts) {
    const sha256 = yield* entryOf(part);
    await checksums.append(checksumLine(part.name, sha256));
    part.written?.(sha256);
  }
  const { size } = await checksums.handle.stat();
  yield* entryOf({ name: checksumsPart, byteLength: size, content: bytesOf(checksums.handle) });
  yield archiveEnd;
}

/** Returns the SHA-256 of the content. */
async function* entryOf({ name, byteLength, content }: NewPart): AsyncGenerator<Buffer, string> {
  const hash = createHash("sha256");
  let length = 0;
  // The header follows the first chunk: from then on, the loop receives the errors of the content.
  for await (const chunk of content) {
    if (length === 0) yield tarHeader(name, byteLength);
    hash.update(chunk);
    length += chunk.length;
    yield chunk;
  }
  if (length !== byteLength) throw new Error(`${name} has ${length} bytes, and not ${byteLength}`);
  if (length === 0) yield tarHeader(name, byteLength);
  yield paddingAfter(byteLength);
  return hash.digest("hex");
}

/** The content of an open file, from its start. */
export async function* bytesOf(file: FileHandle): AsyncGenerator<Buffer> {
  for (let at = 0; ;) {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

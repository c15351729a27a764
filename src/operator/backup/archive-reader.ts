import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { isGzipError } from "../../system/error-code.ts";
import { InvalidInput } from "../../ingest/invalid-input.ts";
import { checksumLine, checksumsPart } from "./format.ts";
import { archiveEnd, blockBytes, paddingAfter, parseTarHeader } from "./tar.ts";

/** A file of an archive. Its checksum follows at the end of the archive. */
export interface Part {
  readonly name: string;
  readonly byteLength: number;
  /** The whole content. Throws `InvalidInput` for more than `atMost` bytes. */
  read(atMost: number): Promise<Buffer>;
}

/** Throws `InvalidInput` with the name of the file. */
export type Refuse = (why: string) => never;

/**
 * Yields the parts of an archive, and hashes each of them, read or not. Throws `InvalidInput`, possibly at the end, for
 * a file that `writeArchive` has not written. One block and the parts that are read are in memory.
 */
export async function* readArchive(
  file: string,
  refuse: Refuse,
  report: (fraction: number) => void,
): AsyncGenerator<Part> {
  const size = await requireFileSize(file);
  const source = createReadStream(file, { highWaterMark: 65_536 });
  const gunzip = createGunzip({ chunkSize: 65_536 });
  // Each failure reaches `next` through `gunzip`.
  pipeline(source, gunzip, () => undefined);
  const chunks = gunzip[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  /** The next bytes, at most `most`; none at the end. */
  const next = async (most: number) => {
    while (rest.length === 0) {
      const found = await chunks.next().catch((error: unknown) => {
        if (isGzipError(error)) refuse(`gzip cannot read it after ${last}: ${error.message}`);
        throw error;
      });
      if (found.done === true) break;
      rest = found.value;
    }
    const chunk = rest.subarray(0, most);
    rest = rest.subarray(chunk.length);
    return chunk;
  };
  const checksums = createHash("sha256");
  let last = "its beginning";
  /** Calls `use` with chunks of the next `length` bytes. */
  const read = async (length: number, use: (chunk: Buffer) => void) => {
    for (let missing = length; missing > 0;) {
      const chunk = await next(missing);
      if (chunk.length === 0) refuse(`it ends after ${last}`);
      use(chunk);
      missing -= chunk.length;
    }
  };
  const readWhole = async (length: number) => {
    const bytes = Buffer.allocUnsafe(length);
    let at = 0;
    await read(length, (chunk) => void (at += chunk.copy(bytes, at)));
    return bytes;
  };
  try {
    for (;;) {
      const header = parseTarHeader(await readWhole(blockBytes));
      if (header === null) refuse(`no plain file follows ${last}`);
      const { name, byteLength } = header;
      const hash = createHash("sha256");
      const state = { isRead: false };
      report(source.bytesRead / size);
      if (name !== checksumsPart) {
        yield {
          name,
          byteLength,
          async read(atMost) {
            if (byteLength > atMost) refuse(`a part of ${byteLength} bytes follows ${last}`);
            state.isRead = true;
            const content = await readWhole(byteLength);
            hash.update(content);
            return content;
          },
        };
      }
      if (!state.isRead) await read(byteLength, (chunk) => void hash.update(chunk));
      const padding = paddingAfter(byteLength);
      if (!(await readWhole(padding.length)).equals(padding)) refuse(`something follows ${name}`);
      last = name;
      const sha256 = hash.digest("hex");
      if (name !== checksumsPart) checksums.update(checksumLine(name, sha256));
      else if (sha256 === checksums.digest("hex")) break;
      else refuse(`a part differs from its line in ${checksumsPart}, or has none`);
    }
    if (!(await readWhole(archiveEnd.length)).equals(archiveEnd))
      refuse(`something follows ${last}`);
    const isEnd = (await next(1)).length === 0 && gunzip.bytesWritten === size;
    if (!isEnd) refuse("something follows its end");
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

async function requireFileSize(file: string): Promise<number> {
  // Checked before it is opened: opening a pipe may never return.
  const found = await stat(file).catch((error: Error) => {
    throw new InvalidInput([`${file}: cannot be read: ${error.message}`]);
  });
  if (!found.isFile()) throw new InvalidInput([`${file}: it is no file`]);
  return found.size;
}

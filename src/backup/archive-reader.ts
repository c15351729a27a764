import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { InvalidInput } from "#ingest/invalid-input.ts";
import {
  checksumLine,
  checksumsPart,
  endPart,
  endSchema,
  gzipHeader,
  gzipTrailer,
  gzipTrailerBytes,
} from "./format.ts";

/** A part whose checksum follows: it is verified when the next one but a thousand has been read. */
export interface Part {
  readonly name: string;
  readonly byteLength: number;
  /** The whole content. Throws `InvalidInput` for more than `atMost` bytes. */
  read(atMost: number): Promise<Buffer>;
}

/**
 * The parts of a backup in their order. What is not read of a part is verified all the same. Throws `InvalidInput`, which names
 * the part, for a file that is damaged or cut off, at the latest at the end. `report` gets the share of the file that is done.
 */
export async function* readArchive(
  file: string,
  report: (fraction: number) => void = () => undefined,
): AsyncGenerator<Part> {
  const { size, trailer } = await requireBackup(file);
  let last = "its beginning";
  const damaged = (why: string) =>
    new InvalidInput([`${file}: the backup is damaged: ${why}. Nothing can be restored from it.`]);
  const explain = (error: unknown) => {
    if (error instanceof InvalidInput || !isFormatError(error)) return error;
    return damaged(`after ${last}: ${error instanceof Error ? error.message : String(error)}`);
  };
  const source = createReadStream(file, { end: size - 1 });
  const fileHash = createHash("sha256");
  const hashing = async function* (bytes: AsyncIterable<Buffer>) {
    for await (const chunk of bytes) {
      fileHash.update(chunk);
      yield chunk;
    }
  };
  const gunzip = createGunzip();
  const tar = extract();
  const reading = pipeline(source, hashing, gunzip, tar);
  reading.catch(() => undefined);

  let parts = 0;
  let section = 0;
  let lines: string[] = [];
  let end: Buffer | null = null;
  try {
    for await (const entry of tar) {
      const { name, size: byteLength, type } = entry.header;
      if (end !== null) throw damaged(`${name} comes after its end`);
      if (type !== "file") throw damaged(`${name} is no file`);
      last = name;
      report(source.bytesRead / size);
      const chunksOf = entry as AsyncIterable<Buffer>;
      const hash = createHash("sha256");
      const state = { isRead: false };
      const readWhole = async (atMost: number) => {
        if (byteLength > atMost) throw damaged(`${name} has ${byteLength} bytes`);
        state.isRead = true;
        const chunks: Buffer[] = [];
        try {
          for await (const chunk of chunksOf) {
            hash.update(chunk);
            chunks.push(chunk);
          }
        } catch (error) {
          throw explain(error);
        }
        return Buffer.concat(chunks);
      };
      if (name === endPart) {
        end = await readWhole(1000);
      } else if (name.startsWith("checksums/")) {
        section += 1;
        if (name !== checksumsPart(section)) throw damaged(`${name} is not where it should be`);
        const expected = (await readWhole(1_000_000)).toString().split(/(?<=\n)/);
        const wrong = lines.findIndex((line, index) => line !== expected[index]);
        if (wrong >= 0) throw damaged(`${nameIn(lines[wrong])} differs from its checksum`);
        if (expected.length !== lines.length) throw damaged(`parts are missing before ${name}`);
        lines = [];
      } else {
        yield { name, byteLength, read: readWhole };
        if (!state.isRead) for await (const chunk of chunksOf) hash.update(chunk);
        parts += 1;
        lines.push(checksumLine(name, hash.digest("hex")));
      }
    }
    await reading;
  } catch (error) {
    throw explain(error);
  } finally {
    source.destroy();
    tar.destroy();
  }
  if (end === null) throw damaged(`it ends after ${last}`);
  const { data } = endSchema.safeParse(parsedJson(end));
  if (data?.parts !== parts || lines.length > 0) throw damaged("parts are missing before its end");
  if (!trailer.equals(gzipTrailer(fileHash.digest("hex"))))
    throw damaged("its last checksum differs");
  if (gunzip.bytesWritten !== size) throw damaged("something comes after its end");
}

/** The value of a JSON text; undefined where it is none. */
export function parsedJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return undefined;
  }
}

/** The number of bytes before the trailer of a file that begins as a backup does, and the trailer. */
async function requireBackup(file: string): Promise<{ size: number; trailer: Buffer }> {
  // Before it is opened: opening a pipe may wait for ever.
  const found = await stat(file).catch((error: Error) => {
    throw new InvalidInput([`${file}: cannot be read: ${error.message}`]);
  });
  if (!found.isFile()) throw new InvalidInput([`${file}: it is no file`]);
  const handle = await open(file, "r");
  try {
    const { buffer } = await handle.read(Buffer.alloc(gzipHeader.length), 0, gzipHeader.length, 0);
    const size = found.size - gzipTrailerBytes;
    if (buffer.equals(gzipHeader) && size > gzipHeader.length) {
      const trailer = Buffer.alloc(gzipTrailerBytes);
      await handle.read(trailer, 0, gzipTrailerBytes, size);
      return { size, trailer };
    }
  } finally {
    await handle.close();
  }
  throw new InvalidInput([`${file}: it is no backup, or its first bytes are damaged`]);
}

function nameIn(line = ""): string {
  return line.slice(66).trim();
}

/** What gzip and tar say of content that they cannot read; a failing disk names a system call. */
function isFormatError(error: unknown): boolean {
  return !(error instanceof Error && "syscall" in error);
}

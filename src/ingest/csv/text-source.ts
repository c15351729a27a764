import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { isGzipError } from "../../system/error-code.ts";
import { requireRegularFile } from "../input-files.ts";
import { UnusableFile } from "../invalid-input.ts";

/** A file, decompressed if its name ends in `.gz`, or standard input. */
export interface TextSource {
  /** The name in messages. */
  readonly name: string;
  /** Reads from the start. Throws `UnusableFile` where gzip cannot read it. */
  read(): AsyncGenerator<TextPart>;
}

/** A chunk of a source. Only one chunk is in memory, whatever the length of the source. */
export interface TextPart {
  /** One character per byte (Latin-1). */
  readonly text: string;
  /** The fraction of the source that has been read, from 0 to 1; 0 where its length is unknown. */
  readonly fraction: number;
}

/** The path that means standard input. */
export const standardInput = "-";

/** Opens a regular file or standard input, which can be opened once. Throws for any other path. */
export async function openTextSource(path: string): Promise<TextSource> {
  if (path === standardInput) return createStandardInput();
  const byteLength = await requireRegularFile(path);
  return { name: path, read: () => readParts(path, byteLength) };
}

/** The path of a file without the ending of its compression. */
export function withoutGz(path: string): string {
  return path.replace(gzEnding, "");
}

const gzEnding = /\.gz$/i;
const partBytes = 256 * 1024;

/** Samples compress to a tenth, rarely to a fiftieth. Beyond this ratio, a small upload could fill the disk. */
const greatestRatio = 200;
const freeBytes = 8 * 1024 * 1024;

async function* readParts(path: string, byteLength: number): AsyncGenerator<TextPart> {
  const file = createReadStream(path, { highWaterMark: partBytes });
  // Each failure reaches the loop through the last stream.
  const bytes = gzEnding.test(path)
    ? pipeline(file, createGunzip({ chunkSize: partBytes }), () => undefined)
    : file;
  let length = 0;
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      length += chunk.length;
      if (length > freeBytes && length > greatestRatio * file.bytesRead) {
        throw new UnusableFile([`${path}: it is over ${greatestRatio} times as long decompressed`]);
      }
      yield { text: chunk.toString("latin1"), fraction: Math.min(1, file.bytesRead / byteLength) };
    }
  } catch (error) {
    if (!isGzipError(error)) throw error;
    throw new UnusableFile([`${path}: gzip cannot read it: ${error.message}`]);
  } finally {
    file.destroy();
  }
}

/**
 * Standard input is read only once: the second reader gets the parts that the first reader has read, and then the rest.
 */
function createStandardInput(): TextSource {
  const chunks = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const kept: TextPart[] = [];
  let readers = 0;
  return {
    name: standardInput,
    async *read() {
      readers += 1;
      const isFirst = readers === 1;
      yield* kept.splice(0);
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
        const part = { text: next.value.toString("latin1"), fraction: 0 };
        if (isFirst) kept.push(part);
        yield part;
      }
    },
  };
}

import { isAscii } from "node:buffer";
import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { crc32, createGunzip } from "node:zlib";
import { isGzipError } from "../../system/error-code.ts";
import { openUnnamedFile, type UnnamedFile } from "../../system/unnamed-file.ts";
import { requireRegularFile } from "../input-files.ts";
import { InvalidInput, UnusableFile } from "../invalid-input.ts";

/** A file, decompressed if its name ends in `.gz`, or standard input. */
export interface TextSource {
  /** The name in messages. */
  readonly name: string;
  /**
   * Reads from the start to the length that the file had when it was opened, so that a logger may append. Throws
   * `UnusableFile` where gzip cannot read it, and for a workbook; `InvalidInput` if its bytes are no longer the same.
   */
  read(): AsyncGenerator<TextPart>;
  /** True if the bytes so far are no UTF-8. */
  readonly isLatin1: boolean;
}

/** A chunk of a source. Only one chunk is in memory, whatever the length of the source. */
export interface TextPart {
  /** One character per byte (Latin-1). UTF-16 is turned into UTF-8. */
  readonly text: string;
  /** The fraction of the source that has been read, from 0 to 1; 0 where its length is unknown. */
  readonly fraction: number;
}

/** The path that means standard input. */
export const standardInput = "-";

/** Opens a regular file or standard input, which can be opened once. Throws for any other path. */
export async function openTextSource(path: string): Promise<TextSource> {
  if (path === standardInput) return createSource(path, readStandardInput());
  const byteLength = await requireRegularFile(path);
  return createSource(path, () => readBytes(path, byteLength));
}

/** The path of a file without the ending of its compression. */
export function withoutGz(path: string): string {
  return path.replace(gzEnding, "");
}

interface Bytes extends Pick<TextPart, "fraction"> {
  readonly chunk: Buffer;
}

function createSource(name: string, readAll: () => AsyncGenerator<Bytes>): TextSource {
  let isLatin1 = false;
  let firstSum: number | null = null;
  return {
    name,
    async *read() {
      let sum = 0;
      const check = new TextDecoder("utf-8", { fatal: true });
      let isPlain = true;
      let wide: TextDecoder | null | undefined;
      for await (const { chunk, fraction } of readAll()) {
        sum = crc32(chunk, sum);
        if (wide === undefined) {
          refuseWorkbook(name, chunk);
          wide = wideDecoder(chunk);
        }
        if (wide !== null) {
          const text = Buffer.from(wide.decode(chunk, { stream: true })).toString("latin1");
          yield { text, fraction };
          continue;
        }
        isPlain &&= isAscii(chunk);
        if (!isPlain && !isLatin1) {
          try {
            check.decode(chunk, { stream: true });
          } catch {
            isLatin1 = true;
          }
        }
        yield { text: chunk.toString("latin1"), fraction };
      }
      firstSum ??= sum;
      if (sum === firstSum) return;
      throw new InvalidInput([`${name}: the file was changed while it was being imported`]);
    },
    get isLatin1() {
      return isLatin1;
    },
  };
}

/** The decoder of UTF-16 with a byte order mark; null for any other text. */
function wideDecoder(start: Buffer): TextDecoder | null {
  const mark = start.toString("hex", 0, 2);
  return mark === "fffe" || mark === "feff"
    ? new TextDecoder(mark === "fffe" ? "utf-16le" : "utf-16be")
    : null;
}

/** Texts at the start of archives, and the programs that write them. */
const excel = "an Excel workbook: save it as CSV";
const workbooks = [
  { start: "\u00d0\u00cf\u0011\u00e0", holds: "", is: excel },
  { start: "PK\u0003\u0004", holds: "xl/", is: excel },
  { start: "PK\u0003\u0004", holds: "[Content_Types].xml", is: excel },
  { start: "PK\u0003\u0004", holds: "opendocument", is: "a LibreOffice workbook: save it as CSV" },
  { start: "PK\u0003\u0004", holds: "", is: "a ZIP archive: unpack it" },
];

function refuseWorkbook(name: string, bytes: Buffer): void {
  const text = bytes.toString("latin1");
  const found = workbooks.find(
    ({ start, holds }) => text.startsWith(start) && text.includes(holds),
  );
  if (found !== undefined) throw new UnusableFile([`${name}: ${found.is}`]);
}

const gzEnding = /\.gz$/i;
const partBytes = 256 * 1024;

/** Samples compress to a tenth, rarely to a fiftieth. Beyond this ratio, a small upload could fill the disk. */
const greatestRatio = 200;
const freeBytes = 8 * 1024 * 1024;

async function* readBytes(path: string, byteLength: number): AsyncGenerator<Bytes> {
  const file = createReadStream(path, {
    highWaterMark: partBytes,
    end: Math.max(0, byteLength - 1),
  });
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
      yield { chunk, fraction: Math.min(1, file.bytesRead / byteLength) };
    }
  } catch (error) {
    if (!isGzipError(error)) throw error;
    throw new UnusableFile([`${path}: gzip cannot read it: ${error.message}`]);
  } finally {
    file.destroy();
  }
}

/** Standard input is kept in a file without a name while it arrives, because an import reads it more than once. */
function readStandardInput(): () => AsyncGenerator<Bytes> {
  const chunks = process.stdin[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let kept: UnnamedFile | null = null;
  let length = 0;
  return async function* read() {
    for (let at = 0; at < length;) {
      const buffer = Buffer.alloc(Math.min(partBytes, length - at));
      const { bytesRead } = (await kept?.handle.read(buffer, 0, buffer.length, at)) ?? {
        bytesRead: 0,
      };
      at += bytesRead;
      yield { chunk: buffer.subarray(0, bytesRead), fraction: 0 };
    }
    for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
      kept ??= await openUnnamedFile();
      await kept.append(next.value);
      length += next.value.length;
      yield { chunk: next.value, fraction: 0 };
    }
  };
}

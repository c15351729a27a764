import { open } from "node:fs/promises";
import { readFirstLines } from "../csv/csv-records.ts";
import { openTextSource } from "../csv/text-source.ts";
import { cannotBeRead } from "../input-files.ts";
import { InvalidInput, UnusableFile } from "../invalid-input.ts";

/** The ends of a text file. Lines have one character per byte, as the import reads them. */
export interface FileEnds {
  readonly first: readonly string[];
  /** Whole lines at the end, without those of `first`; empty for a short file and for a compressed one. */
  readonly last: readonly string[];
  readonly encoding: "UTF-8" | "UTF-16" | "Latin-1";
  readonly lineEnd: "LF" | "CRLF" | "CR";
  /** The lines that were read: all, those of both ends, or only the first ones. */
  readonly read: "all" | "ends" | "start";
}

const lastBytes = 64 * 1024;

/** Reads the ends of a file, whatever its length. Throws `InvalidInput` for what is no text of lines. */
export async function readEnds(path: string): Promise<FileEnds> {
  const source = await openTextSource(path).catch((error: unknown) => {
    throw new InvalidInput([`${path}: ${cannotBeRead(error)}`]);
  });
  const { lines: first, isWhole } = await readFirstLines(source);
  const { start, end, size } = await readBytes(path);
  if (size === 0) throw new UnusableFile([`${path}: the file is empty`]);
  const isGzip = start.toString("hex", 0, 2) === "1f8b";
  if (isGzip && !/\.gz$/i.test(path)) {
    throw new UnusableFile([`${path}: it is compressed: let its name end in .gz`]);
  }
  const isWide = /^(?:fffe|feff)/.test(start.toString("hex", 0, 2));
  const text = first.join("\n");
  if (!isWide && isBinary(text)) throw new UnusableFile([`${path}: it is no text`]);
  const raw = isGzip ? "" : start.toString("latin1").replaceAll("\0", "");
  const read = isWhole ? "all" : isGzip || isWide ? "start" : "ends";
  return {
    first,
    last:
      read === "ends"
        ? end
            .toString("latin1")
            .split(/\r\n|\n|\r/)
            .slice(1)
        : [],
    encoding: isWide ? "UTF-16" : source.isLatin1 ? "Latin-1" : "UTF-8",
    lineEnd: raw.includes("\r\n") ? "CRLF" : raw.includes("\r") ? "CR" : "LF",
    read,
  };
}

async function readBytes(path: string) {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const start = Buffer.alloc(Math.min(size, lastBytes));
    await file.read(start, 0, start.length, 0);
    const end = Buffer.alloc(start.length);
    await file.read(end, 0, end.length, size - end.length);
    return { start, end, size };
  } finally {
    await file.close();
  }
}

/** Text has no control characters but tabs, line ends and escapes, and no more than a few NULs of an unwritten part. */
function isBinary(text: string): boolean {
  let controls = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 && !(code >= 0x09 && code <= 0x0d) && code !== 0x1b) controls += 1;
  }
  return controls * (controls > 10 ? 100 : 10) > text.length;
}

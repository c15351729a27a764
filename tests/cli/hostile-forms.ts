/* Files that are no archive as `backup` writes it. */

import { gzipSync } from "node:zlib";
import {
  archiveEnd,
  backupOf,
  bytesOf,
  checksumsOf,
  type Entry,
  entry,
  headerOf,
  manifest,
  manifestOf,
  tarOf,
  object,
  projectRows,
  recordingRows,
  rest,
  sensorRows,
  wholeObject,
  wholeRows,
} from "../support/archives.ts";

const mebibyte = 2 ** 20;

/** Content of one byte, some at a time. */
function* repeat(text: string, bytes: number): Generator<Buffer> {
  const chunk = Buffer.alloc(mebibyte, text);
  for (let left = bytes; left > 0; left -= chunk.length) yield chunk.subarray(0, left);
}

/** A header that promises more than there is to hold, and content to match. */
function* bomb(before: readonly Entry[], one: Entry, text: string, bytes: number) {
  yield Buffer.concat(before.map(bytesOf));
  const size = { 124: bytes.toString(8).padStart(11, "0") };
  yield headerOf({ ...one, header: { ...one.header, ...size } });
  yield* repeat(text, bytes);
}

function* manyEmptyParts(): Generator<Buffer> {
  yield bytesOf(manifestOf(wholeRows));
  for (let number = 0; number < 200_000; number += 500) {
    const entries = Array.from({ length: 500 }, (_, at) =>
      entry(`recordings/${String(number + at).padStart(12, "0")}`, ""),
    );
    yield Buffer.concat(entries.map(bytesOf));
  }
  yield archiveEnd;
}

const link = (type: string) => entry("recordings/aaaaaaaa", "", { 156: type, 157: "/etc/passwd" });
const pax = (content: string) => entry("PaxHeader", content, { 156: "x" });
const sized = (text: string) => entry("recordings/aaaaaaaa", "", { 124: text });

/** Bytes that are compressed to a file, or the file itself; and what the refusal says. */
export type Hostile = readonly [
  title: string,
  bytes: () => Buffer | Iterable<Buffer> | { readonly file: Buffer },
  says: string,
];

/** Parts of a tar in front of those of a backup, which are no plain file. */
const noPlainFiles: Readonly<Record<string, () => Entry>> = {
  "a PAX header": () => pax("18 path=/tmp/evil\n"),
  "a PAX header of 3 MB with 300,000 names": () =>
    pax(Array.from({ length: 300_000 }, (_, at) => `12 ${at + 100_000}=v\n`).join("")),
  "a PAX header for all": () => entry("g", "9 a=b\n", { 156: "g" }),
  "a long name of GNU": () => entry("././@LongLink", `${"x".repeat(5000)}\0`, { 156: "L" }),
  "a hard link": () => link("1"),
  "a symbolic link": () => link("2"),
  "a device": () => link("3"),
  "a folder": () => link("5"),
  "a sparse file": () => link("S"),
  "a size of octal garbage": () => sized("0000000000z"),
  "a size of binary": () => sized("\u0080\0\0\0\u00ff\0\0\0\0\0\0\0"),
  "a negative size": () => sized("\u00ff".repeat(12)),
  "a header with another checksum": () => ({ ...object, checksum: "0000000\0" }),
};

export const hostileForms: readonly Hostile[] = [
  ["no byte", () => ({ file: Buffer.alloc(0) }), "gzip cannot read it"],
  ["no gzip", () => ({ file: Buffer.alloc(5000, "x") }), "gzip cannot read it"],
  ["a tar that is not compressed", () => ({ file: tarOf(backupOf()) }), "gzip cannot read it"],
  [
    "a gzip header without an end",
    () => ({
      file: Buffer.concat([
        Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]),
        Buffer.alloc(20 * mebibyte, "x"),
      ]),
    }),
    "gzip cannot read it",
  ],
  ["zeros without an end", () => repeat("\0", 200 * mebibyte), "comes no plain file"],
  ["letters without an end", () => repeat("x", 200 * mebibyte), "comes no plain file"],
  [
    "two backups, one after the other",
    () => ({ file: Buffer.concat([gzipSync(tarOf(backupOf())), gzipSync(tarOf(backupOf()))]) }),
    "something comes after its end",
  ],
  [
    "zeros after the end",
    function* () {
      yield tarOf(backupOf());
      yield* repeat("\0", 200 * mebibyte);
    },
    "something comes after its end",
  ],
  [
    "bytes after the last gzip member",
    () => ({ file: Buffer.concat([gzipSync(tarOf(backupOf())), Buffer.alloc(9)]) }),
    "something comes after its end",
  ],
  ["200,000 empty parts", manyEmptyParts, "comes no plain file"],
  [
    "a manifest of 100 MB",
    () => bomb([], entry("backup.json", ""), " ", 100 * mebibyte),
    "a part of 104857600 bytes",
  ],
  [
    "a manifest nested to its bound",
    () => tarOf([entry("backup.json", "[".repeat(250_000))]),
    "backup.json is of no backup",
  ],
  [
    "a recording of a gigabyte",
    () => bomb([manifest], wholeObject, "\0", 1024 * mebibyte),
    "is too long",
  ],
  [
    "rows of 100 MB",
    () => bomb([manifest, object], entry(projectRows.name, ""), "\n", 100 * mebibyte),
    "a part of 104857600 bytes",
  ],
  [
    "checksums of 200 MB",
    () => bomb([manifest, ...rest], entry("SHA256SUMS", ""), "0", 200 * mebibyte),
    "differs from its line in SHA256SUMS",
  ],
  ...Object.entries(noPlainFiles).map(([title, part]): Hostile => [
    title,
    () => tarOf([manifest, part(), ...rest]),
    "no plain file",
  ]),
  [
    "a size that is too small",
    () => tarOf([manifest, { ...object, header: { 124: "00000000002" } }]),
    "something comes after",
  ],
  [
    "a part that differs from its checksum",
    () => {
      const changed = [
        manifest,
        object,
        {
          ...projectRows,
          content: Buffer.from(projectRows.content.toString().replace('"P"', '"Q"')),
        },
        sensorRows,
        recordingRows,
      ];
      return Buffer.concat([...changed, checksumsOf(backupOf())].map(bytesOf).concat(archiveEnd));
    },
    "differs from its line in SHA256SUMS",
  ],
  [
    "no SHA256SUMS",
    () => Buffer.concat(backupOf().map(bytesOf).concat(archiveEnd)),
    "comes no plain file",
  ],
];

/* Files that are no archive as `backup` writes it. */

import { gzipSync } from "node:zlib";
import { greatestFileBytes } from "../../src/audio/audio-store.ts";
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

/** A header that declares a size, and content: all of it, or as much as is named. */
function* sizedPart(
  before: readonly Entry[],
  one: Entry,
  text: string,
  bytes: number,
  written = bytes,
) {
  yield Buffer.concat(before.map(bytesOf));
  const size = { 124: bytes.toString(8).padStart(11, "0") };
  yield headerOf({ ...one, header: { ...one.header, ...size } });
  yield* repeat(text, written);
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
export type Hostile = readonly [title: string, bytes: HostileBytes, says: string];

type HostileBytes = () => Buffer | Iterable<Buffer> | { readonly file: Buffer };

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

const whole = gzipSync(tarOf(backupOf()));
const changedRows = projectRows.content.toString().replace('"P"', '"Q"');
const changed = { ...projectRows, content: Buffer.from(changedRows) };

/** The words of a refusal → titles of files, and their bytes. */
const files: Readonly<Record<string, Readonly<Record<string, HostileBytes>>>> = {
  "gzip cannot read it": {
    "no byte": () => ({ file: Buffer.alloc(0) }),
    "no gzip": () => ({ file: Buffer.alloc(5000, "x") }),
    "a tar that is not compressed": () => ({ file: tarOf(backupOf()) }),
    "a gzip header without an end": () => {
      const header = Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]);
      return { file: Buffer.concat([header, Buffer.alloc(20 * mebibyte, "x")]) };
    },
  },
  "no plain file follows": {
    "zeros without an end": () => repeat("\0", 200 * mebibyte),
    "letters without an end": () => repeat("x", 200 * mebibyte),
    "200,000 empty parts": manyEmptyParts,
    "no SHA256SUMS": () => Buffer.concat(backupOf().map(bytesOf).concat(archiveEnd)),
  },
  "something follows its end": {
    "two backups, one after the other": () => ({ file: Buffer.concat([whole, whole]) }),
    "zeros after the end": function* () {
      yield tarOf(backupOf());
      yield* repeat("\0", 200 * mebibyte);
    },
    "bytes after the last gzip member": () => ({ file: Buffer.concat([whole, Buffer.alloc(9)]) }),
  },
  "something follows": {
    "a size that is too small": () =>
      tarOf([manifest, { ...object, header: { 124: "00000000002" } }]),
  },
  "a part of 104857600 bytes": {
    "a manifest of 100 MB": () => sizedPart([], entry("backup.json", ""), " ", 100 * mebibyte),
    "rows of 100 MB": () =>
      sizedPart([manifest, object], entry(projectRows.name, ""), "\n", 100 * mebibyte),
  },
  "backup.json is of no backup": {
    "a manifest nested to its bound": () => tarOf([entry("backup.json", "[".repeat(250_000))]),
  },
  "is too long": {
    "a recording that no import could store": () =>
      sizedPart([manifest], wholeObject, "\0", greatestFileBytes + 1, mebibyte),
  },
  "it ends after": {
    "the longest recording, cut off": () =>
      sizedPart([manifest], wholeObject, "\0", greatestFileBytes, mebibyte),
  },
  "differs from its line in SHA256SUMS": {
    "checksums of 200 MB": () =>
      sizedPart([manifest, ...rest], entry("SHA256SUMS", ""), "0", 200 * mebibyte),
    "a part that differs from its checksum": () => {
      const parts = [manifest, object, changed, sensorRows, recordingRows, checksumsOf(backupOf())];
      return Buffer.concat(parts.map(bytesOf).concat(archiveEnd));
    },
  },
};

/** The files of a record from the words of a refusal to titles. */
export const hostilesOf = (
  bySays: Readonly<Record<string, Readonly<Record<string, HostileBytes>>>>,
): readonly Hostile[] =>
  Object.entries(bySays).flatMap(([says, byTitle]) =>
    Object.entries(byTitle).map(([title, bytes]): Hostile => [title, bytes, says]),
  );

export const hostileForms: readonly Hostile[] = [
  ...hostilesOf(files),
  ...Object.entries(noPlainFiles).map(([title, part]): Hostile => [
    title,
    () => tarOf([manifest, part(), ...rest]),
    "no plain file",
  ]),
];

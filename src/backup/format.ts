import { z } from "zod";

/*
 * A backup is a tar archive, compressed with gzip, that other tools can open as well. Its parts, in this order:
 *
 *   backup.json                    what it is: the format and its version, release, migration, tables with their rows
 *   recordings/<name>              the objects of the recordings, as the store has them; none with --no-recordings
 *   tables/<table>/000001.ndjson   the rows of each table, a JSON object a line, each table after those it refers to
 *   checksums/000001.sha256        after at most a thousand parts and after the last one: their SHA-256, in the form that
 *                                  sha256sum prints and checks
 *   end.json                       the number of parts before it, without the checksums
 *
 * Behind the compressed archive is an empty gzip member, whose comment is the SHA-256 of all bytes before it: gzip ignores some bits.
 * Parts with rows have about a megabyte, so neither side holds a table in memory. The ten bytes of the gzip header, which no
 * checksum covers, are always the same.
 */

/** What `backup.json` says. */
export type BackupHeader = z.infer<typeof headerSchema>;

export const formatName = "acoustic-backup";
export const formatVersion = 1;

/** Of every version: what tells that a file is a backup, and whether this release can read it. */
export const versionSchema = z.object({
  format: z.literal(formatName),
  version: z.int(),
  release: z.string(),
});

export const headerSchema = z.object({
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  release: z.string(),
  createdAt: z.string(),
  /** When the newest migration of the database was made, in milliseconds since 1970. */
  migration: z.int(),
  /** Whether the objects of the recordings are in the file. */
  recordings: z.boolean(),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1).readonly(),
      rows: z.int().min(0),
    }),
  ),
});

export const endSchema = z.object({ parts: z.int() });

export const headerPart = "backup.json";
export const endPart = "end.json";
export const partsOfSection = 1000;

export function objectPart(name: string): string {
  return `recordings/${name}`;
}

export function rowsPart(table: string, number: number): string {
  return `tables/${table}/${numbered(number)}.ndjson`;
}

export function checksumsPart(number: number): string {
  return `checksums/${numbered(number)}.sha256`;
}

export function checksumLine(part: string, sha256: string): string {
  return `${sha256}  ${part}\n`;
}

/** Time, flags and the operating system, which gzip may write there, are left out. */
export const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);

/** The empty gzip member behind the archive. */
export function gzipTrailer(sha256: string): Buffer {
  const withComment = Buffer.from(gzipHeader);
  withComment[3] = 0x10;
  const nothing = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  return Buffer.concat([withComment, Buffer.from(`${sha256}\0`), nothing]);
}

export const gzipTrailerBytes = gzipTrailer("0".repeat(64)).length;

function numbered(number: number): string {
  return String(number).padStart(6, "0");
}

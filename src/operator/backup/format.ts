import { z } from "zod";

/*
 * A backup is a tar archive, compressed with gzip. Its files, in this order:
 *
 *   backup.json                    release, migration, tables with their columns and numbers of rows
 *   recordings/<name>              the objects of the recordings, as the store has them, in the order of their names;
 *                                  none with --no-recordings, and none that is longer than a file that can be imported
 *   tables/<table>/000001.ndjson   the rows of each table, a JSON object a line, each table after those it refers to
 *   SHA256SUMS                     the SHA-256 of each file before it, in the form that sha256sum prints and checks
 *
 * Files with rows have at most a megabyte, or one row, so neither the writer nor the reader has a table in memory.
 */

/** The content of `backup.json`. Its texts are printed, so their characters are restricted. */
export type BackupHeader = z.infer<typeof headerSchema>;

export const backupFormat = "acoustic-backup-1";

const identifier = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/);

export const headerSchema = z.object({
  format: z.literal(backupFormat),
  release: z.string().regex(/^[0-9A-Za-z.+-]{1,60}$/),
  createdAt: z.string().regex(/^[0-9TZ:.+-]{10,40}$/),
  /** The time of the newest migration, in milliseconds since 1970. */
  migration: z.int(),
  /** True: the objects of the recordings are in the file. */
  recordings: z.boolean(),
  tables: z
    .array(
      z.object({
        name: identifier,
        columns: z.array(identifier).min(1).refine(areDistinct).readonly(),
        rows: z.int().min(0),
      }),
    )
    .refine((tables) => areDistinct(tables.map(({ name }) => name))),
});

export const headerPart = "backup.json";
export const checksumsPart = "SHA256SUMS";

export const mostHeaderBytes = 256 * 1024;

/** The bound on the bytes of a part with several rows. */
export const mostRowsBytes = 1_000_000;

export const mostRowBytes = 8 * 1024 * 1024;

export function objectPart(name: string): string {
  return `recordings/${name}`;
}

export function rowsPart(table: string, number: number): string {
  return `tables/${table}/${String(number).padStart(6, "0")}.ndjson`;
}

export function checksumLine(part: string, sha256: string): string {
  return `${sha256}  ${part}\n`;
}

function areDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

/** Shortens a text of unknown origin for messages, and escapes characters that control a terminal. */
export function printable(text: string): string {
  const escape = (character: string) =>
    `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const shown = text.slice(0, mostShown).replaceAll(/[^\x20-\x7e]/g, escape);
  return text.length > mostShown ? `${shown}…` : shown;
}

const mostShown = 200;

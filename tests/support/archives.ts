import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { newestKnownMigration } from "../../src/database/client/migrate.ts";

/** A file of an archive that a test builds from bytes. */
export interface Entry {
  readonly name: string;
  readonly content: Buffer;
  /** Text that is written into the header at an offset, before its checksum is. */
  readonly header?: Readonly<Record<number, string>>;
  /** In place of the right checksum. */
  readonly checksum?: string;
}

export function entry(name: string, content: Buffer | string, header: Entry["header"] = {}): Entry {
  return { name, content: Buffer.from(content), header };
}

/** The header of an entry as POSIX says, and its changes. */
export function headerOf({ name, content, header = {}, checksum }: Entry): Buffer {
  const block = Buffer.alloc(512);
  const slash = name.lastIndexOf("/");
  const fields = {
    0: name.slice(slash + 1),
    100: "0000600",
    108: "0000000",
    116: "0000000",
    124: content.length.toString(8).padStart(11, "0"),
    136: "00000000000",
    156: "0",
    257: "ustar",
    263: "00",
    345: name.slice(0, Math.max(0, slash)),
    ...header,
  };
  for (const [at, text] of Object.entries(fields)) block.write(text, Number(at), "latin1");
  block.fill(" ", 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(checksum ?? `${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}

export function bytesOf(one: Entry): Buffer {
  const padding = Buffer.alloc(-one.content.length & 511);
  return Buffer.concat([headerOf(one), one.content, padding]);
}

/** The entry `SHA256SUMS` of some others. */
export function checksumsOf(entries: readonly Entry[]): Entry {
  const lines = entries.map(
    ({ name, content }) => `${createHash("sha256").update(content).digest("hex")}  ${name}\n`,
  );
  return entry("SHA256SUMS", lines.join(""));
}

export const archiveEnd = Buffer.alloc(1024);

/** Entries, their checksums and the end of the archive. */
export function tarOf(entries: readonly Entry[]): Buffer {
  return Buffer.concat([...entries, checksumsOf(entries)].map(bytesOf).concat(archiveEnd));
}

/** Writes bytes to a file, compressed. */
export async function writeCompressed(
  file: string,
  bytes: Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<void> {
  await pipeline(bytes, createGzip({ level: 1 }), createWriteStream(file));
}

const project = {
  project_no: 1,
  id: "p",
  name: "P",
  timezone: "UTC",
  min_confidence: 0,
};
const sensor = { sensor_no: 1, project_no: 1, id: "s", name: "S" };
const recording = {
  sensor_no: 1,
  datetime: "2026-01-01T00:00:00Z",
  object_name: "a".repeat(32),
  byte_length: 5,
  sha256: createHash("sha256").update("audio").digest("hex"),
  sample_rate_hertz: 16_000,
  channels: 1,
  bits_per_sample: 16,
  total_samples: 1,
  imported_at: "2026-01-01T00:00:00Z",
};

/** Rows of a backup by their table, in an order that a restore accepts. */
export type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** Small and whole: a project with a sensor and a recording. */
export const wholeRows = {
  projects: [project],
  sensors: [sensor],
  recordings: [recording],
} as const satisfies Rows;

export const wholeObject = entry(`recordings/${recording.object_name}`, "audio");

/** The header of a backup of rows, with changes. */
export function manifestOf(rows: Rows, changes: Readonly<Record<string, unknown>> = {}): Entry {
  const header = {
    format: "acoustic-backup-1",
    release: "0.1.0",
    createdAt: "2026-01-01T00:00:00.000Z",
    migration: newestKnownMigration(),
    recordings: true,
    tables: Object.entries(rows).map(([name, lines]) => ({
      name,
      columns: Object.keys(lines[0] ?? { id: 0 }),
      rows: lines.length,
    })),
    ...changes,
  };
  return entry("backup.json", JSON.stringify(header));
}

/** The parts of rows, one for each table. */
function rowParts(rows: Rows): Entry[] {
  return Object.entries(rows).map(([table, lines]) =>
    entry(
      `tables/${table}/000001.ndjson`,
      lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    ),
  );
}

/** The entries of a backup of rows. */
export function backupOf(
  rows: Rows = wholeRows,
  objects: readonly Entry[] = [wholeObject],
): Entry[] {
  return [manifestOf(rows), ...objects, ...rowParts(rows)];
}

/** The entries of the whole backup. */
export const [manifest, object, projectRows, sensorRows, recordingRows] = backupOf() as [
  Entry,
  Entry,
  Entry,
  Entry,
  Entry,
];

/** Those after its manifest. */
export const rest = [object, projectRows, sensorRows, recordingRows];

/** Characters that a terminal obeys. */
export const escapes = "\u001b]0;owned\u0007\u001b[31m\u009b2J\r\n";

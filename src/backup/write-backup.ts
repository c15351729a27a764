import { readFileSync } from "node:fs";
import type { AudioStore } from "#audio/audio-store.ts";
import type { DatabaseConfig } from "#config.ts";
import type { OpenDatabase } from "#database/client/open-database.ts";
import { readSnapshot } from "#database/client/open-snapshot.ts";
import type { Queryable } from "#database/client/pool.ts";
import { selectStoredRecording } from "#database/queries/recordings.ts";
import {
  countRows,
  readObjectNames,
  readRows,
  selectCarriedTables,
  selectNewestMigration,
  selectObjectBytes,
  type TableShape,
} from "#database/queries/whole-tables.ts";
import { formatInstant, type Instant } from "#acoustics/time/instant.ts";
import { InvalidInput } from "#ingest/invalid-input.ts";
import { packageFile } from "#package-files.ts";
import { type ArchiveWriter, writeArchive } from "./archive-writer.ts";
import {
  type BackupHeader,
  formatName,
  formatVersion,
  headerPart,
  objectPart,
  rowsPart,
} from "./format.ts";
import { requireNoFile, writeNewFile } from "./new-file.ts";

/** What is to be carried, and where it is. */
export interface BackupSource {
  readonly database: OpenDatabase;
  readonly config: DatabaseConfig;
  /** Null: the recordings stay in their store. */
  readonly store: AudioStore | null;
}

/** What is in a backup. */
export interface BackupReport {
  readonly tables: BackupHeader["tables"];
  readonly objects: number;
  readonly objectBytes: number;
  /** Objects that were not in the store: they are not in the backup either. */
  readonly missingObjects: readonly string[];
  /** Objects whose recordings were removed while the backup was written: they are not in it, and nothing is lost. */
  readonly removedObjects: readonly string[];
  /** Objects whose recordings were imported anew while it was written: it has neither the old audio nor the new one. */
  readonly replacedObjects: readonly string[];
  /** Objects that differ from what was imported. They are in the backup as they are. */
  readonly changedObjects: readonly string[];
}

type Report = (fraction: number, text: string) => void;

/** Writes a backup to a new file, which appears whole or not at all. Others read and write meanwhile. */
export async function writeBackup(
  { database, config, store }: BackupSource,
  file: string,
  now: Instant,
  report: Report,
): Promise<BackupReport> {
  await requireNoFile(file);
  report(0, "reading the database");
  const written = await readSnapshot(database, config, (db) =>
    writeNewFile(file, (handle) =>
      writeArchive(handle, async (archive) => {
        const header = await readHeader(db, now, store !== null);
        await archive.add(headerPart, Buffer.from(`${JSON.stringify(header, null, 2)}\n`));
        const total = {
          rows: header.tables.reduce((sum, { rows }) => sum + rows, 0),
          bytes: store === null ? 0 : await selectObjectBytes(db),
        };
        // A byte of a recording takes as long as one of a row, of which there are some 30 after compression.
        const all = total.rows * 30 + total.bytes + 1;
        const objects = await addObjects(archive, db, database.db, store, (bytes, text) =>
          report(bytes / all, text),
        );
        let rows = 0;
        for (const table of header.tables) {
          rows += await addRows(archive, db, table, (count, text) =>
            report((total.bytes + (rows + count) * 30) / all, text),
          );
        }
        return { tables: header.tables, ...objects };
      }),
    ),
  );
  if (written === null) {
    throw new InvalidInput([
      "Another backup of this database is being written: wait until it ends.",
    ]);
  }
  return written;
}

async function readHeader(db: Queryable, now: Instant, recordings: boolean): Promise<BackupHeader> {
  const { version } = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as {
    readonly version: string;
  };
  const tables = [];
  for (const table of await selectCarriedTables(db, { withStore: !recordings })) {
    tables.push({ ...table, rows: await countRows(db, table) });
  }
  return {
    format: formatName,
    version: formatVersion,
    release: version,
    createdAt: formatInstant(now),
    migration: (await selectNewestMigration(db)) ?? 0,
    recordings,
    tables,
  };
}

/** Adds the objects that `db` names. `live` is the database as it goes on: it has removed some of their recordings. */
async function addObjects(
  archive: ArchiveWriter,
  db: Queryable,
  live: Queryable,
  store: AudioStore | null,
  report: (bytes: number, text: string) => void,
): Promise<Omit<BackupReport, "tables">> {
  const missingObjects: string[] = [];
  const removedObjects: string[] = [];
  const replacedObjects: string[] = [];
  const changedObjects: string[] = [];
  let objects = 0;
  let objectBytes = 0;
  const faults = { missingObjects, removedObjects, replacedObjects, changedObjects };
  const added = () => ({ objects, objectBytes, ...faults });
  if (store === null) return added();
  for await (const named of readObjectNames(db)) {
    for (const { name, sha256, ...recording } of named) {
      const opened = await store.open(name);
      if (opened === "missing") {
        const now = await selectStoredRecording(live, recording);
        if (now === null) removedObjects.push(name);
        else if (now.objectName === name) missingObjects.push(name);
        else replacedObjects.push(name);
        continue;
      }
      const stored = await archive.addChunks(objectPart(name), opened.chunks, opened.byteLength);
      if (stored !== sha256) changedObjects.push(name);
      objects += 1;
      objectBytes += opened.byteLength;
      report(objectBytes, `${objects.toLocaleString("en")} recordings`);
    }
  }
  return added();
}

/** Returns the number of rows. */
async function addRows(
  archive: ArchiveWriter,
  db: Queryable,
  table: TableShape,
  report: (rows: number, text: string) => void,
): Promise<number> {
  let part = 0;
  let rows = 0;
  let lines: string[] = [];
  let length = 0;
  const flush = async () => {
    if (lines.length === 0) return;
    part += 1;
    await archive.add(rowsPart(table.name, part), Buffer.from(`${lines.join("\n")}\n`));
    lines = [];
    length = 0;
  };
  for await (const read of readRows(db, table)) {
    for (const line of read) {
      lines.push(line);
      length += line.length;
      if (length >= partLength) await flush();
    }
    rows += read.length;
    report(rows, `${rows.toLocaleString("en")} rows of ${table.name}`);
  }
  await flush();
  return rows;
}

/** In characters. */
const partLength = 1_000_000;

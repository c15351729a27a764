import { readFileSync } from "node:fs";
import type { AudioStore } from "../../audio/audio-store.ts";
import { greatestFileBytes } from "../../audio/audio-store.ts";
import type { DatabaseConfig } from "../../config.ts";
import type { OpenDatabase } from "../../database/client/open-database.ts";
import type { Queryable } from "../../database/client/pool.ts";
import { selectStoredRecording } from "../../database/queries/recordings/recordings.ts";
import {
  countRows,
  readRows,
  selectBackedUpTables,
  selectNewestMigration,
  type TableShape,
} from "../../database/queries/maintenance/whole-tables.ts";
import {
  readObjectNames,
  selectObjectBytes,
} from "../../database/queries/maintenance/backed-up-objects.ts";
import { formatInstant, type Instant } from "../../acoustics/time/instant.ts";
import { countOf } from "../../system/count-of.ts";
import { packageFile } from "../../system/package-files.ts";
import { type NewPart, type Write, writeArchive } from "./archive-writer.ts";
import {
  backupFormat,
  type BackupHeader,
  headerPart,
  mostRowBytes,
  mostRowsBytes,
  objectPart,
  rowsPart,
} from "./format.ts";
import { requireSnapshot } from "./require-snapshot.ts";

/** The database and the store that a backup reads. */
export interface BackupSource {
  readonly database: OpenDatabase;
  readonly config: DatabaseConfig;
  /** Null: the recordings stay in their store. */
  readonly store: AudioStore | null;
}

/** The content of a backup, and the objects that it lacks or that have changed. */
export interface BackupReport extends ObjectReport {
  readonly tables: BackupHeader["tables"];
}

interface ObjectReport {
  objects: number;
  objectBytes: number;
  /** Objects that are missing in the store, and so in the backup. */
  readonly missingObjects: string[];
  /** Objects that are longer than an imported file. They are left out, because `restore` refuses them. */
  readonly tooLongObjects: string[];
  /** Objects whose recordings were removed during the backup. They are left out, and nothing is lost. */
  readonly removedObjects: string[];
  /**
   * Objects whose recordings were imported again during the backup. The backup has neither the old nor the new audio.
   */
  readonly replacedObjects: string[];
  /** Objects that differ from what was imported. The backup has them unchanged. */
  readonly changedObjects: string[];
}

type Report = (fraction: number, text: string) => void;

/** Writes a backup with `write`, while other sessions read and write. */
export async function writeBackup(
  { database, config, store }: BackupSource,
  write: Write,
  now: Instant,
  report: Report,
): Promise<BackupReport> {
  report(0, "reading the database");
  return requireSnapshot(database, config, async ({ db }) => {
    const header = await readHeader(db, now, store !== null);
    const objects: ObjectReport = {
      objects: 0,
      objectBytes: 0,
      missingObjects: [],
      tooLongObjects: [],
      removedObjects: [],
      replacedObjects: [],
      changedObjects: [],
    };
    const parts = partsOf({ db, live: database.db, store, header, report }, objects);
    await writeArchive(parts, write);
    return { tables: header.tables, ...objects };
  });
}

async function readHeader(db: Queryable, now: Instant, recordings: boolean): Promise<BackupHeader> {
  const { version } = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as {
    readonly version: string;
  };
  const tables = [];
  for (const table of await selectBackedUpTables(db, { withStore: !recordings })) {
    tables.push({ ...table, rows: await countRows(db, table) });
  }
  return {
    format: backupFormat,
    release: version,
    createdAt: formatInstant(now),
    migration: (await selectNewestMigration(db)) ?? 0,
    recordings,
    tables,
  };
}

/** The snapshot `db` that is written. `live` is the present database, which may have removed recordings since. */
interface Snapshot {
  readonly db: Queryable;
  readonly live: Queryable;
  readonly store: AudioStore | null;
  readonly header: BackupHeader;
  readonly report: Report;
}

async function* partsOf(snapshot: Snapshot, found: ObjectReport): AsyncGenerator<NewPart> {
  const { db, store, header, report } = snapshot;
  yield partOf(headerPart, `${JSON.stringify(header, null, 2)}\n`);
  const bytes = store === null ? 0 : await selectObjectBytes(db);
  // The progress assumes the same time for a byte of recordings and of rows. A row has some 30 bytes after compression.
  const all = bytes + header.tables.reduce((sum, { rows }) => sum + rows * 30, 0) + 1;
  if (store !== null) {
    for await (const part of objectParts({ ...snapshot, store }, found)) {
      yield part;
      report(found.objectBytes / all, countOf(found.objects, "recording"));
    }
  }
  let rows = 0;
  for (const table of header.tables) {
    for await (const part of rowsParts(db, table)) {
      yield part;
      rows += part.rows;
      report((bytes + rows * 30) / all, `rows of ${table.name}`);
    }
  }
}

async function* objectParts(
  { db, live, store }: Snapshot & { readonly store: AudioStore },
  found: ObjectReport,
): AsyncGenerator<NewPart> {
  for await (const named of readObjectNames(db)) {
    for (const { name, sha256, ...recording } of named) {
      const opened = await store.open(name);
      if (opened === "missing") {
        const now = await selectStoredRecording(live, recording);
        if (now === null) found.removedObjects.push(name);
        else if (now.objectName === name) found.missingObjects.push(name);
        else found.replacedObjects.push(name);
        continue;
      }
      const { byteLength } = opened;
      if (byteLength > greatestFileBytes) {
        opened.close();
        found.tooLongObjects.push(name);
        continue;
      }
      const written = (stored: string) => {
        if (stored !== sha256) found.changedObjects.push(name);
        found.objects += 1;
        found.objectBytes += byteLength;
      };
      try {
        yield { name: objectPart(name), byteLength, content: opened.chunks, written };
      } finally {
        opened.close();
      }
    }
  }
}

/** Yields the rows of a table in parts of bounded size. */
async function* rowsParts(
  db: Queryable,
  table: TableShape,
): AsyncGenerator<NewPart & { readonly rows: number }> {
  let number = 0;
  let lines: string[] = [];
  let length = 0;
  const endPart = () => {
    number += 1;
    const part = { ...partOf(rowsPart(table.name, number), lines.join("")), rows: lines.length };
    lines = [];
    length = 0;
    return part;
  };
  for await (const read of readRows(db, table)) {
    for (const row of read) {
      const line = `${row}\n`;
      const lineLength = Buffer.byteLength(line);
      if (lineLength > mostRowBytes) throw new Error(`a row of ${table.name} is too long`);
      if (lines.length > 0 && length + lineLength > mostRowsBytes) yield endPart();
      lines.push(line);
      length += lineLength;
    }
  }
  if (lines.length > 0) yield endPart();
}

function partOf(name: string, text: string): NewPart {
  const content = Buffer.from(text);
  return { name, byteLength: content.length, content: [content] };
}

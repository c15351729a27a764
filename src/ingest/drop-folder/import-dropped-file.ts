import { access, constants } from "node:fs/promises";
import { dirname, extname, join } from "node:path";
import type { AudioStore } from "#audio/audio-store.ts";
import { parseSensorId } from "#acoustics/ids.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import { type CsvFormat, mergeFormats } from "#ingest/csv-format.ts";
import { decodeCell, readCsvHeader } from "#ingest/csv-records.ts";
import type { CsvBatch, CsvTable } from "#ingest/csv-table.ts";
import { classificationsTable } from "#ingest/import-classifications.ts";
import {
  type CsvFile,
  type ImportedFile,
  importCsvFiles,
  type ImportTarget,
  readCsvFile,
} from "#ingest/import-csv.ts";
import { importRecordings } from "#ingest/import-recordings.ts";
import { samplesTable } from "#ingest/import-samples.ts";
import { UnusableFile } from "#ingest/invalid-input.ts";
import { type Profile, readProfile } from "#ingest/profile.ts";
import { type Outcome, profileName, seeFile } from "./look-into-folder.ts";
import { companionsOf } from "./put-away.ts";

export interface DropTarget extends ImportTarget {
  readonly store: AudioStore;
  readonly clock: () => Instant;
}

export interface DropFolder {
  readonly folder: string;
  /** Its profile; null: `profile.yaml` in it, if there is one. */
  readonly profile: string | null;
}

/** What has become of a file. */
export interface DroppedFile {
  readonly kind: "samples" | "classifications" | "recordings" | "other";
  readonly outcome: Outcome;
  /** Null of a recording, and of a file that is rejected before its rows. */
  readonly rows: ImportedFile | null;
  /** Why it is rejected as a whole. Reasons of rows are in the file of rejected rows. */
  readonly reasons: readonly string[];
}

/**
 * Imports one file by its kind: FLAC by its name, a CSV file by its header. A file is rejected for what is in it alone.
 * Whatever else keeps it from being imported is thrown, and the file can be imported later.
 */
export async function importDroppedFile(
  target: DropTarget,
  drop: DropFolder,
  path: string,
): Promise<DroppedFile> {
  const file = join(drop.folder, path);
  await access(file, constants.R_OK);
  const extension = extname(path).toLowerCase();
  const profile = await profileOf(drop, path);
  if (extension === ".flac") return importRecording(target, file, profile.retainDays ?? null);
  if (![".csv", ".txt", ".tsv"].includes(extension)) {
    return rejected("other", [
      "it is neither a CSV file (.csv, .txt, .tsv) nor a recording (.flac)",
    ]);
  }
  let kind: DroppedFile["kind"] = "other";
  try {
    const format = await formatOf(file, path, profile);
    const isClassified = (await namesOf(file, format)).includes("confidence");
    kind = isClassified ? "classifications" : "samples";
    const rejectedPath = join(drop.folder, companionsOf(path).rejectedRows);
    const rows = isClassified
      ? await importCsv(classificationsTable, target, { file, format, rejectedPath })
      : await importCsv(samplesTable, target, { file, format, rejectedPath });
    const isRejected = rows.rows > 0 && rows.rejected === rows.rows;
    return { kind, outcome: isRejected ? "rejected" : "done", rows, reasons: [] };
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error;
    // The path is another one by the time that somebody reads this.
    return rejected(
      kind,
      error.issues.map((issue) => issue.replaceAll(`${dirname(file)}/`, "")),
    );
  }
}

function rejected(kind: DroppedFile["kind"], reasons: readonly string[]): DroppedFile {
  return { kind, outcome: "rejected", rows: null, reasons };
}

/** The profile of the drop folder, and over it that of the folder in it. */
async function profileOf({ folder, profile }: DropFolder, path: string): Promise<Profile> {
  const inside = dirname(path);
  const files = [
    profile ?? (await ifThere(join(folder, profileName))),
    inside === "." ? null : await ifThere(join(folder, inside, profileName)),
  ];
  const profiles: Profile[] = [];
  for (const file of files) if (file !== null) profiles.push(await readProfile(file));
  const { retainDays } = profiles.findLast((found) => found.retainDays !== undefined) ?? {};
  const format = mergeFormats(...profiles.map((found) => found.format));
  return retainDays === undefined ? { format } : { format, retainDays };
}

async function ifThere(file: string): Promise<string | null> {
  return (await seeFile(file)) === null ? null : file;
}

/** The format of a file. In a folder of a sensor, the folder's name is the sensor of files that name none. */
async function formatOf(file: string, path: string, profile: Profile): Promise<CsvFormat> {
  const format = mergeFormats(profile.format);
  const sensorId = parseSensorId(dirname(path));
  const mayBeOfFolder = format.sensorId === null && sensorId !== null;
  return mayBeOfFolder && !(await namesOf(file, format)).includes("sensor_id")
    ? { ...format, sensorId }
    : format;
}

/** The columns of a file in our names, as far as they are known. */
async function namesOf(file: string, format: CsvFormat): Promise<readonly string[]> {
  const headers = new Map([...format.columns].map(([name, header]) => [header, name]));
  const cells = await readCsvHeader(file, format);
  return cells.map((cell) => headers.get(decodeCell(cell) ?? cell) ?? cell);
}

async function importCsv<Row, Batch extends CsvBatch<Row>>(
  table: CsvTable<Row, Batch>,
  target: ImportTarget,
  { file, format, rejectedPath }: Pick<CsvFile, "file" | "format" | "rejectedPath">,
): Promise<ImportedFile> {
  const csv = await readCsvFile(table, file, format, rejectedPath);
  let imported: ImportedFile | null = null;
  for await (const outcome of importCsvFiles(table, target, [csv], () => undefined)) {
    imported = outcome;
  }
  if (imported === null) throw new Error("a file was not imported");
  return imported;
}

async function importRecording(
  target: DropTarget,
  file: string,
  retainDays: number | null,
): Promise<DroppedFile> {
  await target.store.check();
  // A file that cannot be read now may be read later, or be another watcher's by now.
  const options = { rejectsUnreadable: false };
  const imports = importRecordings(target, [file], retainDays, () => undefined, options);
  for await (const { reason } of imports) {
    if (reason !== null) return rejected("recordings", [reason]);
  }
  return { kind: "recordings", outcome: "done", rows: null, reasons: [] };
}

import { dirname, extname, join } from "node:path";
import type { AudioStore } from "../../audio/audio-store.ts";
import { parseSensorId } from "../../acoustics/ids.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import { type CsvFormat, headerTexts, mergeFormats } from "../csv/csv-format.ts";
import { readCsvHeader } from "../csv/csv-records.ts";
import type { CsvTable } from "../csv/csv-table.ts";
import { classificationsTable } from "../rows/import-classifications.ts";
import { type CsvFile, readCsvFile } from "../rows/csv-file.ts";
import {
  type ImportedFile,
  type ImportOptions,
  importCsvFiles,
  type ImportTarget,
} from "../rows/import-csv.ts";
import type { ImportKind } from "../../database/queries/imports/import-counts.ts";
import { importRecordings } from "../recordings/import-recordings.ts";
import { samplesTable } from "../rows/import-samples.ts";
import { UnknownSensor, UnusableFile } from "../invalid-input.ts";
import type { Profile } from "../csv/profile.ts";
import { openTextSource, withoutGz } from "../csv/text-source.ts";
import { companionPath } from "./move-file.ts";
import type { DropFolders, Outcome } from "./open-folders.ts";
import { readProfiles } from "./read-profiles.ts";

export interface DropTarget extends ImportTarget {
  readonly store: AudioStore;
  readonly clock: () => Instant;
  /** Ends the check of a recording. */
  readonly signal?: AbortSignal;
}

/** The outcome of a file. */
export interface DroppedFile {
  readonly kind: ImportKind | "other";
  readonly outcome: Outcome;
  /** Null for a recording, and for a file that is rejected before its rows are read. */
  readonly rows: ImportedFile | null;
  /** The reasons for rejecting the whole file. Reasons of rows are in the file of rejected rows. */
  readonly reasons: readonly string[];
}

/**
 * Imports one file in `importing`: FLAC by its name, a CSV file by its header. Only its content can reject a file. Any
 * other failure is thrown, and the file can be imported later; `UnknownSensor` means that it waits for its sensor.
 * */
export async function importDroppedFile(
  target: DropTarget,
  folders: DropFolders,
  profile: string | null,
  name: string,
): Promise<DroppedFile> {
  const file = join(folders.importing.path, name);
  const options = await readProfiles(folders.drop, profile, dirname(name));
  if (extname(name).toLowerCase() === ".flac")
    return importRecording(target, file, options.retainDays ?? null);
  const ending = extname(withoutGz(name)).toLowerCase();
  if (![".csv", ".txt", ".tsv"].includes(ending)) {
    return rejected("other", [
      ending === ".xlsx" || ending === ".xls"
        ? "an Excel workbook: save it as CSV"
        : "it is neither a CSV file (.csv, .txt, .tsv, and each with .gz) nor a recording (.flac)",
    ]);
  }
  let kind: DroppedFile["kind"] = "other";
  try {
    const format = await formatOf(file, name, options);
    const names = await namesOf(file, format);
    kind = names.includes("confidence") ? "classifications" : "samples";
    const rejectedPath = companionPath(folders, "rows");
    const csv = { file, format, rejectedPath };
    const imports = { remainingPath: companionPath(folders, "remaining"), now: target.clock() };
    const rows = await importers[kind](target, csv, imports);
    const isRejected = rows.rows > 0 && rows.rejected === rows.rows;
    return { kind, outcome: isRejected ? "rejected" : "done", rows, reasons: [] };
  } catch (error) {
    if (!(error instanceof UnusableFile) || error instanceof UnknownSensor) throw error;
    // The file is moved before this message is read, so the message omits the folder.
    return rejected(
      kind,
      error.issues.map((issue) => issue.replaceAll(`${dirname(file)}/`, "")),
    );
  }
}

/** The outcome of a file that is rejected as a whole. Reasons quote the upload, so their length is bounded. */
export function rejected(kind: DroppedFile["kind"], reasons: readonly string[]): DroppedFile {
  const bounded = reasons
    .slice(0, 20)
    .map((line) => (line.length > 500 ? `${line.slice(0, 500)}…` : line));
  return { kind, outcome: "rejected", rows: null, reasons: bounded };
}

/** The format of a file. For a file without sensor ids, the name of its folder is the sensor. */
async function formatOf(file: string, path: string, profile: Profile): Promise<CsvFormat> {
  const format = mergeFormats(profile.format);
  const sensorId = parseSensorId(dirname(path));
  const mayBeOfFolder = format.sensorId === null && sensorId !== null;
  return mayBeOfFolder && !(await namesOf(file, format)).includes("sensor_id")
    ? { ...format, sensorId }
    : format;
}

/** The columns of a file by their headers and by our names. No instrument names its sensors as we do. */
async function namesOf(file: string, format: CsvFormat): Promise<readonly string[]> {
  const named = [...format.columns].flatMap(([name, header]) => (header === "" ? [] : name));
  if (format.layout !== null) return named;
  const header = await readCsvHeader(await openTextSource(file), format);
  const headers = headerTexts(header?.cells ?? []);
  return [...named, ...headers.filter((name) => format.columns.get(name) !== "")];
}

const importers = {
  samples: importerOf(samplesTable),
  classifications: importerOf(classificationsTable),
};

function importerOf<Row>(table: CsvTable<Row>) {
  return async (
    target: ImportTarget,
    { file, format, rejectedPath }: Pick<CsvFile, "file" | "format" | "rejectedPath">,
    options: ImportOptions,
  ): Promise<ImportedFile> => {
    const csv = await readCsvFile(table, file, format, rejectedPath);
    let imported: ImportedFile | null = null;
    for await (const outcome of importCsvFiles(table, target, [csv], () => undefined, options)) {
      imported = outcome;
    }
    if (imported === null) throw new Error("a file was not imported");
    return imported;
  };
}

async function importRecording(
  target: DropTarget,
  file: string,
  retainDays: number | null,
): Promise<DroppedFile> {
  await target.store.check();
  const options = { isRepeated: true };
  const imports = importRecordings(target, [file], retainDays, () => undefined, options);
  for await (const { reason } of imports) {
    if (reason !== null) return rejected("recordings", [reason]);
  }
  return { kind: "recordings", outcome: "done", rows: null, reasons: [] };
}

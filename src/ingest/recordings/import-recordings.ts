import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { tooLarge } from "../../audio/check-flac.ts";
import { greatestFileBytes } from "../../audio/audio-store.ts";
import { parseRecordingName } from "../../audio/recording-name.ts";
import { addImportCounts } from "../../database/queries/imports/import-counts.ts";
import { foreignKeyViolation, hasSqlState } from "../../database/client/sql-state.ts";
import { selectSensorNos } from "../../database/queries/sites/sites.ts";
import { compareIds } from "../../acoustics/ids.ts";
import type { Instant } from "../../acoustics/time/instant.ts";
import {
  cannotBeRead,
  readInputs,
  requireRegularFile,
  type ReportProgress,
} from "../input-files.ts";
import { unknownSensor } from "../csv/csv-format.ts";
import { beforeFirst } from "../csv/read-time.ts";
import { countOf } from "../../system/count-of.ts";
import { UnknownSensor } from "../invalid-input.ts";
import {
  type RecordingResult,
  type RecordingTarget,
  retentionOf,
  storeRecording,
} from "./store-recording.ts";

/** The files under the paths of an import. */
export interface RecordingFiles {
  /** Every `*.flac` at any depth, once, in the order of the paths; files of a folder in the order of their bytes. */
  readonly files: readonly string[];
  /** Number of other files. */
  readonly others: number;
}

/** The outcome of one file. */
export interface ImportedRecording {
  readonly file: string;
  readonly result: RecordingResult["result"];
  /** Null unless it was rejected. */
  readonly reason: string | null;
}

/** Throws `InvalidInput` with every issue if one of the paths cannot be read. */
export async function findRecordingFiles(paths: readonly string[]): Promise<RecordingFiles> {
  const found = (await readInputs(paths, filesUnder)).flat();
  // Paths may overlap: a file counts once, under the first of its names.
  const byPath = new Map<string, string>();
  for (const file of found) {
    if (!byPath.has(resolve(file))) byPath.set(resolve(file), file);
  }
  const all = [...byPath.values()];
  const files = all.filter((file) => /\.flac$/i.test(file));
  return { files, others: all.length - files.length };
}

export interface RecordingOptions {
  /** True: an unreadable file, or an unknown sensor (`UnknownSensor`), throws, and the caller tries again later. */
  readonly isRepeated?: boolean;
}

/**
 * Imports files one after another, and yields each once it is durable. Of several files for one sensor and second, each
 * replaces the one before. For `retainDays` see `storeRecording`.
 */
export async function* importRecordings(
  target: RecordingTarget,
  files: readonly string[],
  retainDays: number | null,
  report: ReportProgress,
  { isRepeated = false }: RecordingOptions = {},
): AsyncGenerator<ImportedRecording> {
  const sensorNos = await selectSensorNos(target.db);

  const importFile = async (file: string): Promise<RecordingResult> => {
    const name = parseRecordingName(basename(file));
    if (name === null) return rejected("the name is not <sensorId>_<YYYYMMDDTHHmmssZ>.flac");
    if (name.second <= 0) return rejected(`its instant ${beforeFirst}`);
    const sensorNo = sensorNos.get(name.sensorId);
    const unknown = unknownSensor(name.sensorId);
    if (sensorNo === undefined) {
      if (isRepeated) throw new UnknownSensor([`${file}: ${unknown}`]);
      return rejected(unknown);
    }
    let content: Buffer;
    try {
      if ((await requireRegularFile(file)) > greatestFileBytes) return rejected(tooLarge);
      content = await readFile(file);
    } catch (error) {
      if (isRepeated) throw error;
      return rejected(cannotBeRead(error));
    }
    try {
      return await storeRecording(target, { sensorNo, second: name.second }, content, retainDays);
    } catch (error) {
      // The sensor was removed since the import began. The server removes the stored object of the recording.
      if (hasSqlState(error, foreignKeyViolation)) return rejected(unknown);
      throw error;
    }
  };
  for (const [index, file] of files.entries()) {
    report(index / files.length, `${index} of ${countOf(files.length, "file")}`);
    const imported = await importFile(file);
    await addImportCounts(target.db, "recordings", { [imported.result]: 1 }, target.clock());
    const reason = imported.result === "rejected" ? imported.reason : null;
    yield { file, result: imported.result, reason };
  }
}

/** True if a recording with this retention is no longer served. */
export function isPastRetention(file: string, retainDays: number | null, now: Instant): boolean {
  const name = parseRecordingName(basename(file));
  const retainUntil = name === null ? null : retentionOf(name.second, retainDays);
  return retainUntil !== null && retainUntil <= now;
}

/** The files below a folder, or the path of a file. Links to folders may form a circle, and are not followed. */
async function filesUnder(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted(compareIds);
}

function rejected(reason: string): RecordingResult {
  return { result: "rejected", reason };
}

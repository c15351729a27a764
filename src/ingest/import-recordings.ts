import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { greatestFileBytes, tooLarge } from "#audio/check-flac.ts";
import { selectSensorNos } from "#database/queries/sites.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import { parseRecordingName } from "#audio/recording-name.ts";
import { beforeFirst } from "./first-second.ts";
import {
  keepRecording,
  type KeptRecording,
  type RecordingKeeper,
  retentionOf,
} from "./keep-recording.ts";
import type { Progress } from "./progress.ts";

/** What became of one file. */
export interface ImportedRecording {
  readonly file: string;
  readonly result: KeptRecording["result"];
  /** Null unless it was rejected. */
  readonly reason: string | null;
}

export interface RecordingOptions {
  /** See `keepRecording`. */
  readonly retainDays: number | null;
}

/**
 * Imports files of recordings one after another, in the order given, and answers each when it is
 * durable. Of files that are the same recording with other bytes each replaces the one before it, as
 * it would in an import of its own.
 */
export async function* importRecordings(
  keeper: RecordingKeeper,
  files: readonly string[],
  { retainDays }: RecordingOptions,
  progress: Progress,
): AsyncGenerator<ImportedRecording> {
  const sensorNos = await selectSensorNos(keeper.db);

  const importFile = async (file: string): Promise<KeptRecording> => {
    const name = parseRecordingName(basename(file));
    if (name === null) return rejected("the name is not <sensorId>_<YYYYMMDDTHHmmssZ>.flac");
    if (name.second <= 0) return rejected(`its instant ${beforeFirst}`);
    const sensorNo = sensorNos.get(name.sensorId);
    if (sensorNo === undefined) return rejected(`unknown sensor "${name.sensorId}"`);
    const read = await readContent(file);
    if (!read.ok) return rejected(read.reason);
    return keepRecording(keeper, { sensorNo, second: name.second }, read.content, retainDays);
  };
  try {
    for (const [index, file] of files.entries()) {
      progress.show(index / files.length, `${index} of ${files.length} files`);
      const imported = await importFile(file);
      progress.clear();
      const reason = imported.result === "rejected" ? imported.reason : null;
      yield { file, result: imported.result, reason };
    }
  } finally {
    progress.clear();
  }
}

/** Whether a recording that is to be kept so many days is of no use to anybody any more. */
export function isPastRetention(file: string, retainDays: number | null, now: Instant): boolean {
  const name = parseRecordingName(basename(file));
  const retainUntil = name === null ? null : retentionOf(name.second, retainDays);
  return retainUntil !== null && retainUntil <= now;
}

type ReadContent =
  | { readonly ok: true; readonly content: Buffer }
  | { readonly ok: false; readonly reason: string };

async function readContent(file: string): Promise<ReadContent> {
  try {
    const found = await stat(file);
    if (!found.isFile()) return { ok: false, reason: "it is no file" };
    if (found.size > greatestFileBytes) return { ok: false, reason: tooLarge };
    return { ok: true, content: await readFile(file) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { ok: false, reason: `cannot be read: ${message}` };
  }
}

function rejected(reason: string): KeptRecording {
  return { result: "rejected", reason };
}

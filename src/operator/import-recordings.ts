import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { greatestFileBytes, tooLarge } from "#audio/check-flac.ts";
import { selectSensorKeys } from "#database/sites.ts";
import { sampleId } from "#domain/ids.ts";
import { parseRecordingName } from "#domain/recording-name.ts";
import {
  digestOf,
  keepRecording,
  type KeptRecording,
  type RecordingKeeper,
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
 * Imports files of recordings one after another and answers each when it is durable. Of two files
 * that are the same recording with other bytes the first is kept: the next import of both would else
 * replace the one by the other again.
 */
export async function* importRecordings(
  keeper: RecordingKeeper,
  files: readonly string[],
  { retainDays }: RecordingOptions,
  progress: Progress,
): AsyncGenerator<ImportedRecording> {
  const sensorKeys = await selectSensorKeys(keeper.db);
  const kept = new Map<string, { readonly file: string; readonly sha256: string }>();

  const importFile = async (file: string): Promise<KeptRecording> => {
    const name = parseRecordingName(basename(file));
    if (name === null) return rejected("the name is not <sensorId>_<YYYYMMDDTHHmmssZ>.flac");
    const sensorKey = sensorKeys.get(name.sensorId);
    if (sensorKey === undefined) return rejected(`unknown sensor "${name.sensorId}"`);
    const read = await readContent(file);
    if (!read.ok) return rejected(read.reason);
    const id = sampleId(name.sensorId, name.second);
    const other = kept.get(id);
    const sha256 = digestOf(read.content);
    if (other !== undefined && other.sha256 !== sha256) {
      return rejected(`it is the same recording as ${other.file}, and has other bytes`);
    }
    const key = { sensorKey, second: name.second };
    const imported = await keepRecording(keeper, key, read.content, retainDays);
    if (imported.result !== "rejected") kept.set(id, { file, sha256 });
    return imported;
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

import { createFolderStore } from "#audio/folder-store.ts";
import { hasObjects } from "#database/queries/recordings.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import {
  type ImportedRecording,
  isPastRetention,
  importRecordings as importFiles,
} from "#ingest/import-recordings.ts";
import { createProgress } from "#ingest/progress.ts";
import { findRecordingFiles } from "#ingest/recording-files.ts";
import { type ExitCode, exitCodes, requireConfig, withDatabase } from "./run-command.ts";

export interface ImportRecordingsOptions {
  /** Null: without end. */
  readonly retainDays?: number | null;
  readonly json?: boolean;
}

/** Imports recordings; what is done is reported even where a later file fails. */
export async function importRecordings(
  paths: string[],
  { retainDays = null, json = false }: ImportRecordingsOptions,
): Promise<ExitCode> {
  const { files, others } = await findRecordingFiles(paths);
  const store = createFolderStore(requireConfig().audioStore);
  const progress = createProgress(process.stderr, () => Date.now());
  const imported: ImportedRecording[] = [];
  await withDatabase(async ({ db }) => {
    try {
      await store.check(() => hasObjects(db));
      const keeper = { db, store, clock: () => Date.now() as Instant };
      for await (const file of importFiles(keeper, files, { retainDays }, progress)) {
        imported.push(file);
        if (!json && file.reason !== null) console.log(`${file.file}: rejected: ${file.reason}`);
      }
    } finally {
      const past = imported.filter(
        ({ file, result }) =>
          result !== "rejected" && isPastRetention(file, retainDays, Date.now() as Instant),
      ).length;
      console.log(
        json ? JSON.stringify({ files: imported, others }, null, 2) : summaryOf(imported, others),
      );
      if (past > 0) console.error(noteOnPast(past));
    }
  });
  return imported.some(({ result }) => result === "rejected")
    ? exitCodes.someRowsRejected
    : exitCodes.done;
}

function noteOnPast(count: number): string {
  return (
    `Of these, ${count.toLocaleString("en")} are older than --retain-days: ` +
    "they are not served, and the server removes them."
  );
}

function summaryOf(imported: readonly ImportedRecording[], others: number): string {
  const count = (result: ImportedRecording["result"]) =>
    imported.filter((file) => file.result === result).length.toLocaleString("en");
  const counts = (["imported", "replaced", "updated", "unchanged", "rejected"] as const).map(
    (result) => `${count(result)} ${result}`,
  );
  return (
    `${imported.length.toLocaleString("en")} recordings: ${counts.join(", ")}; ` +
    `${others.toLocaleString("en")} other files`
  );
}

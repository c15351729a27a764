import { Command, InvalidArgumentError } from "commander";
import type { Instant } from "../acoustics/time/instant.ts";
import type { ImportedRecording } from "../ingest/recordings/import-recordings.ts";
import { countOf } from "../system/count-of.ts";
import { type JsonOption, once, runAction } from "./program/options.ts";
import { createProgress } from "./text/progress.ts";

interface ImportRecordingsOptions extends JsonOption {
  /** Null: no end. */
  readonly retainDays?: number | null;
}

/** Completed files are reported even if a later one fails. */
export const importRecordingsCommand = new Command("recordings")
  .description("import FLAC recordings, each checked to its last frame")
  .argument("<path...>", "files, or folders that are searched at any depth")
  .option("--retain-days <N>", "remove each N days after its own instant", wholeDays)
  .option("--json", "print { files: [{ file, result, reason }], others }")
  .addHelpText(
    "after",
    `
Files are named <sensorId>_<YYYYMMDDTHHmmssZ>.flac, after 1970-01-01T00:00:00Z. Each *.flac is a
recording or is rejected with its reason; other files are counted. The result of a file is one of
  imported   there was no such recording, or its audio was gone
  replaced   there was one of other bytes; its leases have ended
  updated    it was there, with another end of retention
  unchanged  it was there
  rejected   it cannot be imported, see reason
A file has at most 256 MiB and 24 hours of audio, at most 2048 samples for each of its bytes,
and samples of 8, 12, 16, 20 or 24 bits.
Files are imported in the order given, below a folder in that of their paths: of several with one name
and other bytes, each replaces the one before. Without --retain-days a recording has no end, even if an
earlier import set one. The server removes recordings after their end. Recordings may come before
their samples.`,
  )
  .action((paths: string[], { retainDays = null, json = false }: ImportRecordingsOptions) =>
    runAction(async ({ exitCodes, requireConfig, withDatabase }) => {
      const { openAudioStore } = await import("../audio/open-audio-store.ts");
      const { createStoreRecord } = await import("../database/queries/recordings/audio-store.ts");
      const ingest = await import("../ingest/recordings/import-recordings.ts");
      const { withRowsStored } = await import("../ingest/rows/partly-stored.ts");
      const { files, others } = await ingest.findRecordingFiles(paths);
      const { audioStore } = requireConfig();
      const progress = createProgress();
      const clock = () => Date.now() as Instant;
      const imported: ImportedRecording[] = [];
      await withDatabase(async (database) => {
        try {
          const store = await openAudioStore(audioStore, createStoreRecord(database));
          await store.check();
          const target = { db: database.db, store, clock };
          for await (const file of ingest.importRecordings(
            target,
            files,
            retainDays,
            progress.show,
          )) {
            imported.push(file);
            progress.clear();
            if (!json && file.reason !== null)
              console.log(`${file.file}: rejected: ${file.reason}`);
          }
        } catch (error) {
          const failed = files[imported.length];
          throw failed === undefined ? error : withRowsStored(error, failed, 0);
        } finally {
          progress.clear();
          const past = imported.filter(
            ({ file, result }) =>
              result !== "rejected" && ingest.isPastRetention(file, retainDays, clock()),
          );
          console.log(
            json
              ? JSON.stringify({ files: imported, others }, null, 2)
              : summarize(imported, others),
          );
          if (past.length > 0) console.error(noteOnPast(past.length));
        }
      });
      return imported.some(({ result }) => result === "rejected")
        ? exitCodes.someRowsRejected
        : exitCodes.done;
    }),
  );

function noteOnPast(count: number): string {
  return (
    `Of these, ${count.toLocaleString("en")} are older than --retain-days: ` +
    "they are not served, and the server removes them."
  );
}

function summarize(imported: readonly ImportedRecording[], others: number): string {
  const counts = (["imported", "replaced", "updated", "unchanged", "rejected"] as const).map(
    (name) => {
      const files = imported.filter(({ result }) => result === name);
      return `${files.length.toLocaleString("en")} ${name}`;
    },
  );
  return (
    `${countOf(imported.length, "recording")}: ${counts.join(", ")}; ` +
    countOf(others, "other file")
  );
}

function wholeDays(value: string, earlier: number | undefined): number {
  once(value, earlier?.toString());
  if (/^[1-9][0-9]{0,4}$/.test(value) && Number(value) <= 36_500) return Number(value);
  throw new InvalidArgumentError("It must be a whole number from 1 to 36500.");
}

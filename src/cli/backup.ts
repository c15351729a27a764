import { Command, InvalidArgumentError } from "commander";
import type { Instant } from "../acoustics/time/instant.ts";
import { InvalidInput } from "../ingest/invalid-input.ts";
import { fullDiskOf, nameFullDisk } from "../system/full-disk.ts";
import { once, runAction } from "./program/options.ts";
import { createProgress } from "./text/progress.ts";

interface BackupOptions {
  readonly recordings: boolean;
  readonly keep?: number;
}

export const backupCommand = new Command("backup")
  .description(
    "write everything into one file: all tables as they are at one moment, and the recordings",
  )
  .argument("<file>", "a new file, for example acoustic.tar.gz; - for standard output")
  .option("--no-recordings", "leave the audio of the recordings in its store")
  .option(
    "--keep <number>",
    "<file> is a folder: write acoustic-<UTC instant>.tar.gz into it, and keep the newest so many of these",
    (text, earlier?: number) => parseKeep(once(text, earlier)),
  )
  .addHelpText(
    "after",
    `
The gateway goes on meanwhile. The file appears when it is whole, verified as \`restore --check\` does, and on the disk.
Only this user can read it. Standard output is not verified. It is a tar archive, compressed with gzip, with SHA256SUMS.
It has everything that is needed to serve, and the digests of the API keys. Of the embedded database, a copy is made in
DATA_DIR first, which is removed in the end.
After a backup without faults, --keep also removes what killed backups have left:
acoustic-<UTC instant>.tar.gz.<hex>.part, if it was not changed for a day. After one with faults, it removes nothing.
Exit codes: 1 a fault: the audio of some recordings is missing, is longer than 256 MiB, was changed, or was imported
anew meanwhile, and the backup has everything else; or the database has no project, or could not record the backup; or
\`restore\` would refuse the file, and then there is none. Audio that is removed meanwhile, by \`acoustic remove\` or a
retention, is not in it either, and no fault.`,
  )
  .action((path: string, { recordings, keep }: BackupOptions) =>
    runAction(async ({ exitCodes, requireConfig, withDatabase }) => {
      const { openAudioStore } = await import("../audio/open-audio-store.ts");
      const { createStoreRecord } = await import("../database/queries/recordings/audio-store.ts");
      const { requireNoFile } = await import("../operator/backup/new-file.ts");
      const { fileOfSeries, removeOlder } = await import("../operator/backup/series.ts");
      const { writeBackup } = await import("../operator/backup/write-backup.ts");
      const { RefusedBackup, writeBackupFile } =
        await import("../operator/backup/write-backup-file.ts");
      const { recordBackup } = await import("../database/queries/maintenance/last-backup.ts");
      const { messageOf } = await import("../system/error-code.ts");
      const { describeFaults, describeWritten } = await import("./text/describe-backup.ts");
      const config = requireConfig();
      const isToOutput = path === "-";
      if (isToOutput && keep !== undefined) throw new InvalidInput(["--keep needs a folder."]);
      if (isToOutput && process.stdout.isTTY)
        throw new InvalidInput(["A backup is no text for a terminal: name a file, or send it on."]);
      const now = Date.now() as Instant;
      const file = keep === undefined ? path : fileOfSeries(path, now);
      if (!isToOutput) await requireNoFile(file);
      const progress = createProgress();
      const { written, faults } = await withDatabase(async (database) => {
        const store = recordings
          ? await openAudioStore(config.audioStore, createStoreRecord(database))
          : null;
        await store?.check();
        const source = { database, config: config.database, store };
        const report = isToOutput
          ? await writeBackup(source, writeToOutput, now, progress.show)
          : await writeBackupFile(source, file, now, progress.show);
        const found = describeFaults(report);
        if (found.length > 0) return { written: report, faults: found };
        // Metrics and `doctor` warn while no backup is recorded.
        const unrecorded = await recordBackup(database.db, now).then(
          () => [],
          (error: unknown) => [`The database could not record this backup: ${messageOf(error)}`],
        );
        return { written: report, faults: unrecorded };
      })
        .catch((error: unknown) => {
          if (!(error instanceof RefusedBackup)) throw error;
          return { written: null, faults: [error.message] };
        })
        .finally(() => progress.clear());
      const print = isToOutput ? console.error : console.log;
      const lines =
        written === null ? [] : describeWritten(isToOutput ? "The output" : file, written);
      for (const line of lines) print(line);
      for (const fault of faults) console.error(fault);
      // An older file may be the last one with the missing audio.
      if (faults.length > 0) return exitCodes.warnings;
      if (keep !== undefined) {
        const removed = await removeOlder(path, { newest: file, keep, now });
        for (const name of removed) print(`removed ${name}`);
      }
      return exitCodes.done;
    }),
  );

async function writeToOutput(bytes: Buffer): Promise<void> {
  const { stdout } = process;
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => {
      const isFull = fullDiskOf(error) !== undefined;
      const refusal = new InvalidInput([`Standard output cannot be written: ${error.message}`]);
      reject(isFull ? nameFullDisk("standard output", error) : refusal);
    };
    // A closed reader causes two errors. Without a listener, the event would end the process.
    stdout.once("error", fail);
    stdout.write(bytes, (error) => {
      if (error) return fail(error);
      stdout.off("error", fail);
      resolve();
    });
  });
}

function parseKeep(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number from 1 to 9999.");
}

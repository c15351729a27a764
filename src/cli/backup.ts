import { Command } from "commander";
import type { Instant } from "#acoustics/time/instant.ts";
import { runAction } from "./lazy-action.ts";
import { createProgress } from "./progress.ts";

interface BackupOptions {
  readonly recordings: boolean;
}

export const backupCommand = new Command("backup")
  .description(
    "write everything into one file: all tables as they are at one moment, and the recordings",
  )
  .argument("<file>", "a new file, for example acoustic.backup.tar.gz")
  .option("--no-recordings", "leave the audio of the recordings in its store")
  .addHelpText(
    "after",
    `
The service goes on meanwhile. The file appears when it is whole and on the disk, and only this user can read it. It is a tar
archive, compressed with gzip, with a SHA-256 of each part. It has everything that is needed to serve, and the digests of the
API keys. Of the embedded database, a copy is made in DATA_DIR first, which is removed in the end.
Exit codes: 1 the audio of some recordings is missing, was changed, or was imported anew meanwhile; the backup has everything
else. Audio that is removed meanwhile, by \`acoustic remove\` or a retention, is not in it either, and no fault.`,
  )
  .action((file: string, { recordings }: BackupOptions) =>
    runAction(async ({ exitCodes, requireConfig, withDatabase }) => {
      const { openAudioStore } = await import("#audio/open-audio-store.ts");
      const { createStoreRecord } = await import("#database/queries/audio-store.ts");
      const { requireNoFile } = await import("#backup/new-file.ts");
      const { writeBackup } = await import("#backup/write-backup.ts");
      const { describeContent } = await import("./describe-backup.ts");
      const config = requireConfig();
      await requireNoFile(file);
      const progress = createProgress(process.stderr, () => Date.now());
      const written = await withDatabase(async (database) => {
        const store = recordings
          ? await openAudioStore(config.audioStore, createStoreRecord(database))
          : null;
        await store?.check();
        const source = { database, config: config.database, store };
        return writeBackup(source, file, Date.now() as Instant, progress.show);
      }).finally(() => progress.clear());
      const { missingObjects, removedObjects, replacedObjects, changedObjects, ...content } =
        written;
      console.log(`${file} has ${describeContent(content)}`);
      if (removedObjects.length > 0) {
        console.log(
          `Without the audio of ${removedObjects.length.toLocaleString("en")} recordings that were removed while it was written`,
        );
      }
      for (const name of missingObjects) console.error(`missing in the store: ${name}`);
      for (const name of changedObjects) console.error(`changed since its import: ${name}`);
      if (replacedObjects.length > 0) {
        console.error(
          `Without the audio of ${replacedObjects.length.toLocaleString("en")} recordings that were imported anew while it was written: make another backup`,
        );
      }
      const faults = [missingObjects, changedObjects, replacedObjects].flat();
      return faults.length === 0 ? exitCodes.done : exitCodes.warnings;
    }),
  );

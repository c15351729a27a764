import { Command } from "commander";
import type { Instant } from "../acoustics/time/instant.ts";
import { runAction } from "./program/options.ts";
import { createProgress } from "./text/progress.ts";

interface RestoreOptions {
  readonly check?: boolean;
}

export const restoreCommand = new Command("restore")
  .description("restore a backup into an empty database, or verify it")
  .argument("<file>", "a file that `acoustic backup` has written")
  .option("--check", "only verify the file: needs no database")
  .addHelpText(
    "after",
    `
The database may be PostgreSQL or embedded, whichever the backup was made of, with or without tables, and without rows. The audio
of the recordings goes into AUDIO_STORE under new names. The file is verified first; then all rows are restored, or none.
API keys stay valid. A backup of an earlier release can be restored, one of a later release cannot.`,
  )
  .action((file: string, { check = false }: RestoreOptions) =>
    runAction(async ({ requireConfig, withDatabase }) => {
      const { createAudioStore } = await import("../audio/marked-store.ts");
      const { openObjectStore } = await import("../audio/open-audio-store.ts");
      const { createStoreRecord } = await import("../database/queries/recordings/audio-store.ts");
      const { verifyBackup } = await import("../operator/backup/read-backup.ts");
      const { restoreBackup } = await import("../operator/backup/restore-backup.ts");
      const { describeContent } = await import("./text/describe-backup.ts");
      const config = check ? null : requireConfig();
      const progress = createProgress();
      try {
        const content = await verifyBackup(file, (done) => progress.show(done, "verifying"));
        const { header } = content;
        const notes: string[] = [];
        if (config !== null) {
          const objects = await openObjectStore(config.audioStore);
          if (content.objects > 0 && (await objects.readMarker()) !== null) {
            notes.push(noteOnUsedStore(objects.location));
          }
          await withDatabase(async (database) => {
            const store = createAudioStore(objects, createStoreRecord(database));
            const target = { database, store, clock: () => Date.now() as Instant };
            return restoreBackup(target, file, content, progress.show);
          }, "create");
        }
        progress.clear();
        const what = describeContent({ ...content, tables: header.tables });
        const from = `the backup of ${header.createdAt}, written by release ${header.release}`;
        console.log(`${check ? "Whole" : "Restored"}: ${from}, with ${what}`);
        if (!header.recordings && !check) notes.push(noteOnStore);
        const rows = header.tables.find(({ name }) => name === "recordings")?.rows ?? 0;
        if (header.recordings && rows > content.objects) {
          notes.push(
            `without the audio of ${(rows - content.objects).toLocaleString("en")} recordings, which was not in the store`,
          );
        }
        for (const note of notes) console.error(note);
      } finally {
        progress.clear();
      }
    }),
  );

function noteOnUsedStore(location: string): string {
  return (
    `${location} was a store before, and keeps its objects. If another database uses it, one of the two needs an AUDIO_STORE ` +
    "of its own: `acoustic recordings move --help`."
  );
}

const noteOnStore =
  "The backup has no audio: AUDIO_STORE has to be the store, or a copy of it, that the recordings were in.";

import type { Instant } from "../../acoustics/time/instant.ts";
import { InvalidInput } from "../../ingest/invalid-input.ts";
import { writeNewFile } from "./new-file.ts";
import { verifyBackup } from "./read-backup.ts";
import { type BackupReport, type BackupSource, writeBackup } from "./write-backup.ts";

/** Thrown if `restore` would refuse the backup that was written. There is no file then. */
export class RefusedBackup extends Error {}

/** Writes a backup into a new file, and verifies it before the file gets its name. Throws `RefusedBackup`. */
export function writeBackupFile(
  source: BackupSource,
  file: string,
  now: Instant,
  report: (fraction: number, text: string) => void,
): Promise<BackupReport> {
  return writeNewFile(file, async (append, temporary) => {
    const written = await writeBackup(source, append, now, report);
    await verifyBackup(temporary, (fraction) => report(fraction, "verifying")).catch(
      (error: unknown) => {
        if (!(error instanceof InvalidInput)) throw error;
        const issues = error.message.replaceAll(temporary, file);
        throw new RefusedBackup(`${issues}\nNo file was made.`);
      },
    );
    return written;
  });
}

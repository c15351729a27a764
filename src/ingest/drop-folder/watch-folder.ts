import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { isAudioStoreUnavailable } from "../../audio/audio-store.ts";
import { isDatabaseUnreachable } from "../../database/client/connection-errors.ts";
import { acquireLock } from "../../embedded/ownership-lock.ts";
import { createFinishedFiles, isPartial } from "./finished-files.ts";
import { type DroppedFile, rejected } from "./import-dropped-file.ts";
import { type ListedFile, listFiles } from "./list-files.ts";
import {
  beginImport,
  claimFile,
  finishMoves,
  isUnchanged,
  moveToOutcome,
  writeReasons,
} from "./move-file.ts";
import { type DropFolders, openDropFolder } from "./open-folders.ts";
import { all, createWaitingFiles, type OnFailure, type WaitingCounts } from "./waiting-files.ts";

/** A file that was moved to `done` or `rejected`. */
export interface MovedFile extends DroppedFile {
  readonly file: string;
  readonly movedTo: string;
}

/** The state of a drop folder after a round. */
export interface WatchState {
  readonly waiting: WaitingCounts;
  /** True if no file can be imported, for example because the database is unreachable. */
  readonly isBlocked: boolean;
}

export interface WatchOptions {
  readonly folder: string;
  readonly quietMilliseconds: number;
  /** True: the watch ends after the quiet time, when every complete file has been moved. */
  readonly isOnce: boolean;
  /** Ends the watch between two files. */
  readonly signal: AbortSignal;
  /** Imports a file in `importing`, named below it. */
  readonly importFile: (name: string, folders: DropFolders) => Promise<DroppedFile>;
  readonly onMoved: (file: MovedFile) => void;
  readonly onFailure: OnFailure;
  readonly onRound?: (state: WatchState) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
  /** Resolves when the next listing is due, or when the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/*
 * A complete file moves to `importing`, and after the commit of its import to `done` or `rejected`. An import may be
 * repeated, so a process may be killed at any moment. Of several processes that watch one folder, only the one with the
 * lock imports; the operating system releases the lock of a process that ends.
 */

/** Imports complete files, round after round. `hasFilesLeft` is true if `isOnce` ends with files in the folder. */
export async function watchFolder(
  options: WatchOptions,
): Promise<{ readonly hasFilesLeft: boolean }> {
  const { quietMilliseconds, isOnce, signal, now = () => performance.now() } = options;
  const finished = createFinishedFiles<ListedFile>(quietMilliseconds);
  const waiting = createWaitingFiles(options.onFailure);
  const pauseMilliseconds = Math.min(1000, Math.max(50, quietMilliseconds / 5));
  let firstRoundAt: number | null = null;
  // The first listing sets the number of files.
  let left = Infinity;
  for (;;) {
    const startedAt = now();
    let hasLock = false;
    let continues = false;
    let count = 0;
    try {
      await withDropFolder(options.folder, async (folders) => {
        hasLock = true;
        await finishMoves(folders);
        const { files, refused, hasMore } = await listFiles(folders);
        count = files.length;
        left = files.filter(({ path }) => !isPartial(path)).length + (hasMore ? 1 : 0);
        waiting.update(new Set(files.map(({ inode }) => inode)), refused);
        const isDue = waiting.isDue(all, startedAt);
        for (const file of finished.update(files, startedAt)) {
          if (signal.aborted || !isDue) break;
          if (!waiting.isDue(file.inode, startedAt)) continue;
          try {
            const moved = await handleFile(options, folders, file);
            const hasRemaining = (moved?.rows?.remaining ?? 0) > 0;
            // The file of waiting rows replaces the file itself.
            if (moved !== null && !hasRemaining) [count, left] = [count - 1, left - 1];
            if (moved !== null) continues ||= hasMore || hasRemaining;
            waiting.succeed(file.inode);
          } catch (error) {
            if (isDatabaseUnreachable(error)) throw error;
            const path = isAudioStoreUnavailable(error) ? null : file.name;
            waiting.fail(file.inode, path, error, now());
          }
          waiting.succeed(all);
        }
      });
      // Without a file to import, no import can show that the failure of all files is over.
      if (hasLock && waiting.count(count).upload === 0) waiting.succeed(all);
    } catch (error) {
      waiting.fail(all, null, error, now());
    }
    // The next watch repeats an import that the stop has interrupted.
    if (signal.aborted) return { hasFilesLeft: isOnce && left > 0 };
    waiting.end();
    options.onRound?.({ waiting: waiting.count(count), isBlocked: waiting.isBlocked() });
    if (hasLock) firstRoundAt ??= startedAt;
    // Files that no listing has read may follow.
    if (continues) firstRoundAt = null;
    const isQuiet = firstRoundAt !== null && startedAt - firstRoundAt >= quietMilliseconds;
    if (isOnce && (waiting.isBlocked() || (hasLock && isQuiet))) {
      return { hasFilesLeft: left > 0 || waiting.isAnyWaiting() };
    }
    await options.pause(pauseMilliseconds, signal);
    if (signal.aborted) return { hasFilesLeft: isOnce && left > 0 };
  }
}

/** Does nothing while another process works on the folder. */
async function withDropFolder(
  folder: string,
  work: (folders: DropFolders) => Promise<void>,
): Promise<void> {
  const folders = await openDropFolder(folder);
  try {
    const lockFolder = join(folders.importing.path, ".lock");
    await mkdir(lockFolder, { recursive: true, mode: 0o700 });
    const lock = await acquireLock(lockFolder);
    if (lock !== null) await work(folders).finally(() => lock.release());
  } finally {
    await folders.close();
  }
}

/** Returns null if the file was not moved. */
async function handleFile(
  { importFile, onMoved }: WatchOptions,
  folders: DropFolders,
  listed: ListedFile,
): Promise<MovedFile | null> {
  const file = await claimFile(folders, listed);
  if (file === null) return null;
  await beginImport(folders);
  const imported =
    file.issue === null ? await importFile(file.name, folders) : rejected("other", [file.issue]);
  // The uploader may still be writing. The file is imported again when it no longer changes.
  if (!(await isUnchanged(folders, file))) return null;
  await writeReasons(folders, imported.reasons);
  const movedTo = await moveToOutcome(folders, file, imported.outcome);
  const moved = { ...imported, file: file.name, movedTo };
  onMoved(moved);
  return moved;
}

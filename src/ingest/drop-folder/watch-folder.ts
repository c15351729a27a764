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
import { all, createWaitingFiles, type OnTrouble, type WaitingCounts } from "./waiting-files.ts";

/** A file that was moved to `done` or `rejected`. */
export interface MovedFile extends DroppedFile {
  readonly file: string;
  readonly movedTo: string;
}

/** The state of a drop folder after a look. */
export interface WatchState {
  readonly waiting: WaitingCounts;
  /** Something keeps every file from being imported, for example a database that is away. */
  readonly isBlocked: boolean;
}

export interface WatchOptions {
  readonly folder: string;
  readonly settleMilliseconds: number;
  /** Ends when the settle time is over and every file that stood still has been moved. */
  readonly isOnce: boolean;
  /** Ends the watch between two files. */
  readonly signal: AbortSignal;
  /** Imports a file in `importing`, named below it. */
  readonly importFile: (name: string, folders: DropFolders) => Promise<DroppedFile>;
  readonly onMoved: (file: MovedFile) => void;
  readonly onTrouble: OnTrouble;
  readonly onLook?: (state: WatchState) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
  /** Resolves when the next look is due, or when the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Imports the files of a drop folder once they are complete. Each moves to `importing`, and after its import is
 * certain to `done` or `rejected`. Imports may be repeated: so a process may be killed at any moment. Several
 * processes may watch one folder: one at a time looks, and the lock is free again however it ends. Nothing is lost,
 * and nothing is there twice. Resolves to whether files are left; where the watch goes on until a stop, that is no
 * trouble.
 */
export async function watchFolder(
  options: WatchOptions,
): Promise<{ readonly isInTrouble: boolean }> {
  const { settleMilliseconds, isOnce, signal, now = () => performance.now() } = options;
  const finished = createFinishedFiles<ListedFile>(settleMilliseconds);
  const waiting = createWaitingFiles(options.onTrouble);
  const pauseMilliseconds = Math.min(1000, Math.max(50, settleMilliseconds / 5));
  let firstLookAt: number | null = null;
  // Before the first look nobody knows.
  let left = Infinity;
  for (;;) {
    const lookedAt = now();
    let isLooking = false;
    let isToGoOn = false;
    let count = 0;
    try {
      await withDropFolder(options.folder, async (folders) => {
        isLooking = true;
        await finishMoves(folders);
        const { files, refused, hasMore } = await listFiles(folders);
        count = files.length;
        left = files.filter(({ path }) => !isPartial(path)).length + (hasMore ? 1 : 0);
        waiting.look(new Set(files.map(({ inode }) => inode)), refused);
        const isDue = waiting.isDue(all, lookedAt);
        for (const file of finished.look(files, lookedAt)) {
          if (signal.aborted || !isDue) break;
          if (!waiting.isDue(file.inode, lookedAt)) continue;
          try {
            const moved = await handleFile(options, folders, file);
            const hasRemaining = (moved?.rows?.remaining ?? 0) > 0;
            // A file of rows that wait takes the place of its own.
            if (moved !== null && !hasRemaining) [count, left] = [count - 1, left - 1];
            if (moved !== null) isToGoOn ||= hasMore || hasRemaining;
            waiting.succeed(file.inode);
          } catch (error) {
            if (isDatabaseUnreachable(error)) throw error;
            const path = isAudioStoreUnavailable(error) ? null : file.name;
            waiting.fail(file.inode, path, error, now());
          }
          waiting.succeed(all);
        }
      });
      // No file is left that would show whether all of them still have to wait.
      if (isLooking && waiting.count(count).upload === 0) waiting.succeed(all);
    } catch (error) {
      waiting.fail(all, null, error, now());
    }
    // An import that broke off because of the stop is repeated.
    if (signal.aborted) return { isInTrouble: isOnce && left > 0 };
    waiting.end();
    options.onLook?.({ waiting: waiting.count(count), isBlocked: waiting.isBlocked() });
    if (isLooking) firstLookAt ??= lookedAt;
    // There is room for files that no look has seen.
    if (isToGoOn) firstLookAt = null;
    const isSettled = firstLookAt !== null && lookedAt - firstLookAt >= settleMilliseconds;
    if (isOnce && (waiting.isBlocked() || (isLooking && isSettled))) {
      return { isInTrouble: left > 0 || waiting.isAnyWaiting() };
    }
    await options.pause(pauseMilliseconds, signal);
    if (signal.aborted) return { isInTrouble: isOnce && left > 0 };
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

/** Returns null where the file is still in its place. */
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
  // Its uploader may still be writing. It is imported again once it stands still.
  if (!(await isUnchanged(folders, file))) return null;
  await writeReasons(folders, imported.reasons);
  const movedTo = await moveToOutcome(folders, file, imported.outcome);
  const moved = { ...imported, file: file.name, movedTo };
  onMoved(moved);
  return moved;
}

import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isAudioStoreUnavailable } from "#audio/audio-store.ts";
import { isDatabaseUnreachable } from "#database/client/connection-errors.ts";
import type { DroppedFile } from "./import-dropped-file.ts";
import { isMissing, lookIntoFolder, outcomes, seeFile } from "./look-into-folder.ts";
import { companionsOf, putAway, putAwayRemains } from "./put-away.ts";
import { createSettling, isPartial, isSameFile, type SeenFile } from "./settled-files.ts";

/** A file that has been put away. */
export interface PutAwayFile extends DroppedFile {
  readonly file: string;
  readonly movedTo: string;
}

export interface WatchOptions {
  readonly folder: string;
  readonly settleMilliseconds: number;
  /** Ends when the settle time is over and every file that stood still has been put away. */
  readonly isOnce: boolean;
  /** Ends the watch between two files. */
  readonly signal: AbortSignal;
  readonly importFile: (path: string) => Promise<DroppedFile>;
  readonly onPutAway: (file: PutAwayFile) => void;
  /**
   * What keeps files from being imported, for example a database that is away: told once until it is another one, and
   * null when files are imported again.
   */
  readonly onTrouble: (trouble: Error | null, file: string | null) => void;
  /** How many files wait, growing ones included. */
  readonly onLook?: (waiting: number) => void;
  /** Default: the folder as it is. */
  readonly look?: () => Promise<readonly SeenFile[]>;
  /** Milliseconds of a clock that never goes back. */
  readonly now?: () => number;
  /** Resolves when the next look is due, or when the signal is aborted. */
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Imports the files of a drop folder once they are complete, and moves each to `done` or `rejected`. A file is moved after
 * its import is certain, and imports may be repeated: so a process may be killed at any moment, and two processes may
 * watch one folder; nothing is lost, and no row or recording is there twice. Resolves to whether the last look ended
 * with trouble; where the watch was to end by itself, a stop that leaves files is trouble as well.
 */
export async function watchFolder(
  options: WatchOptions,
): Promise<{ readonly isInTrouble: boolean }> {
  const { folder, settleMilliseconds, isOnce, signal, now = () => performance.now() } = options;
  const { look = () => lookIntoFolder(folder) } = options;
  const settling = createSettling(settleMilliseconds);
  const pauseMilliseconds = Math.min(1000, Math.max(50, settleMilliseconds / 5));
  const imported = new Map<string, ImportedOnce>();
  const troubles = createTroubles(options.onTrouble);
  const startedAt = now();
  // Before the first look nobody knows.
  let left = Infinity;
  const stopped = () => ({ isInTrouble: isOnce && left > 0 });
  for (;;) {
    const lookedAt = now();
    troubles.begin();
    try {
      for (const outcome of outcomes) await mkdir(join(folder, outcome), { recursive: true });
      await putAwayRemains(folder);
      const files = await look();
      options.onLook?.(files.length);
      left = files.filter(({ path }) => !isPartial(path)).length;
      for (const seen of settling.look(files, lookedAt)) {
        if (signal.aborted) break;
        try {
          if (await handleFile(options, seen, imported)) left -= 1;
        } catch (error) {
          if (isDatabaseUnreachable(error)) throw error;
          troubles.tell(error, isAudioStoreUnavailable(error) ? null : seen.path);
        }
      }
    } catch (error) {
      troubles.tell(error, null);
    }
    // What broke off because of the stop is imported again.
    if (signal.aborted) return stopped();
    const isInTrouble = troubles.end();
    const isSettled = lookedAt - startedAt >= settleMilliseconds;
    if (isOnce && (isInTrouble || isSettled)) return { isInTrouble };
    await options.pause(pauseMilliseconds, signal);
    if (signal.aborted) return stopped();
  }
}

/** A file that is imported and could not be moved: it is not imported again while it is the same. */
interface ImportedOnce {
  readonly seen: SeenFile;
  readonly imported: DroppedFile;
}

/** Returns whether the file is no longer in its place. */
async function handleFile(
  { folder, importFile, onPutAway }: WatchOptions,
  seen: SeenFile,
  known: Map<string, ImportedOnce>,
): Promise<boolean> {
  const { path } = seen;
  const before = known.get(path);
  let imported = before !== undefined && isSameFile(before.seen, seen) ? before.imported : null;
  if (imported === null) {
    try {
      imported = await importFile(path);
    } catch (error) {
      // Another process has put it away.
      if (isMissing(error) && (await seeFile(join(folder, path))) === null) return true;
      throw error;
    }
    await writeReasons(folder, path, imported);
    known.set(path, { seen, imported });
  }
  const place = await putAway(folder, seen, imported.outcome);
  known.delete(path);
  if (typeof place === "object") onPutAway({ ...imported, file: path, ...place });
  return place !== "changed";
}

/** Writes why a file is rejected as a whole. What was written of another file of this name, or before a profile was mended, is removed. */
async function writeReasons(
  folder: string,
  path: string,
  { reasons, rows }: DroppedFile,
): Promise<void> {
  const companions = companionsOf(path);
  const reason = join(folder, companions.reason);
  if (rows === null) await rm(join(folder, companions.rejectedRows), { force: true });
  if (reasons.length === 0) await rm(reason, { force: true });
  else await writeFile(reason, reasons.map((line) => `${line}\n`).join(""));
}

/** Tells each trouble once: a file's own, and that of all (null). */
function createTroubles(onTrouble: WatchOptions["onTrouble"]) {
  let told = new Map<string | null, string>();
  let current = new Map<string | null, string>();
  return {
    begin() {
      current = new Map();
    },
    tell(thrown: unknown, file: string | null) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (told.get(file) !== error.message && !current.has(file)) onTrouble(error, file);
      current.set(file, error.message);
    },
    end(): boolean {
      // Once nothing is wrong any more, or what was wrong with all files.
      const isOver = current.size === 0 && told.size > 0;
      if (isOver || (told.has(null) && !current.has(null))) onTrouble(null, null);
      told = current;
      return current.size > 0;
    },
  };
}

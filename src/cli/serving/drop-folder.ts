import { once } from "node:events";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Instant } from "../../acoustics/time/instant.ts";
import type { AudioStore } from "../../audio/audio-store.ts";
import { openPool } from "../../database/client/pool.ts";
import type { OpenDatabase } from "../../database/client/open-database.ts";
import { importDroppedFile } from "../../ingest/drop-folder/import-dropped-file.ts";
import { openDropFolder } from "../../ingest/drop-folder/open-folders.ts";
import {
  type MovedFile,
  watchFolder,
  type WatchState,
} from "../../ingest/drop-folder/watch-folder.ts";
import { cannotBeRead } from "../../ingest/input-files.ts";
import { InvalidInput } from "../../ingest/invalid-input.ts";
import { readProfile } from "../../ingest/csv/profile.ts";
import type { Log } from "../../log.ts";
import { causesOf } from "../../system/error-code.ts";
import { outsideOf } from "../text/describe-import.ts";

export interface DropFolderOptions {
  readonly folder: string;
  /** Null: `profile.yaml` in the folder, if there is one. */
  readonly profile: string | null;
  readonly quietMilliseconds: number;
  readonly isOnce: boolean;
  readonly database: Pick<OpenDatabase, "target" | "kind">;
  readonly store: AudioStore;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Called before the first file, and again before each file until it resolves. */
  readonly prepare?: () => Promise<unknown>;
  readonly onMoved?: (file: MovedFile) => void;
  readonly onRound?: (state: WatchState) => void;
}

/**
 * Throws `InvalidInput` if there is no such folder, if a profile cannot be used, or if others may write to one of the
 * folders in it. Any other failure of the disk may be temporary.
 */
export async function checkDropFolder({
  folder,
  profile,
}: Pick<DropFolderOptions, "folder" | "profile">): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => {
    throw new InvalidInput([`${folder}: ${cannotBeRead(error)}`]);
  });
  if (!found.isDirectory()) throw new InvalidInput([`${folder}: it is no folder`]);
  if (profile !== null) await readProfile(profile);
  try {
    await (await openDropFolder(folder)).close();
  } catch (error) {
    if (error instanceof InvalidInput) throw error;
  }
}

/** Watches a drop folder over its own connections, without a statement timeout, and logs a line for each file. */
export async function runDropFolder(options: DropFolderOptions): Promise<{
  readonly hasFilesLeft: boolean;
}> {
  const { database, store, log, profile, prepare, onMoved } = options;
  const { target, kind } = database;
  const pool = openPool({ target, poolMax: 2, statementTimeoutMilliseconds: 0 });
  const ending = new AbortController();
  const clock = () => Date.now() as Instant;
  const dropTarget = { db: pool.db, kind, store, clock, signal: ending.signal };
  let isPrepared = prepare === undefined;
  /** The day of the last warning, by folder. */
  const warnedOn = new Map<string, string>();
  const warnOfUtc = ({ file, rows }: MovedFile) => {
    const [folder, [day = ""]] = [dirname(file), new Date().toISOString().split("T")];
    if (rows === null || rows.readAsUtc === 0 || warnedOn.get(folder) === day) return;
    warnedOn.set(folder, day);
    const line = { folder, file, rows: rows.readAsUtc };
    log.warn(line, "times without an offset were read as UTC: name a timezone in the profile");
  };
  const watching = watchFolder({
    ...options,
    importFile: async (name, folders) => {
      if (!isPrepared) await prepare?.();
      isPrepared = true;
      return importDroppedFile(dropTarget, folders, profile, name);
    },
    onMoved: (file) => {
      logFile(log, file);
      warnOfUtc(file);
      onMoved?.(file);
    },
    onFailure: (failure, file) => {
      // The place in the code says nothing about a file.
      for (const cause of causesOf(failure)) delete cause.stack;
      if (failure === null) log.info("files are imported again");
      else if (file === null)
        log.warn({ cause: failure }, "files wait: they cannot be imported now");
      else log.warn({ file, cause: failure }, "a file waits: it cannot be imported now");
    },
    pause: async (milliseconds, signal) => {
      await delay(milliseconds, undefined, { signal }).catch(() => undefined);
    },
  });
  const stopped = once(options.signal, "abort").then(() =>
    // The file in progress is completed, or imported again later if it needs longer.
    delay(stopMilliseconds, { hasFilesLeft: options.isOnce }, { ref: false }),
  );
  try {
    return await Promise.race([watching, stopped]);
  } finally {
    ending.abort();
    await pool.close(0);
  }
}

const stopMilliseconds = 5000;

function logFile(log: Log, { file, kind, outcome, rows, reasons, movedTo }: MovedFile): void {
  const counts =
    rows === null
      ? {}
      : {
          rows: rows.rows,
          inserted: rows.inserted,
          updated: rows.updated,
          unchanged: rows.unchanged,
          rejected: rows.rejected,
          ...(rows.remaining > 0 ? { waitForSensors: rows.remaining } : {}),
          ...(rows.readAsUtc > 0 ? { readAsUtc: rows.readAsUtc } : {}),
          ...(rows.skipped > 0 ? { skipped: rows.skipped } : {}),
          emptiedLevels: rows.emptiedLevels,
          ...(rows.excluded > 0 ? { excluded: rows.excluded } : {}),
          ...(outsideOf(rows) > 0 ? { outsideContract: outsideOf(rows) } : {}),
        };
  const line = { file, kind, ...counts, movedTo, ...(reasons.length > 0 ? { reasons } : {}) };
  if (outcome === "done") log.info(line, "imported");
  else log.warn(line, "rejected");
}

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { DroppedFile } from "../../src/ingest/drop-folder/import-dropped-file.ts";
import type { WaitingCounts } from "../../src/ingest/drop-folder/waiting-files.ts";
import {
  type MovedFile,
  watchFolder,
  type WatchOptions,
} from "../../src/ingest/drop-folder/watch-folder.ts";
import { neverAborted } from "../../src/system/never-aborted.ts";

export const done: DroppedFile = { kind: "samples", outcome: "done", rows: null, reasons: [] };

/** One watch of a folder without a database: `importFile` stands for the import. */
export async function watchOnce(
  folder: string,
  { importFile = async () => done, ...changes }: Partial<WatchOptions> = {},
) {
  const files: MovedFile[] = [];
  const imported: string[] = [];
  const failures: (string | null)[] = [];
  let waiting: WaitingCounts | null = null;
  const result = await watchFolder({
    folder,
    quietMilliseconds: 0,
    isOnce: true,
    signal: neverAborted,
    importFile: (...file) => {
      imported.push(file[0]);
      return importFile(...file);
    },
    onMoved: (file) => files.push(file),
    onFailure: (failure, file) =>
      failures.push(failure === null ? null : `${file ?? "all"}: ${failure.message}`),
    onRound: (state) => {
      waiting = state.waiting;
    },
    pause: async () => undefined,
    ...changes,
  });
  return { ...result, files: files.map(({ movedTo }) => movedTo), imported, failures, waiting };
}

/**
 * Options of a watch of so many looks. Between two of them pass a minute and `between`, with the number of the look.
 */
export function looks(
  count: number,
  between: (look: number) => Promise<unknown> = async () => undefined,
) {
  const stop = new AbortController();
  let look = 1;
  return {
    isOnce: false,
    signal: stop.signal,
    now: () => look * 60_000,
    pause: async () => {
      await between(look);
      look += 1;
      if (look > count) stop.abort();
    },
  };
}

/** Everything below a folder but folders, hidden files included, in the order of names. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .toSorted();
}

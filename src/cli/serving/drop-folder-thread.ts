import { parentPort, workerData } from "node:worker_threads";
import { openAudioStore } from "../../audio/open-audio-store.ts";
import type { Config } from "../../config.ts";
import { openDatabase } from "../../database/client/open-database.ts";
import type { ConnectionTarget } from "../../database/client/pool.ts";
import { createStoreRecord } from "../../database/queries/recordings/audio-store.ts";
import type { WatchState } from "../../ingest/drop-folder/watch-folder.ts";
import { createLog } from "../../log.ts";
import type { ThreadMessage } from "../../server/supervise.ts";
import { runDropFolder } from "./drop-folder.ts";
import type { MovedCounts } from "../../server/metrics/watch-metrics.ts";

/** The data of the thread that watches the drop folder of `acoustic serve --watch`. */
export interface DropFolderThreadData {
  readonly config: Config;
  readonly folder: string;
  /** The database that the main thread has opened. */
  readonly target: ConnectionTarget;
}

export type DropFolderMessage =
  | ThreadMessage
  | { readonly kind: "moved"; readonly file: MovedCounts }
  | { readonly kind: "round"; readonly state: WatchState };

/*
 * The worker thread that watches a drop folder: an import or the check of a recording may last long, and delays no
 * request here.
 */
const { config, folder, target } = workerData as DropFolderThreadData;
const post = (message: DropFolderMessage) => parentPort?.postMessage(message);
const stopping = new AbortController();
parentPort?.on("message", () => stopping.abort());
const log = await createLog(config.log);
const database = await openDatabase({ ...config.database, poolMax: 1 }, { target });
post({ kind: "ready" });
await runDropFolder({
  folder,
  profile: null,
  quietMilliseconds: 5000,
  isOnce: false,
  database,
  store: await openAudioStore(config.audioStore, createStoreRecord(database)),
  log,
  signal: stopping.signal,
  onMoved: ({ kind, outcome, rows }) => post({ kind: "moved", file: { kind, outcome, rows } }),
  onRound: (state) => post({ kind: "round", state }),
});
await database.close();
process.exit(0);

import { once } from "node:events";
import { createAudioStore } from "../../audio/marked-store.ts";
import { openObjectStore } from "../../audio/open-audio-store.ts";
import { createKeyUse } from "../../auth/key-use.ts";
import { readBuildInfo } from "../../system/build-info.ts";
import { type Config, misspelledNames } from "../../config.ts";
import { applyMigrations } from "../../database/client/migrate.ts";
import { openDatabase } from "../../database/client/open-database.ts";
import { createStoreRecord } from "../../database/queries/recordings/audio-store.ts";
import { hasProjects } from "../../database/queries/sites/projects.ts";
import { addressToTry } from "../../demo/address-to-try.ts";
import { InvalidInput } from "../../ingest/invalid-input.ts";
import { createLastLog, createLog, type Log } from "../../log.ts";
import { refuseLostDatabase } from "../../operator/lost-database.ts";
import { requireFreeAddresses } from "../../server/addresses.ts";
import { startJobs } from "../../server/jobs.ts";
import type { Gateway, GatewayOptions } from "../../server/start.ts";
import { type OpenedWorker, openWorker } from "../../system/open-worker.ts";
import { sharePool, startThreads, type ThreadsOptions } from "../../server/threads.ts";
import { describeDatabase, describeStore } from "../text/describe-config.ts";
import { readConfiguredDocuments } from "./configured-documents.ts";
import { prepareDemonstration, startExtending } from "./start-demonstration.ts";
import { superviseThread } from "../../server/supervise.ts";
import type { DropFolderMessage, DropFolderThreadData } from "./drop-folder-thread.ts";

export interface ServeOptions {
  /** Loads the demonstration site if the embedded database has no project yet. */
  readonly demoIfEmpty: boolean;
  /** A drop folder whose files are imported. */
  readonly watch?: string;
}

/**
 * Serves until SIGTERM or SIGINT, then stops gracefully. Prints the two addresses when they answer, a line each.
 * Without a worker, this thread has both listeners. Rejects if the database cannot be reached or is lost, or is empty
 * beside a store in use, or if the server cannot listen.
 */
export async function serve(
  config: Config,
  { demoIfEmpty, watch }: ServeOptions,
  worker: OpenedWorker | null,
): Promise<void> {
  if (watch !== undefined) {
    // Imported only here: it reads every form of a file, and decodes recordings.
    const { checkDropFolder } = await import("./drop-folder.ts");
    await checkDropFolder({ folder: watch, profile: null });
  }
  const trustedDocuments = await requireTrustedDocuments(config.graphqlDocuments);
  const log = await createLog(config.log);
  const names = {
    database: describeDatabase(config.database),
    audioStore: describeStore(config.audioStore),
  };
  log.info({ ...readBuildInfo(), node: process.versions.node, ...names }, "starting");
  for (const warning of misspelledNames()) log.warn(warning);
  const { publicPool } = sharePool(config);
  const database = await openDatabase(publicPool, {
    isServer: true,
    statementTimeoutMilliseconds: config.database.statementTimeoutMilliseconds,
    standbyChanged: ({ name, state }) => {
      const line = { standby: name, state };
      if (state === "used") log.info(line, "telemetry is read on the standby");
      else log.warn(line, "telemetry is read on the primary");
    },
  });
  try {
    const objects = await openObjectStore(config.audioStore);
    await applyMigrations(database.target, { refuse: (db) => refuseLostDatabase(db, objects) });
    const store = createAudioStore(objects, createStoreRecord(database));
    const demonstration = demoIfEmpty
      ? await prepareDemonstration(database, store, () => requireFreeAddresses(config))
      : null;
    if (!(await hasProjects(database.db))) log.warn("the database has no project");
    // The handlers are added before the addresses are printed: a script may send a signal when it has read them.
    const stopSignal = Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
    // The server starts without its store; `/health/ready` reports it.
    store.begin().catch((cause: unknown) => log.warn({ cause }, "the audio store is not ready"));
    const keyUse = createKeyUse();
    const internalOptions = { trustedDocuments, volumes: volumesOf(config) };
    const options = { config, database, store, log, keyUse, internalOptions };
    const gateway = await (worker === null
      ? startInOneThread(options)
      : startThreads({ ...options, worker }));
    const stopGatewayAndJobs = startJobs({ gateway, database, store, log, keyUse });
    const demonstrating = database.kind === "embedded" ? startExtending(database, log) : null;
    const { target } = database;
    const watching =
      watch === undefined ? null : watchInThread({ config, folder: watch, target, log, gateway });
    try {
      await watching?.ready;
      console.log(`public ${gateway.publicUrl}`);
      console.log(`internal ${gateway.internalUrl}`);
      if (demonstration !== null) {
        const addressOf = (host: string, url: string) => addressToTry(host, new URL(url).port);
        const addresses = {
          publicUrl: addressOf(config.public.host, gateway.publicUrl),
          internalUrl: addressOf(config.internal.host, gateway.internalUrl),
        };
        console.log(await demonstration(addresses));
      }
      const ends = [stopSignal, gateway.failed, database.lost];
      const [signal] = (await Promise.race(ends)) as [NodeJS.Signals];
      log.info({ signal }, "stopping");
    } finally {
      await Promise.all([stopGatewayAndJobs(), demonstrating?.stop(), watching?.stop()]);
    }
  } finally {
    await database.close();
    endIfFilesHang(await createLastLog(config.log));
  }
}

/** Imported only here: the main thread of two needs no GraphQL over HTTP. */
async function startInOneThread({
  internalOptions,
  ...options
}: Omit<ThreadsOptions, "worker">): Promise<Gateway> {
  const { startGateway } = await import("../../server/start.ts");
  return startGateway({ ...options, ...internalOptions });
}

/** Throws `InvalidInput` for a folder that cannot be read, and for files that are not documents. */
async function requireTrustedDocuments(
  folder: string | null,
): Promise<GatewayOptions["trustedDocuments"]> {
  if (folder === null) return undefined;
  const parsed = await readConfiguredDocuments(folder);
  if (parsed.ok) return parsed.documents;
  throw new InvalidInput(parsed.issues);
}

/** The folders of the server whose disks may fill. */
function volumesOf({ database, audioStore }: Config): Record<string, string> {
  return {
    ...(database.kind === "embedded" && { data: database.dataDirectory }),
    ...(audioStore.kind === "folder" && { recordings: audioStore.folder }),
  };
}

/**
 * A hung disk blocks a thread of the runtime, and so its exit: then a signal ends the process some time after the stop.
 */
function endIfFilesHang(log: Log): void {
  const end = () => {
    if (!process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq"))) return;
    log.error("a disk does not answer; the process ends itself");
    process.kill(process.pid, "SIGKILL");
  };
  setTimeout(end, 2000).unref();
}

interface WatchInThreadOptions extends DropFolderThreadData {
  readonly log: Log;
  readonly gateway: Pick<Gateway, "watch" | "threadEnded">;
}

/** Watches a drop folder in a thread of its own. A file that ends the thread, whatever it has, ends no request. */
function watchInThread({ log, gateway, ...workerData }: WatchInThreadOptions) {
  return superviseThread<DropFolderMessage>({
    name: "watch",
    log,
    open: () =>
      openWorker("dist/program/drop-folder-thread.js", {
        workerData: workerData satisfies DropFolderThreadData,
      }),
    onMessage: (message) => {
      if (message.kind === "moved") gateway.watch.onMoved(message.file);
      if (message.kind === "round") gateway.watch.onRound(message.state);
    },
    onEnd: (reason) => gateway.threadEnded("watch", reason),
    // An import may last long, and posts nothing meanwhile.
    silentSeconds: Infinity,
    // The file may end the next thread as well, and must not end the process.
    endsPerMinute: Infinity,
    restartMilliseconds: 10_000,
    // A file in progress has five seconds to be completed.
    stopMilliseconds: 7000,
  });
}

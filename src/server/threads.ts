import type { Worker } from "node:worker_threads";
import type { Config } from "../config.ts";
import type { OpenDatabase } from "../database/client/open-database.ts";
import type { ConnectionTarget } from "../database/client/pool.ts";
import type { InternalOptions } from "./internal.ts";
import { openInternalWorker } from "./internal-worker.ts";
import type { Gateway } from "./start.ts";
import type { OtherMetrics } from "./metrics/metrics-page.ts";
import type { OpenedWorker } from "../system/open-worker.ts";
import { createWatchMetrics } from "./metrics/watch-metrics.ts";
import { startPublic } from "./public.ts";
import { superviseThread, type ThreadMessage } from "./supervise.ts";
import { openThread, shutdownMilliseconds, type ThreadOptions } from "./thread.ts";

/** The first message to the thread of the internal listener. */
export interface InternalThreadData {
  readonly options: Pick<InternalOptions, "trustedDocuments" | "volumes">;
  readonly config: Config;
  /** The database that the main thread has opened. */
  readonly target: ConnectionTarget;
}

export type InternalMessage =
  | Extract<ThreadMessage, { readonly kind: "alive" }>
  | { readonly kind: "ready"; readonly url: string }
  /** Requests the metrics of the main thread. */
  | { readonly kind: "readMetrics" };

export type MainMessage =
  | { readonly kind: "stop" }
  | { readonly kind: "metrics"; readonly metrics: OtherMetrics };

export interface ThreadsOptions extends Omit<ThreadOptions, "name" | "config" | "database"> {
  readonly config: Config;
  readonly database: OpenDatabase;
  readonly internalOptions: InternalThreadData["options"];
  /** The first thread of the internal listener. */
  readonly worker: OpenedWorker;
}

/**
 * Starts the public listener in this thread, and the internal one in a worker thread: what is sent to one does not
 * delay the other. Rejects if one of them cannot listen on its address.
 */
export async function startThreads({
  internalOptions,
  worker: firstWorker,
  ...options
}: ThreadsOptions): Promise<Gateway> {
  const { config, database, log } = options;
  const { publicPool, internalPool } = sharePool(config);
  const thread = await openThread({
    ...options,
    name: "main",
    config: { ...config, database: publicPool },
  });
  let { port } = config.internal;
  let internalUrl = "";
  const internal = superviseThread<InternalMessage>({
    name: "internal",
    log,
    open: (restarts) => {
      const opened = restarts === 0 ? firstWorker : openInternalWorker(restarts);
      opened.worker.ref();
      opened.worker.postMessage({
        config: { ...config, database: internalPool, internal: { ...config.internal, port } },
        target: database.target,
        options: internalOptions,
      } satisfies InternalThreadData);
      return opened;
    },
    onMessage: (message, worker) => {
      if (message.kind === "ready") {
        internalUrl = message.url;
        // Started again, the thread listens on the same port.
        port = Number(new URL(message.url).port);
      }
      if (message.kind === "readMetrics") {
        void postMetrics(worker);
      }
    },
    onEnd: (reason) => thread.threadEnded("internal", reason),
    silentSeconds: 10,
    stopMilliseconds: shutdownMilliseconds + 1500,
  });
  const postMetrics = async (worker: Worker) => {
    const metrics = await thread.register.getMetricsAsJSON();
    worker.postMessage({ kind: "metrics", metrics } satisfies MainMessage);
  };
  const outer = await startPublic(thread).catch(async (error: unknown) => {
    await internal.stop();
    throw error;
  });
  const stop = async () => {
    await Promise.all([outer.stop(), internal.stop()]);
    await thread.stop();
  };
  try {
    await internal.ready;
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    publicUrl: outer.url,
    internalUrl,
    watch: createWatchMetrics(thread.register),
    /** The internal thread computes them itself. */
    refreshSensors: null,
    threadEnded: thread.threadEnded,
    failed: internal.failed,
    stop,
  };
}

/** Shares the connections of a pool among both threads: six of ten are for the public listener. */
export function sharePool({ database, threads }: Pick<Config, "database" | "threads">) {
  // The embedded database answers one statement at a time, so each thread may have all of its few connections.
  const isShared = threads === 1 || database.kind === "embedded";
  if (isShared) return { publicPool: database, internalPool: database };
  const ofPublic = Math.max(1, Math.min(Math.ceil(0.6 * database.poolMax), database.poolMax - 1));
  return {
    publicPool: { ...database, poolMax: ofPublic },
    internalPool: { ...database, poolMax: Math.max(1, database.poolMax - ofPublic) },
  };
}

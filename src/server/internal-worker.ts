import { Worker } from "node:worker_threads";
import { packageFile } from "../system/package-files.ts";

/** The number of times that the thread was started again. */
export interface InternalWorkerData {
  readonly restarts: number;
}

/**
 * A thread that reads the program of the internal listener, and waits for its first message. It does not keep the
 * process running.
 */
export function openInternalWorker(restarts: number): Worker {
  const worker = new Worker(packageFile("dist/program/internal-thread.js"), {
    workerData: { restarts } satisfies InternalWorkerData,
    resourceLimits: { maxOldGenerationSizeMb: internalMegabytes },
  });
  worker.unref();
  return worker;
}

/** The memory of the thread's heap. Beyond it, the thread is ended. */
const internalMegabytes = 512;

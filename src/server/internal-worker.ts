import { openWorker, type OpenedWorker } from "../system/open-worker.ts";

export interface InternalWorkerData {
  /** How often the thread was started again. */
  readonly restarts: number;
}

/**
 * A thread that reads the program of the internal listener, and waits for its first message. It does not keep the
 * process running.
 */
export function openInternalWorker(restarts: number): OpenedWorker {
  const opened = openWorker("dist/program/internal-thread.js", {
    workerData: { restarts } satisfies InternalWorkerData,
    resourceLimits: { maxOldGenerationSizeMb: internalMegabytes },
  });
  opened.worker.unref();
  return opened;
}

/**
 * The memory of the thread's heap. Beyond it, the thread is ended. V8 lets a heap grow the less between collections,
 * the lower its bound is: with 512, a year of samples needed half as much processor time again. With 2048, the process
 * needed more than 450 MB beside attackers.
 */
const internalMegabytes = 1536;

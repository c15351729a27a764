import { Worker, type WorkerOptions } from "node:worker_threads";
import { packageFile } from "./package-files.ts";

/** A worker thread whose end is noted from its beginning, before anybody waits for it. */
export interface OpenedWorker {
  readonly worker: Worker;
  /** Resolves when it has ended. */
  readonly ended: Promise<WorkerEnd>;
}

export interface WorkerEnd {
  /** The uncaught error or value; null: there was none. */
  readonly failure: unknown;
  readonly code: number;
}

/** Opens a thread with a file of the package. */
export function openWorker(file: string, options: WorkerOptions): OpenedWorker {
  const worker = new Worker(packageFile(file), options);
  let failure: unknown = null;
  worker.on("error", (error) => {
    failure = error;
  });
  const ended = new Promise<WorkerEnd>((resolve) => {
    worker.once("exit", (code) => resolve({ failure, code }));
  });
  return { worker, ended };
}

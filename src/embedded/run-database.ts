import { rm } from "node:fs/promises";
import type { Worker } from "node:worker_threads";
import { openWorker } from "../system/open-worker.ts";
import { type DatabasePaths, isDatabaseComplete } from "./data-directory.ts";
import { hasErrorCode } from "../system/error-code.ts";

/**
 * Runs the database in a worker thread of this process and resolves once it answers; creates missing files first. The
 * caller holds the lock from before this call until `lost` has resolved. Throws the error by which the database did not
 * start.
 */
export async function runDatabase(paths: DatabasePaths) {
  const { filesPath, socketPath } = paths;
  // An owner that was killed may have left it. This process has the lock, so nobody listens on it.
  if (process.platform !== "win32") await rm(socketPath, { force: true });
  if (!isDatabaseComplete(filesPath)) {
    const reason = await startThread("creator-thread", paths).lost;
    if (!isDatabaseComplete(filesPath)) throw explained(paths, reason);
  }
  const { worker, lost } = startThread("database-thread", paths);
  const ready = new Promise<null>((resolve) => worker.once("message", () => resolve(null)));
  const failure = await Promise.race([ready, lost]);
  if (failure !== null) throw explained(paths, failure);
  // A command that forgets to close can still end; the files are then as after a crash: usable.
  worker.unref();

  return {
    /** Resolves when the thread has ended, with the reason. */
    lost,
    /**
     * Writes everything to the files and ends the thread, when the commands that have joined have left, or
     * `othersMilliseconds` have passed. A statement that lasts five seconds longer is interrupted.
     */
    async stop(othersMilliseconds: number) {
      worker.ref();
      worker.postMessage(othersMilliseconds);
      const limit = othersMilliseconds + statementMilliseconds;
      const timer = setTimeout(() => void worker.terminate(), limit);
      await lost;
      clearTimeout(timer);
    },
  };
}

/** A statement cannot be interrupted, and a service manager kills a service some seconds after its stop begins. */
const statementMilliseconds = 5000;

interface Thread {
  readonly worker: Worker;
  /** Resolves when the thread has ended, with the reason. */
  readonly lost: Promise<Error>;
}

function startThread(name: string, workerData: DatabasePaths): Thread {
  const { worker, ended } = openWorker(`dist/embedded/${name}.js`, { workerData });
  const lost = ended.then(({ failure, code }) => {
    if (failure === null) return new Error(`the embedded database ended with code ${code}`);
    // PGlite throws no Error when its backend exits.
    if (failure instanceof Error) return failure;
    return new Error("the embedded database broke down", { cause: failure });
  });
  return { worker, lost };
}

/** PGlite's errors for files that it cannot open have neither the folder nor a cause. */
function explained({ directory }: DatabasePaths, cause: Error): Error {
  if (hasErrorCode(cause, "DATABASE_UNUSABLE")) return cause;
  const causes = "Is the disk full, or are they another user's, another version's, or damaged?";
  return new Error(`${cause.message}, with the files in ${directory}. ${causes}`, { cause });
}

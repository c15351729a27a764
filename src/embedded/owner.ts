import { rm } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import type { EmbeddedCreatorData } from "./creator-thread.ts";
import { areFilesWhole, type EmbeddedPlace } from "./location.ts";
import { noRoom } from "./disk-space.ts";
import type { EmbeddedWorkerData } from "./worker-thread.ts";

/**
 * Runs the database of a place in a thread of this process and resolves once it answers. The caller
 * holds the lock of the place until `stop` is through or `lost` has resolved. Throws what kept the
 * database from starting.
 */
export async function runDatabase(place: EmbeddedPlace): Promise<RunningDatabase> {
  // Left by a holder that was killed; whoever has the lock knows that nobody listens on it.
  if (process.platform !== "win32") await rm(place.socketPath, { force: true });
  const { filesPath, socketPath } = place;
  if (!areFilesWhole(filesPath)) {
    const creator = startThread("./creator-thread.js", {
      filesPath,
    } satisfies EmbeddedCreatorData);
    const reason = await creator.lost;
    if (!areFilesWhole(filesPath)) throw explained(place, reason);
  }
  const { worker, lost } = startThread("./worker-thread.js", {
    filesPath,
    socketPath,
  } satisfies EmbeddedWorkerData);
  const ready = new Promise<null>((resolve) => worker.once("message", () => resolve(null)));
  const failed = await Promise.race([ready, lost]);
  if (failed !== null) throw explained(place, failed);
  // A command that forgets to close may still end; its database is then as after a crash: usable.
  worker.unref();
  worker.on("message", (message) => {
    if (message === "no room") process.emitWarning(`The disk of ${place.directory} ${noRoom}`);
    if (message === "room again")
      process.emitWarning(`The disk of ${place.directory} has room again`);
  });

  return {
    lost,
    async stop(othersMilliseconds) {
      worker.ref();
      worker.postMessage(othersMilliseconds);
      const limit = othersMilliseconds + patienceMilliseconds;
      const timer = setTimeout(() => void worker.terminate(), limit);
      await lost;
      clearTimeout(timer);
    },
  };
}

/** What PGlite says of files that it cannot open names neither what nor where. */
function explained({ directory }: EmbeddedPlace, cause: Error): Error {
  const causes = "Is the disk full, or are they another user's, another version's, or damaged?";
  return new Error(`${cause.message}, with the files in ${directory}. ${causes}`, { cause });
}

interface Thread {
  readonly worker: Worker;
  /** Resolves when the thread has ended, with the reason. */
  readonly lost: Promise<Error>;
}

function startThread(file: string, workerData: unknown): Thread {
  const worker = new Worker(new URL(file, import.meta.url), { workerData });
  let failure: Error | null = null;
  worker.on("error", (error: unknown) => (failure = describe(error)));
  const lost = new Promise<Error>((resolve) => {
    worker.once("exit", (code) => {
      resolve(failure ?? new Error(`the embedded database ended with code ${code}`));
    });
  });
  return { worker, lost };
}

/** What PGlite throws when its backend exits is no Error. */
function describe(error: unknown): Error {
  if (error instanceof Error) return error;
  return new Error("the embedded database broke down", { cause: error });
}

export interface RunningDatabase {
  /** Resolves when the thread has ended, with the reason. */
  readonly lost: Promise<Error>;
  /**
   * Writes everything out and ends the thread, once nobody has anything under way or
   * `othersMilliseconds` have passed; a statement that takes too long after that is broken off.
   */
  stop(othersMilliseconds: number): Promise<void>;
}

/** A statement cannot be interrupted, and a service is stopped by force soon after it was asked. */
const patienceMilliseconds = 5000;

import { setTimeout as delay } from "node:timers/promises";
import type { ConnectionTarget } from "#database/client/pool.ts";
import { type DataDirectoryLock, acquireDataDirectoryLock } from "./data-directory-lock.ts";
import { isListening, visitRunningDatabase } from "./client-session.ts";
import { runDatabase } from "./owner.ts";
import { type EmbeddedPlace, prepareEmbeddedPlace } from "./location.ts";

/**
 * Opens the embedded database of a data directory, or joins the process that has it open.
 *
 * One process holds the directory's lock and runs the database; it is the holder, the others are
 * guests at its socket. When the holder ends, however it ends, one of the guests takes the lock and
 * runs the database on the same socket, and the pools connect again. A holder that ends by itself
 * lets the guests finish what they have under way for a while; beyond it, and where it is killed, that fails.
 * Example: `import` starts the database, `serve` joins it, `import` ends: `serve` goes on alone.
 *
 * Throws where the database does not start, or does not answer within a minute. Once open, it is
 * started again when it is lost, with a warning; where that fails the error is thrown uncaught, for
 * a service without its database must end and not wait.
 */
export async function openEmbedded(dataDirectory: string): Promise<Embedded> {
  const place = await prepareEmbeddedPlace(dataDirectory);
  const closing = new AbortController();
  let part = await takePart(place, closing.signal);

  const follow = async () => {
    for (;;) {
      const reason = await part.lost;
      if (closing.signal.aborted) return;
      if (reason instanceof Error) process.emitWarning(`Starting it again: ${reason.message}`);
      part = await takePart(place, closing.signal);
      if (closing.signal.aborted) return part.end(0);
    }
  };
  const following = follow().catch((error: unknown) => {
    if (closing.signal.aborted) return;
    setImmediate(() => {
      throw error;
    });
  });

  return {
    target: { kind: "socket", path: place.socketPath },
    get role() {
      return part.role;
    },
    async close(othersMilliseconds = 1000) {
      closing.abort();
      await part.end(othersMilliseconds);
      await following;
    },
  };
}

export interface Embedded {
  readonly target: Extract<ConnectionTarget, { kind: "socket" }>;
  /** The holder runs the database, a guest uses the holder's; a guest may become the holder. */
  readonly role: "holder" | "guest";
  /**
   * Leaves, and as the holder ends the database with everything written; the lock is free then. What
   * guests have under way is waited for, so long at most; a second by default.
   */
  close(othersMilliseconds?: number): Promise<void>;
}

/** What this process is to the database, until it is lost or ended. */
interface Part {
  readonly role: "holder" | "guest";
  /** Resolves, with the reason where something failed, when it is over. */
  readonly lost: Promise<Error | void>;
  end(othersMilliseconds: number): Promise<void>;
}

const patienceMilliseconds = 60_000;
const pauseMilliseconds = 20;

/** Becomes the holder or a guest, whichever is possible first. */
async function takePart(place: EmbeddedPlace, closing: AbortSignal): Promise<Part> {
  const patience = AbortSignal.timeout(patienceMilliseconds);
  const signal = AbortSignal.any([closing, patience]);
  try {
    for (;;) {
      const part = (await tryToHold(place)) ?? (await tryToVisit(place, signal));
      if (part !== null) return part;
      // The holder has taken the lock and does not listen yet, or no longer listens and still has it.
      await delay(pauseMilliseconds, undefined, { signal });
    }
  } catch (error) {
    if (!patience.aborted) throw error;
    throw new Error(
      `Another process uses the database in ${place.directory} and does not answer. ` +
        "Wait until it ends, or end it.",
      { cause: error },
    );
  }
}

async function tryToVisit(place: EmbeddedPlace, signal: AbortSignal): Promise<Part | null> {
  const visit = await visitRunningDatabase(place.socketPath, signal);
  if (visit === null) return null;
  return { role: "guest", lost: visit.lost, end: async () => visit.end() };
}

async function tryToHold(place: EmbeddedPlace): Promise<Part | null> {
  const lock = await acquireDataDirectoryLock(place.directory);
  if (lock === null) return null;
  try {
    // Containers that share a volume do not share the names of Linux' locks, but they do this.
    if (!(await isListening(place.socketPath))) {
      const running = await runDatabase(place);
      const lost = releaseAfter(running.lost, lock);
      return {
        role: "holder",
        lost,
        async end(othersMilliseconds) {
          await running.stop(othersMilliseconds);
          await lost;
        },
      };
    }
  } catch (error) {
    await lock.release();
    throw error;
  }
  await lock.release();
  return null;
}

async function releaseAfter(lost: Promise<Error>, lock: DataDirectoryLock): Promise<Error> {
  const reason = await lost;
  await lock.release();
  return reason;
}

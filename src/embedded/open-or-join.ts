/*
 * The owner of a data directory is the process that holds the lock and runs the database; the others are clients of its
 * socket. When the owner ends, one of the clients becomes the owner and serves on the same socket; the pools of the
 * others connect again. An owner that closes waits for the requests of its clients; after that time, and if the owner
 * is killed, they fail. Example: `import` opens the database, `serve` joins it, `import` ends: `serve` is the owner.
 *
 * A database that fails later is opened again with a warning; if that fails, the error is thrown uncaught, because a
 * server without its database must end.
 */

import { setTimeout as delay } from "node:timers/promises";
import { joinOwner } from "./join-owner.ts";
import { acquireLock } from "./ownership-lock.ts";
import { type DatabasePaths, prepareDataDirectory } from "./data-directory.ts";
import { runDatabase } from "./run-database.ts";

/**
 * Opens the embedded database of a data directory, or joins the process that has it open. Throws if the database does
 * not start, or does not answer within three minutes; with `mustExist`, also if there is none yet.
 */
export async function openOrJoin(
  dataDirectory: string,
  { mustExist = false }: { readonly mustExist?: boolean } = {},
) {
  const paths = await prepareDataDirectory(dataDirectory, mustExist);
  const closing = new AbortController();
  let membership = await becomeOwnerOrClient(paths, closing.signal);

  const reopenWhenLost = async () => {
    for (;;) {
      const reason = await membership.lost;
      if (closing.signal.aborted) return;
      if (reason instanceof Error) process.emitWarning(`Starting it again: ${reason.message}`);
      membership = await becomeOwnerOrClient(paths, closing.signal);
      if (closing.signal.aborted) return membership.end(0);
    }
  };
  const reopening = reopenWhenLost().catch((error: unknown) => {
    if (closing.signal.aborted) return;
    setImmediate(() => {
      throw error;
    });
  });

  return {
    /** Speaks PostgreSQL's protocol to the user and database `postgres`; never changes. */
    socketPath: paths.socketPath,
    /** A client may become the owner. */
    get role() {
      return membership.role;
    },
    /**
     * Leaves the database. The owner writes everything to the files, ends the database and releases the lock; before,
     * it waits for the statements of clients, at most for this time.
     */
    async close(othersMilliseconds = 1000) {
      closing.abort();
      await membership.end(othersMilliseconds);
      await reopening;
    },
  };
}

/** One period as the owner or as a client. */
interface Membership {
  readonly role: "owner" | "client";
  /** Resolves when the period is over, with the reason if something failed. */
  readonly lost: Promise<Error | void>;
  end(othersMilliseconds: number): Promise<void>;
}

/** Creating the database lasts seconds, and minutes on a busy machine. */
const deadlineMilliseconds = 180_000;
const pauseMilliseconds = 20;

async function becomeOwnerOrClient(paths: DatabasePaths, closing: AbortSignal) {
  const deadline = AbortSignal.timeout(deadlineMilliseconds);
  const signal = AbortSignal.any([closing, deadline]);
  try {
    for (;;) {
      const membership = (await joinAsClient(paths, signal)) ?? (await startAsOwner(paths));
      if (membership !== null) return membership;
      // The owner does not listen yet, or no longer, and has the lock.
      await delay(pauseMilliseconds, undefined, { signal });
    }
  } catch (error) {
    if (!deadline.aborted) throw error;
    throw new Error(
      `Another process uses the database in ${paths.directory} and does not answer. ` +
        "Wait until it ends, or end it.",
      { cause: error },
    );
  }
}

async function joinAsClient(
  { socketPath }: DatabasePaths,
  signal: AbortSignal,
): Promise<Membership | null> {
  const owner = await joinOwner(socketPath, signal);
  if (owner === null) return null;
  return { role: "client", lost: owner.lost, end: async () => owner.leave() };
}

async function startAsOwner(paths: DatabasePaths): Promise<Membership | null> {
  const lock = await acquireLock(paths.directory);
  if (lock === null) return null;
  try {
    const database = await runDatabase(paths);
    const lost = database.lost.then(async (reason) => {
      await lock.release();
      return reason;
    });
    return {
      role: "owner",
      lost,
      async end(othersMilliseconds) {
        await database.stop(othersMilliseconds);
        await lost;
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

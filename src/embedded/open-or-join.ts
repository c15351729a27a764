/*
 * The owner of a data directory is the process that holds the lock and runs the database; the others are clients of its
 * socket until it ends. A client never becomes the owner. Example: `import` opens the database, `serve` joins it,
 * `import` ends: `serve` has lost its database, ends with 3, and is the owner when it is started again.
 */

import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { acquireLock } from "./ownership-lock.ts";
import { type DatabasePaths, prepareDataDirectory } from "./data-directory.ts";
import { runDatabase } from "./run-database.ts";
import { commandStartupMessage, startupMessage } from "./wire-protocol.ts";
import { hasErrorCode } from "../system/error-code.ts";

export interface OpenOptions {
  /** True: it is an error if there is no database yet. */
  readonly mustExist?: boolean;
  /**
   * True for a process that runs until it is stopped. Commands wait for each other before they end the database; nobody
   * waits for a server, and a server waits a second for commands.
   */
  readonly isServer?: boolean;
}

/** The use of an embedded database by this process. */
export interface Membership {
  readonly role: "owner" | "client";
  /** Resolves when the database is over, with the reason. */
  readonly lost: Promise<Error>;
  /** Leaves the database. The owner ends it, when everything is in the files, and releases the lock. */
  close(): Promise<void>;
}

/**
 * Opens the embedded database of a data directory, or joins the process that has it open. Throws if the database does
 * not start, or does not answer within three minutes.
 */
export async function openOrJoin(
  dataDirectory: string,
  { mustExist = false, isServer = false }: OpenOptions = {},
) {
  const paths = await prepareDataDirectory(dataDirectory, mustExist);
  const deadline = AbortSignal.timeout(deadlineMilliseconds);
  try {
    for (;;) {
      const membership =
        (await joinOwner(paths, isServer, deadline)) ?? (await startAsOwner(paths, isServer));
      // The socket speaks PostgreSQL's protocol to the user and database `postgres`.
      if (membership !== null) return { ...membership, socketPath: paths.socketPath };
      // The owner does not listen yet, or no longer, and has the lock.
      await delay(pauseMilliseconds, undefined, { signal: deadline });
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

/** Creating the database lasts seconds, and minutes on a busy machine. */
const deadlineMilliseconds = 180_000;
const pauseMilliseconds = 20;

/**
 * Waits until the owner answers: it may still be starting. The connection stays open, because it ends with the owner;
 * it does not keep this process running. Null if no process listens, or if the owner ended before it answered.
 */
function joinOwner(
  { socketPath, directory }: DatabasePaths,
  isServer: boolean,
  signal: AbortSignal,
): Promise<Membership | null> {
  return new Promise((resolve, reject) => {
    const socket = connect({ path: socketPath });
    const abort = () => socket.destroy(signal.reason as Error);
    signal.addEventListener("abort", abort);
    const lost = new Promise<Error>((ended) =>
      socket.once("close", () => ended(ownerEnded(directory))),
    );
    socket.once("connect", () => socket.write(isServer ? startupMessage : commandStartupMessage));
    socket.once("data", () => {
      signal.removeEventListener("abort", abort);
      socket.resume();
      socket.unref();
      resolve({ role: "client", lost, close: async () => void socket.destroy() });
    });
    socket.once("close", () => {
      signal.removeEventListener("abort", abort);
      resolve(null);
    });
    socket.on("error", (error) => {
      if (!hasErrorCode(error, ...absenceCodes)) reject(error);
    });
  });
}

/** No socket, a socket whose process has ended, or one that ended during the conversation. */
const absenceCodes = ["ENOENT", "ECONNREFUSED", "ECONNRESET", "EPIPE"];

function ownerEnded(directory: string): Error {
  const message =
    `The process that ran the database in ${directory} has ended, and this one had only joined it. ` +
    "Start this one again: it then runs the database itself.";
  return Object.assign(new Error(message), { code: "DATABASE_UNUSABLE" });
}

async function startAsOwner(paths: DatabasePaths, isServer: boolean): Promise<Membership | null> {
  const lock = await acquireLock(paths.directory);
  if (lock === null) return null;
  let isClosing = false;
  let database = await runDatabase(paths).catch(async (error: unknown) => {
    await lock.release();
    throw error;
  });
  const end = () => database.stop(isServer ? serverMilliseconds : commandMilliseconds);
  const run = async (): Promise<Error> => {
    const reason = await database.lost;
    if (isClosing) return reason;
    process.emitWarning(`Starting it again: ${reason.message}`);
    database = await runDatabase(paths);
    if (isClosing) await end();
    return run();
  };
  const lost = run()
    .catch((error: unknown) => error as Error)
    .finally(() => lock.release());
  return {
    role: "owner",
    lost,
    async close() {
      isClosing = true;
      await end();
      await lost;
    },
  };
}

/** The longest times that a server, and a command, wait for the commands that have joined. */
const serverMilliseconds = 1000;
const commandMilliseconds = 3_600_000;

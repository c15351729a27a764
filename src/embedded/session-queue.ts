/*
 * The backend has one unnamed portal, one transaction, and one state of "skip messages until Sync". Therefore one
 * session at a time is active, first in, first out: from its first message until the ReadyForQuery without an open
 * transaction. Example: A sends Bind, B sends Bind, A sends Execute; if both were active, A would get B's rows.
 *
 * A client may prepare a named statement (Parse, Describe, Flush), and send the rest when it has read the answer. The
 * queue ends that part with a Sync of its own: a client that hangs then holds up no other.
 */

import type { PGlite } from "@electric-sql/pglite";
import { createFullDiskGuard, type Disk } from "./full-disk.ts";
import {
  closeStatementMessage,
  closedName,
  failingMessage,
  messageType,
  preparedName,
  readyStatus,
  rollbackMessage,
  startupMessage,
  syncMessage,
} from "./wire-protocol.ts";

/**
 * Lets many sessions share the only backend of an embedded database. While `disk` has no space, nothing is written. If
 * the backend throws or breaks the protocol, the queue calls `onFatal` and sends no further messages to it.
 */
export async function createSessionQueue(
  backend: Backend,
  onFatal: (error: unknown) => void,
  disk: Disk,
): Promise<SessionQueue> {
  const greeting: Buffer[] = [];
  await send(backend, startupMessage, (bytes) => greeting.push(bytes));
  // The first answer after the greeting repeats settings, which clients do not expect.
  await send(backend, syncMessage, ignore);
  const guardDisk = createFullDiskGuard(disk, (message) => send(backend, message, ignore));
  /** Sessions that have messages and are not active. */
  const waiting: Session[] = [];
  let active: Session | null = null;
  let status: Status = "I";
  /** True while the active session has only prepared named statements, outside a transaction. */
  let isPreparing = true;
  /** Stays true after a failure, so that no further message is sent to the failed backend. */
  let isRunning = false;
  let running = Promise.resolve();
  let isStopping = false;

  const run = async () => {
    while (!isStopping) {
      active ??= waiting.shift() ?? null;
      const message = active?.messages.shift();
      if (active === null || message === undefined) break;
      if (status === "I" || status === "T") await guardDisk(status);
      status = await answer(backend, active, message);
      isPreparing &&= preparesNamed(message);
      if (isPreparing && message[0] === messageType.flush) {
        status = await send(backend, syncMessage, ignore);
      }
      if (status !== "I") continue;
      isPreparing = true;
      if (active.messages.length > 0) waiting.push(active);
      active = null;
    }
    isRunning = false;
  };

  return {
    greeting: Buffer.concat(greeting),
    receive(session, message) {
      session.messages.push(message);
      if (session !== active && session.messages.length === 1) waiting.push(session);
      if (isRunning) return;
      isRunning = true;
      running = run();
      running.catch(onFatal);
    },
    async stop() {
      isStopping = true;
      await running;
      await abandonQuery(backend);
    },
  };
}

/** The part of PGlite that this file uses: it sends one message and returns the answer. */
export type Backend = Pick<PGlite, "execProtocolRawStream">;

export interface SessionQueue {
  /** The answer to every start-up message: all sessions have the backend's settings. */
  readonly greeting: Buffer;
  /** Queues a message of a session. Terminate, the last one, removes all remains of the session. */
  receive(session: Session, message: Buffer): void;
  /** Completes the message in progress, sends no other, and rolls back the open transaction. */
  stop(): Promise<void>;
}

/** One connection. */
export interface Session {
  /** Messages that are received and not yet sent to the backend. */
  readonly messages: Buffer[];
  /** Names of the statements that it has prepared; the backend would keep them after the connection. */
  readonly statements: Set<string>;
  /** Sends the answer to one message to the client. */
  reply(parts: readonly Buffer[]): void;
}

function preparesNamed(message: Buffer): boolean {
  const [type] = message;
  if (type === messageType.parse) return preparedName(message) !== "";
  return type === messageType.describe || type === messageType.flush;
}

async function answer(backend: Backend, session: Session, message: Buffer): Promise<Status> {
  if (message[0] === messageType.terminate) return endSession(backend, session);
  if (message[0] === messageType.parse) session.statements.add(preparedName(message));
  if (message[0] === messageType.close) session.statements.delete(closedName(message) ?? "");
  const parts: Buffer[] = [];
  const status = await send(backend, message, (bytes) => parts.push(bytes));
  session.reply(parts);
  return status;
}

async function endSession(backend: Backend, session: Session): Promise<Status> {
  await abandonQuery(backend);
  for (const name of session.statements) await send(backend, closeStatementMessage(name), ignore);
  session.statements.clear();
  return send(backend, syncMessage, ignore);
}

/** Ends the query and the transaction that may be open, and rolls them back. */
async function abandonQuery(backend: Backend): Promise<void> {
  await send(backend, failingMessage, ignore);
  const status = await send(backend, syncMessage, ignore);
  if (status !== "I") await send(backend, rollbackMessage, ignore);
}

const ignore = () => undefined;

/** "I" idle, "T" in a transaction, "E" in a failed one; null in the middle of a query. */
type Status = "I" | "T" | "E" | null;

/** Sends a message to the backend, and its answer to `onBytes`. Throws without ReadyForQuery: the backend crashed. */
async function send(
  backend: Backend,
  message: Buffer,
  onBytes: (bytes: Buffer) => void,
): Promise<Status> {
  let tail: Buffer = Buffer.alloc(0);
  await backend.execProtocolRawStream(message, {
    onRawData: (bytes) => {
      // `bytes` is a view of the backend's memory, which the next message overwrites.
      const copy = Buffer.from(bytes);
      tail = Buffer.concat([tail, copy.subarray(-6)]).subarray(-6);
      onBytes(copy);
    },
  });
  if (!typesAnsweredByReady.has(message.readUInt8(0))) return null;
  const status = readyStatus(tail);
  if (status === null) throw new Error("The embedded database did not complete a query");
  return status;
}

/** Start-up (it has no type; its first byte is of its length), Query and Sync. */
const typesAnsweredByReady = new Set([0, messageType.query, messageType.sync]);

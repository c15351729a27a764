import type { PGlite } from "@electric-sql/pglite";
import { createAccess, type Disk } from "./disk-access.ts";
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
} from "./wire-messages.ts";

/**
 * Lets many connections share the one backend of an embedded database.
 *
 * The unnamed portal, the skipping of messages after an error, and the transaction are shared by
 * everybody who talks to the backend. So connections take turns, first come first served, and a turn
 * lasts from a connection's first message to the ReadyForQuery that reports no open transaction.
 * Example: A sends Bind, B sends Bind, A sends Execute; without turns A would be given B's rows.
 *
 * While `disk` has no room, nothing is written. `onFatal` is told when the backend throws or breaks the
 * protocol; it is sent nothing more then.
 */
export async function createTurns(
  database: TurnBackend,
  onFatal: (error: unknown) => void,
  disk: Disk = boundless,
): Promise<Turns> {
  const parts: Buffer[] = [];
  await send(database, startupMessage, (bytes) => parts.push(bytes));
  // The first answer after it reports settings again, which no connection has asked for.
  await send(database, syncMessage, discard);
  /** Those with messages, but not the turn. */
  const waiting: Session[] = [];
  let turn: Session | null = null;
  let status: Status = "I";
  /** Not set back after a failure, so that a broken backend is left alone. */
  let idle = true;
  let running = Promise.resolve();
  let stopping = false;
  const access = createAccess(disk, (message) => send(database, message, discard));
  let taken = 0;
  /** Told when nobody has the turn or waits for it. */
  const onQuiet: (() => void)[] = [];

  const run = async () => {
    while (!stopping) {
      turn ??= waiting.shift() ?? null;
      const message = turn?.messages.shift();
      if (turn === null || message === undefined) break;
      if (status === "I" || status === "T") await access.settle(status);
      status = await answer(database, turn, message);
      if (status !== "I") continue;
      if (turn.messages.length > 0) waiting.push(turn);
      turn = null;
    }
    idle = true;
    if (turn === null) for (const tell of onQuiet.splice(0)) tell();
  };

  return {
    greeting: Buffer.concat(parts),
    get taken() {
      return taken;
    },
    take(session, message) {
      taken += 1;
      session.messages.push(message);
      if (session !== turn && session.messages.length === 1) waiting.push(session);
      if (!idle) return;
      idle = false;
      running = run();
      running.catch(onFatal);
    },
    quiet() {
      if (idle && turn === null) return Promise.resolve();
      return new Promise((resolve) => onQuiet.push(resolve));
    },
    async stop() {
      stopping = true;
      await running;
      await rest(database);
    },
  };
}

/** What is asked of the database: one message in, its answer out. */
export type TurnBackend = Pick<PGlite, "execProtocolRawStream">;

export interface Turns {
  /** What answers every start-up message: the backend's settings are the same for all. */
  readonly greeting: Buffer;
  /** How many messages have been taken. */
  readonly taken: number;
  /** Answers a message in its turn. A session's last one is Terminate, which leaves nothing behind. */
  take(session: Session, message: Buffer): void;
  /** Resolves at the first moment at which no transaction is open and no message waits. */
  quiet(): Promise<void>;
  /** Lets the message under way finish, takes no other, and ends the transaction that is open. */
  stop(): Promise<void>;
}

/** One connection. */
export interface Session {
  /** Received, and not sent to the backend yet. */
  readonly messages: Buffer[];
  /** Prepared by this connection; they are the backend's, and would stay when it ends. */
  readonly statements: Set<string>;
  /** Passes on what answers one message. */
  reply(parts: readonly Buffer[]): void;
}

/** The state of the backend after the message: see `send`. */
async function answer(database: TurnBackend, session: Session, message: Buffer): Promise<Status> {
  if (message[0] === messageType.terminate) return leave(database, session);
  if (message[0] === messageType.parse) session.statements.add(preparedName(message));
  if (message[0] === messageType.close) session.statements.delete(closedName(message) ?? "");
  const parts: Buffer[] = [];
  const status = await send(database, message, (bytes) => parts.push(bytes));
  session.reply(parts);
  return status;
}

/** Ends what a connection began, whether it said goodbye or was killed in the middle of a query. */
async function leave(database: TurnBackend, session: Session): Promise<Status> {
  await rest(database);
  for (const name of session.statements) {
    await send(database, closeStatementMessage(name), discard);
  }
  session.statements.clear();
  return send(database, syncMessage, discard);
}

/** Ends the query and the transaction that may be open, and undoes them. */
async function rest(database: TurnBackend): Promise<void> {
  await send(database, failingMessage, discard);
  const status = await send(database, syncMessage, discard);
  if (status !== "I") await send(database, rollbackMessage, discard);
}

const discard = () => undefined;

const boundless: Disk = { hasRoom: () => true, onChange: discard };

/** "I" at rest, "T" in a transaction, "E" in a failed one; null: in the middle of a query. */
type Status = "I" | "T" | "E" | null;

/**
 * Hands one message to the backend and what it answers to `onBytes`. Throws where the backend does
 * not end a query with ReadyForQuery: it has crashed inside, and must not be asked again.
 */
async function send(
  database: TurnBackend,
  message: Buffer,
  onBytes: (bytes: Buffer) => void,
): Promise<Status> {
  let tail: Buffer = Buffer.alloc(0);
  await database.execProtocolRawStream(message, {
    onRawData: (bytes) => {
      // A view of the backend's memory, which the next message overwrites.
      const copy = Buffer.from(bytes);
      tail = Buffer.concat([tail, copy.subarray(-6)]).subarray(-6);
      onBytes(copy);
    },
  });
  if (!endsWithReady.has(message.readUInt8(0))) return null;
  const status = readyStatus(tail);
  if (status === null) throw new Error("The embedded database did not complete a query");
  return status;
}

/** Start-up (which has no type, so its first byte is of its length), Query and Sync. */
const endsWithReady = new Set<number>([0, messageType.query, messageType.sync]);

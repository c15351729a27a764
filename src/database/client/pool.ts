import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "#postgres";
import type { Sql } from "postgres";
import { guardTransactions } from "./guard-transactions.ts";
import { createSockets, type Sockets } from "./sockets.ts";
import { columnCasing, type Database, type StatementDeadline } from "./statement.ts";

/** A transaction, or the whole database: what a command needs to read and write. */
export type Queryable = Pick<
  OperatorDatabase,
  "select" | "insert" | "update" | "delete" | "execute" | "transaction"
>;

/** The database of a command: statements take as long as they need. Requests use `Database`. */
export type OperatorDatabase = PostgresJsDatabase & { readonly $client: Sql };

export interface Pool {
  readonly db: OperatorDatabase;
  /** The handle with which one request, job or command sends defined statements. */
  sessionFor(work: Omit<Database, "client" | "deadline">): Database;
  /** Closes every connection; statements in progress are given `timeoutSeconds`, two by default. */
  close(timeoutSeconds?: number): Promise<void>;
}

export interface PoolOptions {
  readonly target: ConnectionTarget;
  readonly poolMax: number;
  /** After this time the server ends a statement; 0: never, as for commands. */
  readonly statementTimeoutMilliseconds: number;
  /** Receives the text of each statement that is sent. */
  readonly onStatement?: (text: string) => void;
}

/** The address of a server, or the path of a local socket. */
export type ConnectionTarget =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "socket"; readonly path: string };

/** Opens a pool. Connections are made when they are first needed. */
export function openPool(options: PoolOptions): Pool {
  const { target, poolMax, statementTimeoutMilliseconds, onStatement } = options;
  const sockets = createSockets();
  const settings = {
    max: poolMax,
    // The embedded database accepts a connection only after the statement in progress, which may be long.
    connect_timeout: target.kind === "url" ? connectSeconds(statementTimeoutMilliseconds) : 60,
    socket: sockets.open,
    // Seconds between attempts to connect; the driver's own rise to 20, long after the database is back.
    backoff: (attempts: number) => Math.min(2 ** attempts / 100, 1),
    // Drizzle parses arrays itself: asking each new connection for their types would be one more statement.
    fetch_types: false,
    onnotice: () => undefined,
    connection: {
      application_name: "acoustic",
      TimeZone: "UTC",
      statement_timeout: statementTimeoutMilliseconds,
      // Custom plans cost more than they save. The server also makes them anew each time for a value that it has no
      // statistics of yet, such as a new key.
      plan_cache_mode: "force_generic_plan",
    },
    debug: onStatement === undefined ? false : (_: number, text: string) => onStatement(text),
  };
  const client =
    target.kind === "url"
      ? postgres(target.url, { ...settings, ...databaseOf(target.url) })
      : postgres({ ...settings, path: target.path, user: "postgres", database: "postgres" });
  guardTransactions(client);
  const deadline = createDeadline(statementTimeoutMilliseconds, sockets);
  return {
    db: drizzle(client, { casing: columnCasing }),
    sessionFor: (work) => ({ ...work, client, deadline }),
    async close(timeoutSeconds = 2) {
      await client.end({ timeout: timeoutSeconds });
      // The driver waits for the server to close; a frozen server never does.
      sockets.destroyAll();
    },
  };
}

/** The driver decodes every part of an address except the name of the database. */
function databaseOf(url: string): { database?: string } {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  return name === "" ? {} : { database: name };
}

/** Not longer than a statement may take: a request that waits for a connection has a deadline, too. */
function connectSeconds(statementTimeoutMilliseconds: number): number {
  if (statementTimeoutMilliseconds === 0) return 5;
  return Math.min(5, Math.max(1, statementTimeoutMilliseconds / 1000));
}

/**
 * The server ends a statement at the timeout by itself. A server that has not done so is frozen or cannot
 * be reached: the connections that were silent for as long are closed, because they may stay silent
 * for ever, and so would every later statement on them.
 */
function createDeadline(timeoutMilliseconds: number, sockets: Sockets): StatementDeadline {
  return {
    milliseconds:
      timeoutMilliseconds === 0 ? longestTimer : timeoutMilliseconds + graceMilliseconds,
    expire() {
      sockets.destroySilentFor(timeoutMilliseconds);
      const message = "the database neither answered nor refused a statement in time";
      return Object.assign(new Error(message), { code: "STATEMENT_OVERDUE" });
    },
  };
}

/** For the server's own refusal to arrive. It is less than the time of a request beyond that of a statement. */
const graceMilliseconds = 500;

/** 24 days: the longest time that a timer takes. */
const longestTimer = 2 ** 31 - 1;

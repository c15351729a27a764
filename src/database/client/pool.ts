import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "#postgres";
import type { Sql } from "postgres";
import { guardTransactions } from "./guard-transactions.ts";
import { createLifeline, type Lifeline } from "./statement-deadline.ts";
import { createSockets } from "./sockets.ts";
import type { StatementWatch } from "./statement-observer.ts";

/** The one handle through which SQL is sent. */
export type Database = PostgresJsDatabase & {
  readonly $client: Sql;
  readonly lifeline?: Lifeline;
  /** Told of every statement that is sent for a request; see `watch.ts`. */
  readonly watch?: StatementWatch;
  /** The request that statements are sent for; see `watch.ts`. */
  readonly behalf?: { readonly requestId: string; readonly over: AbortSignal };
};

/** Columns are named in code as `sensorNo` and in the database as `sensor_key`. */
export const columnCasing = "snake_case";

/** A transaction, or the database itself: what a query, or one transaction more, needs. */
export type Queryable = Pick<
  Database,
  "select" | "insert" | "update" | "delete" | "execute" | "transaction"
>;

export interface Connection {
  readonly db: Database;
  /** Ends every connection of the pool; statements under way are given `timeoutSeconds`, two by default. */
  close(timeoutSeconds?: number): Promise<void>;
}

export interface ConnectionOptions {
  /** Where the server is: an address, or the path of a local socket. */
  readonly target: ConnectionTarget;
  readonly poolMax: number;
  /** 0: statements may take as long as they need. */
  readonly statementTimeoutMilliseconds: number;
  /** Called with each statement that is sent. */
  readonly onStatement?: (text: string) => void;
}

export type ConnectionTarget =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "socket"; readonly path: string };

/** Opens a pool; connections are made when they are first needed. */
export function connect(options: ConnectionOptions): Connection {
  const { target, onStatement } = options;
  const limit = options.statementTimeoutMilliseconds;
  const sockets = createSockets();
  const settings = {
    max: options.poolMax,
    // The embedded database greets nobody while it works at a long statement.
    connect_timeout: target.kind === "url" ? connectSeconds(limit) : 60,
    socket: sockets.open,
    // Seconds between attempts to connect; the driver's own rise to 20, long after the database is back.
    backoff: (attempts: number) => Math.min(2 ** attempts / 100, 1),
    // Drizzle reads arrays itself: asking each new connection for their types would be a statement more.
    fetch_types: false,
    onnotice: () => undefined,
    connection: {
      application_name: "acoustic",
      TimeZone: "UTC",
      statement_timeout: options.statementTimeoutMilliseconds,
      // Plans that know the values cost more than they save, and are made anew each time where the
      // server takes a value it has not seen yet, such as a new key, for a rare one.
      plan_cache_mode: "force_generic_plan",
    },
    debug: onStatement === undefined ? false : (_: number, text: string) => onStatement(text),
  };
  const client =
    target.kind === "url"
      ? postgres(target.url, { ...settings, ...databaseOf(target.url) })
      : postgres({ ...settings, path: target.path, user: "postgres", database: "postgres" });
  guardTransactions(client);
  const lifeline = limit === 0 ? {} : { lifeline: createLifeline(limit, sockets) };
  return {
    db: Object.assign(drizzle(client, { casing: columnCasing }), lifeline),
    async close(timeoutSeconds = 2) {
      await client.end({ timeout: timeoutSeconds });
      // The driver says goodbye and waits for an answer, which a frozen server does not give.
      sockets.cutAll();
    },
  };
}

/** The driver decodes all of an address but the name of the database. */
function databaseOf(url: string): { database?: string } {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  return name === "" ? {} : { database: name };
}

/** No longer than a statement may take: who waits for a connection is to be answered in time, too. */
function connectSeconds(statementTimeoutMilliseconds: number): number {
  if (statementTimeoutMilliseconds === 0) return 5;
  return Math.min(5, Math.max(1, statementTimeoutMilliseconds / 1000));
}

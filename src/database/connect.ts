import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres, { type Sql } from "postgres";

/** The one handle through which SQL is sent. */
export type Database = PostgresJsDatabase & { readonly $client: Sql };

/** Columns are named in code as `sensorKey` and in the database as `sensor_key`. */
export const columnCasing = "snake_case";

/** A transaction, or the database itself: what a query, or one transaction more, needs. */
export type Queryable = Pick<
  Database,
  "select" | "insert" | "update" | "delete" | "execute" | "transaction"
>;

export interface Connection {
  readonly db: Database;
  /** Ends every connection of the pool; queries under way are given `timeoutSeconds`. */
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
  const settings = {
    max: options.poolMax,
    // The embedded database greets nobody while it works at a long statement.
    connect_timeout: target.kind === "url" ? 5 : 60,
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
      ? postgres(target.url, settings)
      : postgres({ ...settings, path: target.path, user: "postgres", database: "postgres" });
  return {
    db: drizzle(client, { casing: columnCasing }),
    close: (timeoutSeconds = 5) => client.end({ timeout: timeoutSeconds }),
  };
}

import { readFileSync } from "node:fs";
import postgres from "postgres";
import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Sql, TransactionSql } from "postgres";
import {
  nameOfHost,
  parseServerAddresses,
  type ServerAddresses,
} from "../../system/server-addresses.ts";
import { createSockets, type Sockets } from "./sockets.ts";
import { columnCasing, type Database, type StatementDeadline } from "./statement.ts";

/** A transaction or the whole database, which a command reads and writes. */
export type Queryable = Pick<
  OperatorDatabase,
  "select" | "insert" | "update" | "delete" | "execute" | "transaction"
>;

/** The database of a command: its statements have no deadline. Requests use `Database`. */
export type OperatorDatabase = PostgresJsDatabase & { readonly $client: Sql };

export interface Pool {
  readonly db: OperatorDatabase;
  /** The handle with which one request, job or command sends defined statements. */
  sessionFor(work: Omit<Database, "client" | "deadline">): Database;
  /** Closes the connections that are open now. Statements in progress on them fail. */
  disconnect(): void;
  /** Closes every connection. Statements in progress have `timeoutSeconds`, two by default, to end. */
  close(timeoutSeconds?: number): Promise<void>;
}

export interface PoolOptions {
  readonly target: ConnectionTarget;
  readonly poolMax: number;
  /** After this time the server ends a statement; 0: never, as for commands. */
  readonly statementTimeoutMilliseconds: number;
  /** How long the coordinator of Citus tries to connect to a worker. Default: 900 ms, and 30 s for commands. */
  readonly workerMilliseconds?: number;
  /** True if the database has the extension Citus; null, the default: unknown. */
  readonly hasCitus?: boolean | null;
  /** True if generic plans would cost more than plans for single values; false, the default: they cost less. */
  readonly hasManyPartitions?: boolean;
  /** True: connections are kept, and with them the locks of their sessions. Else the driver renews them hourly. */
  readonly keepsConnections?: boolean;
  /** Receives the text of each statement that is sent. */
  readonly onStatement?: (text: string) => void;
}

/** The address of one or several servers, or the path of a local socket. */
export type ConnectionTarget =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "socket"; readonly path: string };

/**
 * Opens a pool. Connections are made when they are first needed. With several hosts, or with
 * `target_session_attrs=primary`, the driver refuses a standby: a connection is then made to the next host.
 */
export function openPool(options: PoolOptions): Pool {
  const { target, poolMax, statementTimeoutMilliseconds, onStatement, hasCitus = null } = options;
  const way = target.kind === "url" ? serversOf(target.url) : target;
  const sockets = createSockets(way.kind === "servers" ? way.hosts : [way]);
  const settings = {
    max: poolMax,
    ...(options.keepsConnections === true && { max_lifetime: null }),
    // The embedded database accepts a connection only after the statement in progress, which may last long.
    connect_timeout: target.kind === "url" ? connectSeconds(statementTimeoutMilliseconds) : 60,
    socket: sockets.open,
    ...(way.kind === "servers" &&
      way.mustBePrimary && { target_session_attrs: "primary" as const }),
    // Seconds between attempts to connect; the driver's own rise to 20, long after the database is back.
    backoff: (attempts: number) => Math.min(2 ** attempts / 100, 1),
    // Drizzle parses arrays itself: querying their types would be one more statement for each connection.
    fetch_types: false,
    onnotice: () => undefined,
    connection: {
      application_name: way.kind === "servers" ? way.driver.applicationName : "acoustic",
      TimeZone: "UTC",
      bytea_output: "hex",
      statement_timeout: statementTimeoutMilliseconds,
      ...(hasCitus === false && {
        plan_cache_mode: options.hasManyPartitions === true ? customPlans : genericPlans,
      }),
      ...(way.kind === "servers" &&
        hasCitus !== false &&
        citusSettings(
          options.workerMilliseconds ?? (statementTimeoutMilliseconds === 0 ? 30_000 : 900),
        )),
    },
    debug: onStatement === undefined ? false : (_: number, text: string) => onStatement(text),
  };
  const client =
    way.kind === "servers"
      ? postgres(way.driver.url, {
          ...settings,
          ...way.driver.login,
          // The sockets choose the host. With several, the driver tries again where one cannot be used.
          ...(way.hosts.length > 1 && { host: way.hosts.map(nameOfHost).join(",") }),
        })
      : postgres({ ...settings, path: way.path, user: "postgres", database: "postgres" });
  guardTransactions(client);
  const deadline = createDeadline(statementTimeoutMilliseconds, sockets);
  return {
    db: drizzle(client, { casing: columnCasing }),
    sessionFor: (work) => ({ ...work, client, deadline }),
    disconnect: sockets.destroyAll,
    async close(timeoutSeconds = 2) {
      await client.end({ timeout: timeoutSeconds });
      // The driver waits for the server to close; a frozen server never does.
      sockets.close();
    },
  };
}

interface Servers {
  readonly kind: "servers";
  readonly hosts: ServerAddresses["hosts"];
  /** The options of the first host. */
  readonly driver: DriverOptions;
  /** True if the pool connects only to a primary. */
  readonly mustBePrimary: boolean;
}

function serversOf(url: string): Servers {
  const addresses = parseServerAddresses(url);
  if (addresses === null) throw new Error("the address of the database has no such form");
  const { hosts, sessionKind } = addresses;
  const driver = driverOptionsOf(hosts[0].url);
  const mustBePrimary = hosts.length > 1 || sessionKind === "primary";
  return { kind: "servers", hosts, driver, mustBePrimary };
}

/**
 * Custom plans cost more than they save. The server also plans again each time for a value without statistics, such as
 * a new key. Citus needs custom plans: the value decides to which node it sends a statement.
 */
const genericPlans = "force_generic_plan";

/**
 * A generic plan has every partition: with 1,200, a statement needs up to a second. A custom plan has two partitions.
 */
const customPlans = "force_custom_plan";

/** A server without the extension accepts settings with a prefix and ignores them. */
function citusSettings(workerMilliseconds: number) {
  return {
    "citus.node_connection_timeout": workerMilliseconds,
    // One connection to each worker: a transaction may write to many sensors and make a partition.
    "citus.multi_shard_modify_mode": "sequential",
  };
}

/** Not longer than the deadline of a statement: a request that waits for a connection has a deadline, too. */
function connectSeconds(statementTimeoutMilliseconds: number): number {
  if (statementTimeoutMilliseconds === 0) return 5;
  return Math.min(5, Math.max(1, statementTimeoutMilliseconds / 1000));
}

/**
 * The server itself ends a statement at the timeout. A server that does not is frozen or cannot be reached: the
 * connections that were silent for that time are closed, because later statements on them might never be answered.
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

/**
 * The time for the server's own refusal to arrive. It is shorter than the time from the deadline of a statement
 * to the deadline of its request.
 */
const graceMilliseconds = 500;

/** 24 days: the longest time of a timer. */
const longestTimer = 2 ** 31 - 1;

/*
 * The bug (porsager/postgres#1216): when the connection of a transaction is lost, the driver rejects `begin`, but the
 * function that runs in the transaction goes on. Its later statements are sent over the connection that replaces the
 * lost one, each committed by itself. Example: the server restarts while an import reads its file, and the import
 * writes its next rows.
 */

/** Works around porsager/postgres#1216: later statements of a transaction whose connection is lost throw. */
function guardTransactions(client: Sql): void {
  const begin = client.begin.bind(client) as (work: Work) => Promise<unknown>;
  client.begin = ((work: Work) => {
    let hasEnded = false;
    const requireOpen = () => {
      const message = "the connection of the transaction was lost";
      if (hasEnded) throw Object.assign(new Error(message), { code: "CONNECTION_CLOSED" });
    };
    return begin((transaction) => work(guarded(transaction, requireOpen))).finally(() => {
      hasEnded = true;
    });
  }) as Sql["begin"];
}

type Work = (transaction: TransactionSql) => Promise<unknown>;

/** The transaction or savepoint with a check before each statement. Drizzle uses these two methods only. */
function guarded(transaction: TransactionSql, requireOpen: () => void): TransactionSql {
  return Object.assign(Object.create(transaction) as TransactionSql, {
    unsafe: ((...statement: Parameters<TransactionSql["unsafe"]>) => {
      requireOpen();
      return transaction.unsafe(...statement);
    }) as TransactionSql["unsafe"],
    savepoint: ((work: Work) => {
      requireOpen();
      return transaction.savepoint((savepoint) => work(guarded(savepoint, requireOpen)));
    }) as TransactionSql["savepoint"],
  });
}

/** An address in the form that the driver reads, with its options as options of the driver. */
interface DriverOptions {
  /** Without options: the driver would send options that it does not support to the server. */
  readonly url: string;
  readonly applicationName: string;
  readonly login: {
    readonly ssl: false | "require" | { readonly ca?: string };
    /** The driver decodes every part of an address except the name of the database. */
    readonly database?: string;
  };
}

/**
 * Reads the options of an address. `sslmode=require` encrypts without any check of the certificate, as libpq does.
 * `verify-full` checks the name in the certificate and its authority: one that Node trusts, or the file `sslrootcert`.
 */
function driverOptionsOf(address: string): DriverOptions {
  const url = new URL(address);
  const { searchParams: options, pathname } = url;
  const mode = options.get("sslmode") ?? "disable";
  const authority = options.get("sslrootcert");
  const ca = authority === null ? {} : { ca: readFileSync(authority, "utf8") };
  const applicationName = options.get("application_name") ?? "acoustic";
  const database = decodeURIComponent(pathname.slice(1));
  url.search = "";
  url.hash = "";
  return {
    url: url.href,
    applicationName,
    login: {
      ssl: mode === "verify-full" ? ca : mode === "require" && mode,
      ...(database !== "" && { database }),
    },
  };
}

import type { DatabaseConfig } from "../../config.ts";
import { embeddedUnreachable, isDatabaseUnusable } from "./connection-errors.ts";
import { isDistributable } from "../scale-out/distribute.ts";
import { countSamplePartitions } from "../queries/maintenance/sample-partitions.ts";
import { type ConnectionTarget, openPool, type Pool, type PoolOptions } from "./pool.ts";
import { openStandbys, type StandbyState, type Standbys } from "../scale-out/standbys.ts";
import { waitForServer } from "./wait-for-server.ts";

/**
 * Opens the configured database: a PostgreSQL server's, or the embedded one, which is started or joined. A server is
 * queried for the extension Citus. Throws an error that `isDatabaseUnreachable` recognises where the
 * embedded database cannot be opened; whether a server can be reached shows at the first statement.
 */
export async function openDatabase(
  config: DatabaseConfig,
  {
    statementTimeoutMilliseconds = 0,
    standbyChanged,
    mustExist = false,
    isServer = false,
    target,
    ...options
  }: OpenOptions = {},
): Promise<OpenDatabase> {
  const location =
    target === undefined
      ? await locate(config, { mustExist, isServer })
      : { target, lost: never, close: noWork };
  const limits = {
    ...options,
    poolMax: poolSize(config),
    statementTimeoutMilliseconds,
    ...(await queryServer(location.target)),
  };
  // Statements that wait for a frozen worker hold the connections of the pool.
  const ownLimits = { ...limits, target: location.target, poolMax: 2, workerMilliseconds: 700 };
  const health = limits.hasCitus === true ? openPool(ownLimits) : null;
  const pool = openPool({ ...limits, target: location.target });
  const standby = config.kind === "postgres" ? config.standby : undefined;
  const standbys =
    standby === undefined || standbyChanged === undefined
      ? null
      : openStandbys({ ...limits, config: standby, changed: standbyChanged });
  return {
    ...pool,
    target: location.target,
    kind: config.kind,
    standbys,
    hasCitus: limits.hasCitus === true,
    healthSessionFor: (health ?? pool).sessionFor,
    lost: location.lost,
    async close() {
      await Promise.all([pool.close(), health?.close(), standbys?.close()]);
      await location.close();
    },
  };
}

export interface OpenOptions {
  /** A missing embedded database is an error of `isDatabaseUnusable`. Default: it is created. */
  readonly mustExist?: boolean;
  /** True for `serve` and `watch`: commands do not wait for them before they end the embedded database. */
  readonly isServer?: boolean;
  /** The database that another thread of this process has opened, and closes. Default: it is opened here. */
  readonly target?: ConnectionTarget;
  /** After this time the server ends a statement; 0, the default: never, as for commands. */
  readonly statementTimeoutMilliseconds?: number;
  /** Receives the text of each statement that is sent. */
  readonly onStatement?: (text: string) => void;
  /** Opens the configured standbys as well, and receives changes of their state. Commands read only the primary. */
  readonly standbyChanged?: (state: StandbyState) => void;
}

export interface OpenDatabase extends Pick<Pool, "db" | "sessionFor"> {
  /** For a connection of its own, such as that of the migrations. */
  readonly target: ConnectionTarget;
  readonly kind: DatabaseConfig["kind"];
  /** Null: none is configured, or the caller does not read any. */
  readonly standbys: Standbys | null;
  /** The server had the extension Citus when the database was opened. */
  readonly hasCitus: boolean;
  /** Sessions for the check of the health, on Citus over connections that nothing else uses. */
  readonly healthSessionFor: Pool["sessionFor"];
  /** Rejects, with an error for people, when the embedded database is over: another process that ran it has ended. */
  readonly lost: Promise<never>;
  /** Closes the connections, then the embedded database if this process runs it and commands have left it. */
  close(): Promise<void>;
}

/** The embedded database serves one connection at a time; more would only queue there. */
const embeddedPoolMax = 4;

/** The size of the pool for a configured database. */
export function poolSize(config: Pick<DatabaseConfig, "kind" | "poolMax">): number {
  return config.kind === "postgres" ? config.poolMax : Math.min(config.poolMax, embeddedPoolMax);
}

/** Queries the properties of a server that decide how it plans statements. Without an answer, they are unknown. */
async function queryServer(
  target: ConnectionTarget,
): Promise<Pick<PoolOptions, "hasCitus" | "hasManyPartitions">> {
  if (target.kind === "socket") return { hasCitus: false };
  const pool = openPool({ target, poolMax: 1, statementTimeoutMilliseconds: answerMilliseconds });
  try {
    await waitForServer(pool, answerMilliseconds);
    const hasCitus = await isDistributable(pool.db);
    const partitions = await countSamplePartitions(pool.db);
    return { hasCitus, hasManyPartitions: partitions > manyPartitions };
  } catch {
    // The first statement of the caller fails with the same error.
    return { hasCitus: null };
  } finally {
    await pool.close(0);
  }
}

/** A generic plan of a page opens each partition: with 120 it costs as much as a plan of its own. */
const manyPartitions = 120;

/** The longest time for a connection. */
const answerMilliseconds = 5000;

async function noWork(): Promise<void> {}

const never = new Promise<never>(() => undefined);

type Location = Pick<OpenDatabase, "target" | "lost" | "close">;

async function locate(
  config: DatabaseConfig,
  options: Pick<OpenOptions, "mustExist" | "isServer">,
): Promise<Location> {
  if (config.kind === "postgres") {
    return { target: { kind: "url", url: config.url }, lost: never, close: noWork };
  }
  // Imported only here: a server with PostgreSQL starts without it.
  const { openOrJoin } = await import("../../embedded/open-or-join.ts");
  try {
    const { socketPath, lost, close } = await openOrJoin(config.dataDirectory, options);
    const rejecting = lost.then((error) => Promise.reject(embeddedError(error)));
    // Commands do not use it: their statements fail.
    rejecting.catch(() => undefined);
    return { target: { kind: "socket", path: socketPath }, lost: rejecting, close };
  } catch (error) {
    throw embeddedError(error);
  }
}

function embeddedError(error: unknown): Error {
  return isDatabaseUnusable(error) ? error : embeddedUnreachable(error);
}

import type { DatabaseConfig } from "#config.ts";
import { type ConnectionTarget, type Database, connect } from "./pool.ts";
import { embeddedUnreachable } from "./connection-errors.ts";

/**
 * Opens the configured database: a PostgreSQL server's, or the embedded one, which is started or
 * joined. Throws an error that `isDatabaseUnreachable` knows where the embedded database cannot be
 * opened; whether a server can be reached shows at the first statement.
 */
export async function openDatabase(
  config: DatabaseConfig,
  options: OpenOptions = {},
): Promise<OpenDatabase> {
  const location = await locate(config);
  const { onStatement } = options;
  const connection = connect({
    target: location.target,
    poolMax: options.poolMax ?? poolSize(config),
    statementTimeoutMilliseconds: options.statementTimeoutMilliseconds ?? 0,
    ...(onStatement === undefined ? {} : { onStatement }),
  });
  return {
    db: connection.db,
    target: location.target,
    kind: config.kind,
    async close(othersMilliseconds) {
      await connection.close();
      await location.close(othersMilliseconds);
    },
  };
}

export interface OpenOptions {
  /** 0, the default: statements take as long as they need, as a command's do. */
  readonly statementTimeoutMilliseconds?: number;
  /** Default: the configured number, and a few for the embedded database. */
  readonly poolMax?: number;
  /** Called with each statement that is sent. */
  readonly onStatement?: (text: string) => void;
}

export interface OpenDatabase {
  readonly db: Database;
  /** For a connection of one's own, such as that of the migrations. */
  readonly target: ConnectionTarget;
  readonly kind: DatabaseConfig["kind"];
  /**
   * Ends the connections, then the embedded database where this process runs it: once other
   * processes have nothing under way there, or after so long; a second by default.
   */
  close(othersMilliseconds?: number): Promise<void>;
}

/** The embedded database answers one connection at a time; more would only queue there. */
const embeddedPoolMax = 4;

/** How many connections a pool of the configured database has. */
export function poolSize(config: Pick<DatabaseConfig, "kind" | "poolMax">): number {
  return config.kind === "postgres" ? config.poolMax : Math.min(config.poolMax, embeddedPoolMax);
}

interface Location {
  readonly target: ConnectionTarget;
  close(othersMilliseconds?: number): Promise<void>;
}

async function locate(config: DatabaseConfig): Promise<Location> {
  if (config.kind === "postgres") {
    return { target: { kind: "url", url: config.url }, close: async () => undefined };
  }
  // Loaded only here: a service on PostgreSQL starts without it.
  const { openEmbedded } = await import("#embedded/open-embedded.ts");
  return openEmbedded(config.dataDirectory).catch((error: unknown) => {
    throw embeddedUnreachable(error);
  });
}

import type { Config } from "../../src/config.ts";
import { createLog } from "../../src/log.ts";
import { type Gateway, type GatewayOptions, startGateway } from "../../src/server/start.ts";
import { checkStatements } from "./failing-database.ts";

/** Options of a gateway that one test starts. */
export interface TestGatewayOptions extends Omit<GatewayOptions, "config" | "log"> {
  readonly databaseConfig: Config["database"];
  /** Default: no limit. */
  readonly keyRequestsPerMinute?: number;
  /** Default: 500. */
  readonly sensorMetrics?: number;
  /** Default: any free port. */
  readonly internalPort?: number;
  /** Default: none. */
  readonly mapTiles?: Config["mapTiles"];
  /** Default: none. */
  readonly tracing?: Config["tracing"];
  /** Default: a log that is searched for secrets after each test. */
  readonly log?: GatewayOptions["log"];
}

/** Starts a gateway on free ports, with defaults for everything else. */
export async function startTestGateway({
  databaseConfig,
  keyRequestsPerMinute,
  sensorMetrics = 500,
  internalPort = 0,
  mapTiles,
  tracing,
  log,
  ...options
}: TestGatewayOptions): Promise<Gateway> {
  const endpoint = { host: "127.0.0.1", port: 0 };
  return startGateway({
    // Generous: a busy machine is no reason for a metric to be absent, or for two counts of one key.
    scrapeMilliseconds: 10_000,
    quotaMilliseconds: 30_000,
    ...options,
    database: {
      ...options.database,
      ...checkStatements(options.database, (issue) => unrouted.issues.push(issue)),
    },
    config: {
      public: endpoint,
      internal: { ...endpoint, port: internalPort, names: [] },
      database: databaseConfig,
      audioLeaseSeconds: 600,
      keyRequestsPerMinute: keyRequestsPerMinute ?? null,
      sensorMetrics,
      mapTiles: mapTiles ?? null,
      tracing: tracing ?? null,
    },
    log: log ?? (await createLog({ level: "trace", format: "json" }, written)),
  });
}

/** The faults of the statements of this worker's gateways since the last call of `take`. */
export const unrouted = {
  issues: [] as string[],
  take: (): string[] => unrouted.issues.splice(0),
};

/** The log lines of this worker's gateways since the last call of `take`. */
export const written = {
  lines: [] as string[],
  write(line: string): void {
    written.lines.push(line);
  },
  take: (): string => written.lines.splice(0).join(""),
};

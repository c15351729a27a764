import type { RequestListener } from "node:http";
import type { LeaseId } from "../acoustics/ids.ts";
import type { Instant } from "../acoustics/time/instant.ts";
import type { AudioStore } from "../audio/audio-store.ts";
import { createKeyUse, type KeyUse } from "../auth/key-use.ts";
import type { Config, DatabaseConfig, TracingConfig } from "../config.ts";
import { type OpenDatabase, poolSize } from "../database/client/open-database.ts";
import {
  createDocumentCache,
  createTrustedDocumentCache,
  type PrepareDocument,
} from "../graphql/execute.ts";
import type { TrustedDocuments } from "../graphql/trusted-documents.ts";
import { type ConnectionTimeouts, createHttpServer } from "../http/connections/http-server.ts";
import { listen, requireFree } from "../http/connections/listen.ts";
import { createRequestPacing } from "../http/connections/request-pacing.ts";
import { hostNamesOf } from "../http/requests/refuse-other-hosts.ts";
import type { Log } from "../log.ts";
import { createHealthCheck } from "./health.ts";
import { createInternalListener } from "./internal-listener.ts";
import { createMetricsPage, type MetricsPage } from "./metrics/metrics-page.ts";
import type { ListenerName } from "./metrics/own-metrics.ts";
import type { Volumes } from "./metrics/part-metrics.ts";
import { createPublicListener } from "./public-listener.ts";
import { createCapacity, createRequestServices } from "./request-services.ts";
import { observeStatements } from "./statement-log.ts";

/** Both listeners over one database. */
export interface Gateway {
  /** The addresses of the listeners, for example `http://127.0.0.1:8080`. */
  readonly publicUrl: string;
  readonly internalUrl: string;
  readonly metrics: Pick<MetricsPage, "watch" | "refreshSensors">;
  /**
   * Accepts no further connection, answers the requests that have arrived, and cuts those that are not answered after
   * seven seconds.
   */
  stop(): Promise<void>;
}

export interface GatewayOptions {
  readonly config: Omit<Config, "audioStore" | "graphqlDocuments" | "log">;
  readonly database: Pick<OpenDatabase, "sessionFor"> &
    Partial<Pick<OpenDatabase, "standbys" | "hasCitus" | "healthSessionFor">>;
  readonly store: AudioStore;
  readonly log: Log;
  readonly clock?: () => Instant;
  /** Creates the ids of audio leases. Default: random ones. */
  readonly newLeaseId?: () => LeaseId;
  /** Records the uses of keys. */
  readonly keyUse?: KeyUse;
  /** A download whose client reads nothing for this time is cut. Default: a minute. */
  readonly stallMilliseconds?: number;
  readonly timeouts?: Partial<ConnectionTimeouts>;
  /** The longest wait of a metrics scrape for the database, the store and the disks. Default: half a second. */
  readonly scrapeMilliseconds?: number;
  /** The longest wait of a request for the count of its key in the database. Default: half a second. */
  readonly quotaMilliseconds?: number;
  /** Folders whose free disk space is a metric. Default: none. */
  readonly volumes?: Volumes;
  /** The only documents that GraphQL answers; null: any. Default: null. */
  readonly trustedDocuments?: TrustedDocuments | null | undefined;
  /** Prepares documents of clients. Default: a cache of those that repeat, or of the trusted ones. */
  readonly prepareDocument?: PrepareDocument;
}

/** Starts both listeners. Rejects if the server cannot listen on an address. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { config, database, store, log, clock = () => Date.now() as Instant } = options;
  const { stallMilliseconds = 60_000, scrapeMilliseconds = 500, volumes = {} } = options;
  const { keyUse = createKeyUse(), trustedDocuments = null } = options;
  const createCache = trustedDocuments === null ? createDocumentCache : createTrustedDocumentCache;
  const { prepareDocument = createCache() } = options;
  const { standbys = null, hasCitus = false, healthSessionFor = database.sessionFor } = database;
  const { statementTimeoutMilliseconds } = config.database;
  const deadlineMilliseconds = statementTimeoutMilliseconds + 1000;
  const poolMax = poolSize(config.database);

  const capacity = createCapacity(poolMax, deadlineMilliseconds);
  const health = {
    database: { sessionFor: healthSessionFor },
    store,
    statementTimeoutMilliseconds,
  };
  const metrics = createMetricsPage({
    sources: { ...capacity, poolMax, standbys },
    health,
    clock,
    volumes,
    sensorsBound: config.sensorMetrics,
    scrapeMilliseconds,
    deadlineMilliseconds,
  });
  const observer = observeStatements(log, metrics.own.statements);
  const pacing = createRequestPacing();
  const tracing =
    config.tracing === null ? null : await openTracing(config.tracing, config.database, log);
  const shared = createRequestServices({
    config,
    database,
    store,
    capacity,
    observer,
    leaseIssued: metrics.own.leaseIssued,
    newLeaseId: options.newLeaseId,
    quotaMilliseconds: options.quotaMilliseconds,
    keyUse,
    pacing,
    stallMilliseconds,
    isTraced: tracing !== null,
  });

  const requestsOf = (listener: ListenerName) => ({
    pacing,
    log,
    observer: metrics.own.requestsOf(listener),
    tracer: tracing?.tracer ?? null,
    clock,
    deadlineMilliseconds,
  });
  const timeouts = {
    ...defaultTimeouts,
    // No bytes pass over the connection while an answer is prepared.
    stallMilliseconds: deadlineMilliseconds + stallMilliseconds,
    ...options.timeouts,
  };
  const serve = (listener: RequestListener, name: ListenerName, methods: readonly string[]) =>
    createHttpServer(listener, { ...requestsOf(name), methods, timeouts });
  const publicServer = serve(
    createPublicListener({ ...shared, requests: requestsOf("public") }),
    "public",
    ["GET"],
  );
  const internalServer = serve(
    createInternalListener({
      ...shared,
      requests: requestsOf("internal"),
      prepareDocument,
      trustedDocuments,
      metrics,
      hostNames: hostNamesOf(config.internal),
      mapTiles: config.mapTiles,
      standbys,
      checkHealth: createHealthCheck({ ...health, hasWorkers: hasCitus, observer }),
    }),
    "internal",
    ["GET", "POST"],
  );

  const stop = async () => {
    await Promise.all([
      publicServer.shutdown(shutdownMilliseconds),
      internalServer.shutdown(shutdownMilliseconds),
    ]);
    await tracing?.stop();
  };
  try {
    const [outer, internal] = addressesOf(config);
    const publicUrl = await listen(publicServer.server, ...outer);
    const internalUrl = await listen(internalServer.server, ...internal);
    return { publicUrl, internalUrl, metrics, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Rejects with `CANNOT_LISTEN` if the server cannot listen on one of its addresses. */
export function requireFreeAddresses(config: Pick<Config, "public" | "internal">): Promise<void> {
  return requireFree(addressesOf(config));
}

/** The addresses of the listeners, each with the variables that name it. */
function addressesOf(config: Pick<Config, "public" | "internal">) {
  return [
    [config.public, "HOST, PORT"],
    [config.internal, "INTERNAL_HOST, INTERNAL_PORT"],
  ] as const;
}

/** Imported only here: a server without a collector starts without the packages of OpenTelemetry. */
async function openTracing(config: TracingConfig, database: DatabaseConfig, log: Log) {
  const { startTracing } = await import("./tracing/start-tracing.ts");
  return startTracing({ config, database, log });
}

/** Longer than a request by default. With the closing of the database, a stop lasts less than ten seconds. */
const shutdownMilliseconds = 7000;

const defaultTimeouts = {
  headMilliseconds: 10_000,
  requestMilliseconds: 30_000,
  idleMilliseconds: 65_000,
};

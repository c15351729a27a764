import { compileTrusted, type PrepareDocument } from "../graphql/execute.ts";
import type { TrustedDocuments } from "../graphql/trusted-documents.ts";
import { listen } from "../http/connections/listen.ts";
import { hostNamesOf } from "../http/requests/refuse-other-hosts.ts";
import { addressVariables } from "./addresses.ts";
import { createHealthCheck } from "./health.ts";
import { createInternalListener } from "./internal-listener.ts";
import { createMetricsPage, type OtherMetrics } from "./metrics/metrics-page.ts";
import { readShippedDocuments } from "./read-trusted-documents.ts";
import type { Volumes } from "./metrics/part-metrics.ts";
import { shutdownMilliseconds, type Thread } from "./thread.ts";

export interface InternalOptions {
  /** The only documents that GraphQL answers; null, the default: any. */
  readonly trustedDocuments?: TrustedDocuments | null | undefined;
  /** Prepares documents of clients. Default: compiles those that ship or are trusted, and interprets any other. */
  readonly prepareDocument?: PrepareDocument;
  /** Folders whose free disk space is a metric. Default: none. */
  readonly volumes?: Volumes;
  /** The longest wait of a metrics scrape for the database, the store and the disks. Default: half a second. */
  readonly scrapeMilliseconds?: number;
  /** Reads the metrics of the other thread. Default: there is none. */
  readonly readOthers?: () => Promise<OtherMetrics>;
  /** How often the thread was started again. Default: never. */
  readonly restarts?: number;
}

/** Starts the internal listener of a thread. Rejects if it cannot listen on its address. */
export async function startInternal(thread: Thread, options: InternalOptions) {
  const { config, database, store, observer } = thread;
  const { scrapeMilliseconds = 500, volumes = {}, trustedDocuments = null } = options;
  const trusted = trustedDocuments ?? (await readShippedDocuments());
  const { prepareDocument = compileTrusted(new Set(trusted.values())) } = options;
  const { standbys = null, hasCitus = false, healthSessionFor = database.sessionFor } = database;
  const { statementTimeoutMilliseconds } = config.database;
  const health = {
    database: { sessionFor: healthSessionFor },
    store,
    statementTimeoutMilliseconds,
  };
  const metrics = createMetricsPage({
    register: thread.register,
    readOthers: options.readOthers ?? null,
    database,
    health,
    clock: thread.clock,
    volumes,
    sensorsBound: config.sensorMetrics,
    scrapeMilliseconds,
    deadlineMilliseconds: thread.deadlineMilliseconds,
  });
  const listener = createInternalListener({
    ...thread,
    requests: thread.requestsOf("internal"),
    prepareDocument,
    trustedDocuments,
    metrics,
    hostNames: hostNamesOf(config.internal),
    mapTiles: config.mapTiles,
    standbys,
    checkHealth: createHealthCheck({ ...health, hasWorkers: hasCitus, observer }),
    restarts: options.restarts ?? 0,
  });
  const { server, shutdown } = thread.createServer(listener, "internal", ["GET", "POST"]);
  return {
    /** The address, for example `http://127.0.0.1:8081`. */
    url: await listen(server, config.internal, addressVariables.internal),
    /** Computes the metrics of each sensor; a scrape shows the last result. */
    refreshSensors: metrics.refreshSensors,
    /** Answers the requests that have arrived, and cuts those that are not answered after seven seconds. */
    stop: () => shutdown(shutdownMilliseconds),
  };
}

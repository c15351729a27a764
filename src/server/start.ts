import type { RequestListener } from "node:http";
import { Registry } from "prom-client";
import type { Instant } from "../acoustics/time/instant.ts";
import type { AudioStore } from "../audio/audio-store.ts";
import { createKeyUse, type KeyUse } from "../auth/key-use.ts";
import { limitRate } from "../auth/quota.ts";
import type { Config } from "../config.ts";
import { type OpenDatabase, poolSize } from "../database/client/open-database.ts";
import { jobSession } from "../database/client/statement.ts";
import { createDocumentCache, type PrepareDocument } from "../graphql/execute.ts";
import { createSchema } from "../graphql/schema.ts";
import { type ConnectionTimeouts, createHttpServer } from "../http/connections/http-server.ts";
import { listen, listenAll } from "../http/connections/listen.ts";
import { hostNamesOf } from "../http/requests/refuse-other-hosts.ts";
import { createTurns } from "../http/connections/turns.ts";
import { createUnreadResponses } from "../http/connections/unread-responses.ts";
import type { Log } from "../log.ts";
import { createDataMetrics } from "./metrics/data-metrics.ts";
import { createHealthCheck } from "./health.ts";
import { createInternalListener } from "./internal-listener.ts";
import { createLimiters, createStatementLimiter } from "./limiters.ts";
import { createMetrics, type ListenerName } from "./metrics/metrics.ts";
import { createPartMetrics, type Volumes } from "./metrics/part-metrics.ts";
import { createPublicListener } from "./public-listener.ts";
import { createSensorMetrics, type SensorMetrics } from "./metrics/sensor-metrics.ts";
import { observeStatements } from "./statement-log.ts";
import { createWatchMetrics, type WatchMetrics } from "./metrics/watch-metrics.ts";

/** A running gateway. */
export interface Gateway {
  /** The addresses that it listens on, for example `http://127.0.0.1:8080`. */
  readonly publicUrl: string;
  readonly internalUrl: string;
  /** Metrics of the drop folder, for the process that watches one. */
  readonly watchMetrics: WatchMetrics;
  /** Metrics of each sensor, for whoever works them out now and then. */
  readonly sensorMetrics: SensorMetrics;
  /** Accepts nothing more, answers what has arrived, and cuts what is not answered after seven seconds. */
  stop(): Promise<void>;
}

export interface GatewayOptions {
  readonly config: Pick<
    Config,
    | "public"
    | "internal"
    | "database"
    | "audioLeaseSeconds"
    | "keyRequestsPerMinute"
    | "sensorMetrics"
    | "mapTiles"
  >;
  readonly database: Pick<OpenDatabase, "sessionFor"> &
    Partial<Pick<OpenDatabase, "standbys" | "hasCitus">>;
  readonly store: AudioStore;
  readonly log: Log;
  readonly clock?: () => Instant;
  /** Where uses of keys are noted. Default: nowhere that is read. */
  readonly keyUse?: KeyUse;
  /** After this time a download whose client reads nothing is cut. Default: a minute. */
  readonly stallMilliseconds?: number;
  readonly timeouts?: Partial<ConnectionTimeouts>;
  /** How long a scrape of the metrics waits for the database, the store and the disks. Default: half a second. */
  readonly scrapeMilliseconds?: number;
  /** Folders whose free disk the metrics tell. Default: none. */
  readonly volumes?: Volumes;
  /** How documents of clients are made ready. Default: `createDocumentCache()`. */
  readonly prepareDocument?: PrepareDocument;
}

/** Opens both listeners over one database. Rejects where an address cannot be listened on. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { config, database, store, log, clock = () => Date.now() as Instant } = options;
  const { stallMilliseconds = 60_000, prepareDocument = createDocumentCache() } = options;
  const { keyUse = createKeyUse() } = options;
  const { volumes = {}, scrapeMilliseconds = 500 } = options;
  const poolMax = poolSize(config.database);
  const { statementTimeoutMilliseconds } = config.database;
  const deadlineMilliseconds = statementTimeoutMilliseconds + 1000;
  const limiters = createLimiters(poolMax, deadlineMilliseconds);
  const statementLimiter = createStatementLimiter(poolMax);
  const unread = createUnreadResponses(unreadBytes.all, unreadBytes.ofKey);
  const metrics = createMetrics({
    limiters,
    statementLimiter,
    unread,
    poolMax,
    standbys: database.standbys ?? null,
  });
  const watchMetrics = createWatchMetrics(metrics.register);
  const observer = observeStatements(log, metrics.statements);
  const schema = createSchema();
  const shared = {
    schema,
    services: {
      databaseFor: (request, keyId, size) =>
        database.sessionFor({
          observer,
          requestId: request.id,
          signal: request.signal,
          connections: statementLimiter.queueFor(request, keyId, size),
          standby: database.standbys?.session() ?? null,
        }),
      store,
      readings: limiters.readings,
      leaseSeconds: config.audioLeaseSeconds,
      leaseIssued: metrics.leaseIssued,
    },
    limiters,
    unread,
    keyUse,
    limitRate: limitRate(
      config.keyRequestsPerMinute,
      database.sessionFor({ ...jobSession, observer, signal: new AbortController().signal }),
    ),
    stallMilliseconds,
  } satisfies Partial<Parameters<typeof createPublicListener>[0]>;
  const turns = createTurns();
  const requestsOf = (listener: ListenerName) => ({
    turns,
    log,
    observer: metrics.requestsOf(listener),
    clock,
    deadlineMilliseconds,
  });
  const serve = (listener: RequestListener, name: ListenerName, methods: readonly string[]) =>
    createHttpServer(listener, {
      ...requestsOf(name),
      methods,
      timeouts: {
        ...defaultTimeouts,
        // While an answer is prepared, no bytes pass over the connection.
        stallMilliseconds: deadlineMilliseconds + stallMilliseconds,
        ...options.timeouts,
      },
    });

  const publicServer = serve(
    createPublicListener({
      ...shared,
      requests: requestsOf("public"),
    }),
    "public",
    ["GET"],
  );
  const health = { database, store, statementTimeoutMilliseconds };
  const hasWorkers = database.hasCitus ?? false;
  const checkHealth = createHealthCheck({ ...health, hasWorkers, observer });
  // Statements of a scrape are not counted. Metrics name no workers, and one that is away takes long.
  const checkForScrape = createHealthCheck({
    ...health,
    hasWorkers: false,
    observer: jobSession.observer,
  });
  const openJob = (signal: AbortSignal) => database.sessionFor({ ...jobSession, signal });
  const readFigures = new Registry();
  const readMilliseconds = Math.min(2000, deadlineMilliseconds - 500);
  const waitMilliseconds = Math.min(scrapeMilliseconds, readMilliseconds);
  const refreshData = createDataMetrics(readFigures, openJob, clock, {
    readMilliseconds: Math.min(2000, deadlineMilliseconds - 500),
    waitMilliseconds,
  });
  const sensorMetrics = createSensorMetrics({
    register: readFigures,
    openSession: openJob,
    clock,
    atMost: config.sensorMetrics,
  });
  const refreshParts = createPartMetrics(readFigures, checkForScrape, volumes, waitMilliseconds);
  const internalServer = serve(
    createInternalListener({
      ...shared,
      requests: requestsOf("internal"),
      prepareDocument,
      metrics: {
        contentType: metrics.contentType,
        async print() {
          // What this process knows itself is that of the moment, however long the others take.
          const own = await metrics.print();
          await Promise.all([refreshData(), refreshParts()]);
          return `${own}\n${await readFigures.metrics()}`;
        },
      },
      hostNames: hostNamesOf(config.internal),
      mapTiles: config.mapTiles,
      standbys: database.standbys ?? null,
      checkHealth,
    }),
    "internal",
    ["GET", "POST"],
  );
  const stop = async () => {
    await Promise.all([
      publicServer.shutdown(shutdownMilliseconds),
      internalServer.shutdown(shutdownMilliseconds),
    ]);
  };
  try {
    const [publicUrl, internalUrl] = await listenAll(
      listen(publicServer.server, config.public, "HOST, PORT"),
      listen(internalServer.server, config.internal, "INTERNAL_HOST, INTERNAL_PORT"),
    );
    return { publicUrl, internalUrl, watchMetrics, sensorMetrics, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** More than a request takes by default; with the closing of the database it stays below ten seconds. */
const shutdownMilliseconds = 7000;

const defaultTimeouts = {
  headMilliseconds: 10_000,
  requestMilliseconds: 30_000,
  idleMilliseconds: 65_000,
};

/** The memory of complete answers that clients have not read. One page has up to a megabyte. */
const unreadBytes = { all: 64 * 2 ** 20, ofKey: 32 * 2 ** 20 };

import { randomUUID } from "node:crypto";
import type { RequestListener } from "node:http";
import { Registry } from "prom-client";
import type { KeyId, LeaseId } from "../acoustics/ids.ts";
import type { Instant } from "../acoustics/time/instant.ts";
import type { AudioStore } from "../audio/audio-store.ts";
import { createKeyUse, type KeyUse } from "../auth/key-use.ts";
import { limitRate } from "../auth/quota.ts";
import { type Authenticated, requireApiKey } from "../auth/require-api-key.ts";
import type { Config, DatabaseConfig, TracingConfig } from "../config.ts";
import { type OpenDatabase, poolSize } from "../database/client/open-database.ts";
import { jobSession, type StatementObserver } from "../database/client/statement.ts";
import { createSchema } from "../graphql/schema.ts";
import { traceRootFields } from "../graphql/trace-operations.ts";
import { type ConnectionTimeouts, createHttpServer } from "../http/connections/http-server.ts";
import { createRequestPacing } from "../http/connections/request-pacing.ts";
import { createUnreadResponses } from "../http/connections/unread-responses.ts";
import type { Handler } from "../http/requests/express-app.ts";
import type { RequestError } from "../http/requests/request-error.ts";
import type { Log } from "../log.ts";
import type { OperationServices } from "../operations/operation-context.ts";
import type { RequestSpans } from "../system/tracing/tracer.ts";
import { createLimiters, createStatementLimiter } from "./limiters.ts";
import { createOwnMetrics, type ListenerName, type ThreadName } from "./metrics/own-metrics.ts";

/** The parts that the listeners of one thread share: database, limiters, metrics, traces. */
export type Thread = Awaited<ReturnType<typeof openThread>>;

/** The part of a thread that a listener uses. */
export type ListenerServices = Pick<
  Thread,
  "schema" | "services" | "limiters" | "requireKey" | "limitRate" | "stallMilliseconds"
>;

export interface ThreadOptions {
  readonly config: Omit<Config, "audioStore" | "graphqlDocuments" | "log" | "threads">;
  readonly database: Pick<OpenDatabase, "sessionFor"> &
    Partial<Pick<OpenDatabase, "standbys" | "hasCitus" | "healthSessionFor">>;
  readonly store: AudioStore;
  readonly log: Log;
  /** The label of the metrics of one of several threads. Default: none. */
  readonly name?: ThreadName;
  readonly clock?: () => Instant;
  /** Creates the ids of audio leases. Default: random ones. */
  readonly newLeaseId?: () => LeaseId;
  /** The most samples that one search for events reads. Default: 150,000. */
  readonly searchBound?: number;
  /** Refuses a request of a key in force, before its quota. Default: none. */
  readonly refuse?: (keyId: KeyId) => RequestError | null;
  /** Records the uses of keys. */
  readonly keyUse?: KeyUse;
  /** A download whose client reads nothing for this time is cut. Default: a minute. */
  readonly stallMilliseconds?: number;
  readonly timeouts?: Partial<ConnectionTimeouts>;
  /** The longest wait of a request for the count of its key in the database. Default: half a second. */
  readonly quotaMilliseconds?: number;
}

/** Opens what listeners need, without a listener. */
export async function openThread(options: ThreadOptions) {
  const { config, database, store, log, clock = () => Date.now() as Instant } = options;
  const { keyUse = createKeyUse(), stallMilliseconds = 60_000 } = options;
  const { standbys = null } = database;
  const deadlineMilliseconds = config.database.statementTimeoutMilliseconds + beyondStatements;
  const poolMax = poolSize(config.database);
  const limiters = createLimiters(poolMax, deadlineMilliseconds);
  const statementLimiter = createStatementLimiter(poolMax);
  const unread = createUnreadResponses(unreadBytes.all, unreadBytes.ofKey);
  const register = new Registry();
  const metrics = createOwnMetrics(
    register,
    { limiters, statementLimiter, unread, poolMax, standbys },
    options.name ?? null,
  );
  const observer = observeStatements(log, metrics.statements);
  const pacing = createRequestPacing();
  const tracing =
    config.tracing === null ? null : await openTracing(config.tracing, config.database, log);
  const services: OperationServices = {
    databaseFor: (request, keyId) =>
      database.sessionFor({
        observer: withSpans(observer, request.trace?.spans ?? null),
        requestId: request.id,
        signal: request.signal,
        connections: statementLimiter.queueFor(request, keyId),
        standby: standbys?.session() ?? null,
      }),
    store,
    readings: limiters.readings,
    searchBound: options.searchBound,
    leaseSeconds: config.audioLeaseSeconds,
    newLeaseId: options.newLeaseId ?? (() => randomUUID() as string as LeaseId),
    leaseIssued: metrics.leaseIssued,
  };
  const requestsOf = (listener: ListenerName) => ({
    pacing,
    log,
    observer: metrics.requestsOf(listener),
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
  return {
    config,
    database,
    store,
    clock,
    observer,
    register,
    deadlineMilliseconds,
    requestsOf,
    threadEnded: metrics.threadEnded,
    schema: tracing === null ? createSchema() : traceRootFields(createSchema()),
    services,
    limiters,
    /** Answers 401 without a key in force, and 503 beyond the capacity. */
    requireKey: requireApiKey({
      databaseFor: services.databaseFor,
      limiter: limiters.requests,
      unread,
      keyUse,
      pacing,
    }),
    /** Answers 429 beyond the quota of a key. */
    limitRate: refusing(
      options.refuse,
      limitRate({
        perMinute: config.keyRequestsPerMinute,
        session: database.sessionFor({ ...jobSession, observer }),
        patienceMilliseconds: options.quotaMilliseconds,
      }),
    ),
    stallMilliseconds,
    /** The server of a listener; it does not listen yet. */
    createServer: (listener: RequestListener, name: ListenerName, methods: readonly string[]) =>
      createHttpServer(listener, { ...requestsOf(name), methods, timeouts }),
    /** Call it after the last request. */
    stop: async () => tracing?.stop(),
  };
}

/** The memory of complete answers that clients have not read. One page has up to a megabyte. */
const unreadBytes = { all: 64 * 2 ** 20, ofKey: 32 * 2 ** 20 };

const defaultTimeouts = {
  headMilliseconds: 10_000,
  requestMilliseconds: 30_000,
  idleMilliseconds: 65_000,
};

/** The milliseconds by which a request may last longer than its statements; a second more is left for its answer. */
export const beyondStatements = 1000;

/** Longer than a request by default. With the closing of the database, a stop lasts less than ten seconds. */
export const shutdownMilliseconds = 7000;

/** Imported only here: a server without a collector starts without the packages of OpenTelemetry. */
async function openTracing(config: TracingConfig, database: DatabaseConfig, log: Log) {
  const { startTracing } = await import("./tracing/start-tracing.ts");
  return startTracing({ config, database, log });
}

/** A handler before which requests may be refused. */
function refusing(
  refuse: ThreadOptions["refuse"],
  handle: Handler<Authenticated>,
): Handler<Authenticated> {
  if (refuse === undefined) return handle;
  return (request, response, next) => {
    const refusal = refuse(response.locals.principal.keyId);
    return refusal === null ? handle(request, response, next) : next(refusal);
  };
}

function withSpans(observer: StatementObserver, spans: RequestSpans | null): StatementObserver {
  if (spans === null) return observer;
  return {
    started: observer.started,
    ended(statement) {
      observer.ended(statement);
      spans.statementEnded(statement);
    },
  };
}

/**
 * Logs failed and slow statements, and all at level `debug`: name and request, never text or values. Then calls `next`.
 */
function observeStatements(log: Log, next: StatementObserver): StatementObserver {
  return {
    started: next.started,
    ended(statement) {
      next.ended(statement);
      const { name, requestId, error } = statement;
      const milliseconds = Math.round(statement.milliseconds * 10) / 10;
      const line = { ...(requestId === null ? {} : { requestId }), statement: name, milliseconds };
      if (error !== undefined) log.warn({ ...line, cause: error }, "statement failed");
      else if (milliseconds >= slowMilliseconds) log.warn(line, "statement was slow");
      else if (log.isLevelEnabled("debug")) log.debug(line, "statement");
    },
  };
}

const slowMilliseconds = 1000;

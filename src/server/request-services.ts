import { randomUUID } from "node:crypto";
import type { LeaseId } from "../acoustics/ids.ts";
import type { AudioStore } from "../audio/audio-store.ts";
import type { KeyUse } from "../auth/key-use.ts";
import { limitRate } from "../auth/quota.ts";
import { requireApiKey } from "../auth/require-api-key.ts";
import type { Config } from "../config.ts";
import type { OpenDatabase } from "../database/client/open-database.ts";
import { jobSession, type StatementObserver } from "../database/client/statement.ts";
import { createSchema } from "../graphql/schema.ts";
import { traceRootFields } from "../graphql/trace-operations.ts";
import type { RequestPacing } from "../http/connections/request-pacing.ts";
import { createUnreadResponses } from "../http/connections/unread-responses.ts";
import type { OperationServices } from "../operations/operation-context.ts";
import type { RequestSpans } from "../system/tracing/tracer.ts";
import { createLimiters, createStatementLimiter } from "./limiters.ts";

/** Bounds of the work of all requests. `poolMax`: the statements that the database answers at once. */
export function createCapacity(poolMax: number, deadlineMilliseconds: number) {
  return {
    limiters: createLimiters(poolMax, deadlineMilliseconds),
    statementLimiter: createStatementLimiter(poolMax),
    unread: createUnreadResponses(unreadBytes.all, unreadBytes.ofKey),
  };
}

/** The memory of complete answers that clients have not read. One page has up to a megabyte. */
const unreadBytes = { all: 64 * 2 ** 20, ofKey: 32 * 2 ** 20 };

export type RequestServices = ReturnType<typeof createRequestServices>;

export interface RequestServiceOptions {
  readonly config: Pick<Config, "audioLeaseSeconds" | "keyRequestsPerMinute">;
  readonly database: Pick<OpenDatabase, "sessionFor"> & Partial<Pick<OpenDatabase, "standbys">>;
  readonly store: AudioStore;
  readonly capacity: ReturnType<typeof createCapacity>;
  readonly observer: StatementObserver;
  readonly leaseIssued: () => void;
  /** Default: a random id. */
  readonly newLeaseId?: (() => LeaseId) | undefined;
  /** The longest wait for the count of a key in the database. Default: half a second. */
  readonly quotaMilliseconds?: number | undefined;
  readonly keyUse: KeyUse;
  readonly pacing: RequestPacing;
  /** A client that reads nothing of a recording or an export for this time is disconnected. */
  readonly stallMilliseconds: number;
  /** True if spans are exported. */
  readonly isTraced: boolean;
}

/** Services that the requests of both listeners share. */
export function createRequestServices(options: RequestServiceOptions) {
  const { config, database, store, capacity, observer, keyUse, pacing } = options;
  const { limiters, statementLimiter, unread } = capacity;
  const services: OperationServices = {
    databaseFor: (request, keyId, size) =>
      database.sessionFor({
        observer: withSpans(observer, request.trace?.spans ?? null),
        requestId: request.id,
        signal: request.signal,
        connections: statementLimiter.queueFor(request, keyId, size),
        standby: database.standbys?.session() ?? null,
      }),
    store,
    readings: limiters.readings,
    leaseSeconds: config.audioLeaseSeconds,
    newLeaseId: options.newLeaseId ?? (() => randomUUID() as string as LeaseId),
    leaseIssued: options.leaseIssued,
  };
  const { signal } = new AbortController();
  return {
    schema: options.isTraced ? traceRootFields(createSchema()) : createSchema(),
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
    limitRate: limitRate(
      config.keyRequestsPerMinute,
      database.sessionFor({ ...jobSession, observer, signal }),
      options.quotaMilliseconds,
    ),
    stallMilliseconds: options.stallMilliseconds,
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

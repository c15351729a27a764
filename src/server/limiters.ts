import type { ConnectionQueue } from "../database/client/statement.ts";
import {
  type ConcurrencyLimiter,
  createConcurrencyLimiter,
} from "../http/connections/concurrency-limiter.ts";
import type { RequestContext } from "../http/requests/request-context.ts";
import type { RequestSize } from "../operations/operation-context.ts";

/** What the gateway does at once at most, by kind of work. */
export interface Limiters {
  /** Requests that use the database. */
  readonly requests: ConcurrencyLimiter;
  /** Large GraphQL documents: one takes the memory of all other requests together. */
  readonly largeDocuments: ConcurrencyLimiter;
  /** Recordings that are being sent. Each holds a file, as long as its client takes. */
  readonly downloads: ConcurrencyLimiter;
  /** Sensors that are read to add up their samples: one of a key, so that a key with many keeps no other waiting. */
  readonly readings: ConcurrencyLimiter;
  /** Exports that are being sent: one of a key. */
  readonly exports: ConcurrencyLimiter;
}

/** The connections of the pool, shared out among keys and requests. */
export interface StatementLimiter {
  /** Statements that wait for a connection. */
  readonly queued: number;
  queueFor(request: RequestContext, keyId: string, size: RequestSize): ConnectionQueue;
}

/**
 * A request sends at most two statements at once, a large document one, and a key as many as `slotsPerKey`; a
 * connection that becomes free goes to the keys in turn. So a document of a hundred searches delays another key by
 * one statement.
 */
export function createStatementLimiter(connections: number): StatementLimiter {
  const waiting = { queuePerKey: Infinity, queueMilliseconds: withoutEnd };
  const ofKeys = createConcurrencyLimiter({
    slots: connections,
    slotsPerKey: slotsPerKey(connections),
    ...waiting,
  });
  const ofRequests = (statements: number) =>
    createConcurrencyLimiter<RequestContext>({
      slots: Infinity,
      slotsPerKey: statements,
      ...waiting,
    });
  const bySize = { usual: ofRequests(2), large: ofRequests(1) };
  return {
    get queued() {
      return ofKeys.queued + bySize.usual.queued + bySize.large.queued;
    },
    queueFor: (request, keyId, size) => ({
      async acquire(signal) {
        const releaseOfRequest = await bySize[size].acquire(request, signal);
        try {
          const releaseOfKey = await ofKeys.acquire(keyId, signal);
          return () => {
            releaseOfKey();
            releaseOfRequest();
          };
        } catch (error) {
          releaseOfRequest();
          throw error;
        }
      },
    }),
  };
}

/** The signal of a request ends its wait, at its deadline; an export has none. A timer takes at most 24 days. */
const withoutEnd = 1_000_000_000;

/**
 * So many of one key keep both this process and the database at work. More of them would only take
 * longer each, and so would those of other keys beside them. One slot always stays free for another key.
 */
function slotsPerKey(connections: number): number {
  return Math.max(1, Math.min(Math.ceil(0.6 * connections), connections - 1));
}

/**
 * `connections` is the number of statements that the database answers at once. A request waits for at most half
 * of its deadline, so that its work has the other half.
 */
export function createLimiters(connections: number, deadlineMilliseconds: number): Limiters {
  const longestWait = deadlineMilliseconds / 2;
  return {
    requests: createConcurrencyLimiter({
      slots: connections,
      slotsPerKey: slotsPerKey(connections),
      // A flood waits here. Refused at once, its clients would ask again at once, and refusals would be all
      // that this process does.
      queuePerKey: 1024,
      queueMilliseconds: Math.min(2000, longestWait),
    }),
    largeDocuments: createConcurrencyLimiter({
      slots: 1,
      slotsPerKey: 1,
      queuePerKey: 8,
      queueMilliseconds: longestWait,
    }),
    downloads: createConcurrencyLimiter({
      slots: 256,
      slotsPerKey: 128,
      queuePerKey: 0,
      queueMilliseconds: 0,
    }),
    readings: createConcurrencyLimiter({
      slots: 8,
      slotsPerKey: 1,
      queuePerKey: Infinity,
      queueMilliseconds: withoutEnd,
    }),
    exports: createConcurrencyLimiter({
      slots: 256,
      slotsPerKey: 1,
      queuePerKey: 0,
      queueMilliseconds: 0,
    }),
  };
}

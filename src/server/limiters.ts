import type { ConnectionQueue } from "../database/client/statement.ts";
import {
  type ConcurrencyLimiter,
  createConcurrencyLimiter,
} from "../http/connections/concurrency-limiter.ts";
import type { RequestContext } from "../http/requests/request-context.ts";
import type { RequestSize } from "../operations/operation-context.ts";

/** Bounds of simultaneous work, by kind. */
export interface Limiters {
  /** Requests that use the database. */
  readonly requests: ConcurrencyLimiter;
  /** Recordings that are being sent. Each holds a file until its client has read it. */
  readonly downloads: ConcurrencyLimiter;
  /** Sensors whose samples are added up: one of a key, so that a key with many sensors delays no other key. */
  readonly readings: ConcurrencyLimiter;
  /** Exports that are being sent: one of a key. */
  readonly exports: ConcurrencyLimiter;
}

/** Shares the connections of the pool among keys and requests. */
export interface StatementLimiter {
  /** Statements that wait for a connection. */
  readonly queued: number;
  queueFor(request: RequestContext, keyId: string, size: RequestSize): ConnectionQueue;
}

/**
 * A request sends at most two statements at once, a large document one, and a key as many as `slotsPerKey`. A free
 * connection goes to the keys in rotation: a document of a hundred searches delays another key by one statement.
 */
export function createStatementLimiter(connections: number): StatementLimiter {
  // The signal of a request ends its wait, at its deadline; an export has none.
  const waiting = { queuePerKey: Infinity, queueMilliseconds: Infinity };
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

/**
 * So many slots of one key keep this process and the database busy; with more of them, each request only takes
 * longer. One slot always stays free for another key.
 */
function slotsPerKey(connections: number): number {
  return Math.max(1, Math.min(Math.ceil(0.6 * connections), connections - 1));
}

/**
 * `connections` is the number of statements that the database answers at once. A request waits for at most half of
 * its deadline: the other half is for its work.
 */
export function createLimiters(connections: number, deadlineMilliseconds: number): Limiters {
  return {
    requests: createConcurrencyLimiter({
      slots: connections,
      slotsPerKey: slotsPerKey(connections),
      // A flood waits here. Clients that are refused at once repeat their requests at once, and refusals would use
      // up this process.
      queuePerKey: 1024,
      queueMilliseconds: Math.min(2000, deadlineMilliseconds / 2),
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
      queueMilliseconds: Infinity,
    }),
    exports: createConcurrencyLimiter({
      slots: 256,
      slotsPerKey: 1,
      queuePerKey: 0,
      queueMilliseconds: 0,
    }),
  };
}

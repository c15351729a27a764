import type { ConnectionQueue } from "../database/client/statement.ts";
import { createConcurrencyLimiter } from "../http/connections/concurrency-limiter.ts";
import type { RequestContext } from "../http/requests/request-context.ts";

export type Limiters = ReturnType<typeof createLimiters>;

export type StatementLimiter = ReturnType<typeof createStatementLimiter>;

/**
 * Shares the connections of the pool among keys and requests. A request sends at most two statements at once, and a
 * key at most `slotsPerKey`. A free connection goes to the keys round-robin: a document of a hundred searches delays
 * another key by one statement.
 */
export function createStatementLimiter(connections: number) {
  const ofKeys = createConcurrencyLimiter({
    slots: connections,
    slotsPerKey: slotsPerKey(connections),
    ...withoutBound,
  });
  const ofRequests = createConcurrencyLimiter<RequestContext>({
    slots: Infinity,
    slotsPerKey: 2,
    ...withoutBound,
  });
  return {
    /** Statements that wait for a connection. */
    get queued() {
      return ofKeys.queued + ofRequests.queued;
    },
    queueFor: (request: RequestContext, keyId: string): ConnectionQueue => ({
      async acquire(signal) {
        const releaseOfRequest = await ofRequests.acquire(request, signal);
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

/** The signal of a request ends its wait at its deadline; an export has no deadline. */
const withoutBound = { queuePerKey: Infinity, queueMilliseconds: Infinity };

const withoutQueue = { queuePerKey: 0, queueMilliseconds: 0 };

/** These slots keep process and database busy; with more, requests last longer. One slot stays free for another key. */
function slotsPerKey(connections: number): number {
  return Math.max(1, Math.min(Math.ceil(0.6 * connections), connections - 1));
}

/**
 * Bounds of simultaneous work, by kind. `connections` is the number of statements that the database answers at once. A
 * request waits for at most half of its deadline: the other half is for its work.
 */
export function createLimiters(connections: number, deadlineMilliseconds: number) {
  return {
    /** Requests that use the database. */
    requests: createConcurrencyLimiter({
      slots: connections,
      slotsPerKey: slotsPerKey(connections),
      // A flood of requests waits here. Clients that are refused at once repeat their requests at once, and the
      // refusals would overload this process.
      queuePerKey: 1024,
      queueMilliseconds: Math.min(2000, deadlineMilliseconds / 2),
    }),
    /** Recordings that are being sent. Each needs an open file until its client has read it. */
    downloads: createConcurrencyLimiter({ slots: 256, slotsPerKey: 128, ...withoutQueue }),
    /**
     * Sensors whose samples are read and summed: one of each key, so that a key with many sensors does not delay other
     * keys.
     */
    readings: createConcurrencyLimiter({ slots: 8, slotsPerKey: 1, ...withoutBound }),
    /** Exports that are being sent: one of a key. */
    exports: createConcurrencyLimiter({ slots: 256, slotsPerKey: 1, ...withoutQueue }),
  };
}

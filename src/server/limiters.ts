import type { ConnectionQueue } from "../database/client/statement.ts";
import { createConcurrencyLimiter } from "../http/connections/concurrency-limiter.ts";
import type { RequestContext } from "../http/requests/request-context.ts";
import type { RequestSize } from "../operations/operation-context.ts";

export type Limiters = ReturnType<typeof createLimiters>;

export type StatementLimiter = ReturnType<typeof createStatementLimiter>;

/**
 * Shares the connections of the pool among keys and requests. A request sends at most two statements at once, a large
 * document one, and a key as many as `slotsPerKey`. A free connection goes to the keys in rotation: a document of a
 * hundred searches delays another key by one statement.
 */
export function createStatementLimiter(connections: number) {
  const ofKeys = createConcurrencyLimiter({
    slots: connections,
    slotsPerKey: slotsPerKey(connections),
    ...withoutBound,
  });
  const ofRequests = (slots: number) =>
    createConcurrencyLimiter<RequestContext>({
      slots: Infinity,
      slotsPerKey: slots,
      ...withoutBound,
    });
  const bySize = { usual: ofRequests(2), large: ofRequests(1) };
  return {
    /** Statements that wait for a connection. */
    get queued() {
      return ofKeys.queued + bySize.usual.queued + bySize.large.queued;
    },
    queueFor: (request: RequestContext, keyId: string, size: RequestSize): ConnectionQueue => ({
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

/** The signal of a request ends its wait, at its deadline; an export has none. */
const withoutBound = { queuePerKey: Infinity, queueMilliseconds: Infinity };

const withoutQueue = { queuePerKey: 0, queueMilliseconds: 0 };

/** So many slots keep process and database busy; more make requests longer. One is free for another key. */
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
      // A flood waits here. Clients that are refused at once repeat their requests at once, and refusals would use
      // up this process.
      queuePerKey: 1024,
      queueMilliseconds: Math.min(2000, deadlineMilliseconds / 2),
    }),
    /** Recordings that are being sent. Each needs an open file until its client has read it. */
    downloads: createConcurrencyLimiter({ slots: 256, slotsPerKey: 128, ...withoutQueue }),
    /** Sensors whose samples are added up: one of a key, so that a key with many sensors delays no other key. */
    readings: createConcurrencyLimiter({ slots: 8, slotsPerKey: 1, ...withoutBound }),
    /** Exports that are being sent: one of a key. */
    exports: createConcurrencyLimiter({ slots: 256, slotsPerKey: 1, ...withoutQueue }),
  };
}

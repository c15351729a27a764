import { type ConcurrencyLimiter, createConcurrencyLimiter } from "#http/concurrency-limiter.ts";

/** What the gateway does at once at most, by kind of work. */
export interface Limiters {
  /** Requests that use the database. */
  readonly requests: ConcurrencyLimiter;
  /** Large GraphQL documents: one takes the memory of all other requests together. */
  readonly largeDocuments: ConcurrencyLimiter;
  /** Recordings that are being sent. Each holds a file, as long as its client takes. */
  readonly downloads: ConcurrencyLimiter;
}

/** `connections` is the number of statements that the database answers at once. */
export function createLimiters(connections: number): Limiters {
  return {
    requests: createConcurrencyLimiter({
      slots: connections,
      // A fifth stays free of each key, so that slow requests of one key never hold all slots.
      slotsPerKey: Math.max(1, connections - Math.ceil(connections / 5)),
      queuePerKey: Math.max(32, 2 * connections),
    }),
    largeDocuments: createConcurrencyLimiter({ slots: 1, slotsPerKey: 1, queuePerKey: 8 }),
    downloads: createConcurrencyLimiter({ slots: 256, slotsPerKey: 128, queuePerKey: 0 }),
  };
}

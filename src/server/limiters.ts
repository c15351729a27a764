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

/**
 * `connections` is the number of statements that the database answers at once. A request waits for at most half
 * of its deadline, so that its work has the other half.
 */
export function createLimiters(connections: number, deadlineMilliseconds: number): Limiters {
  const longestWait = deadlineMilliseconds / 2;
  return {
    requests: createConcurrencyLimiter({
      slots: connections,
      // So many requests of one key keep both this process and the database at work. More of them would only take
      // longer each, and so would those of other keys beside them. One slot always stays free for another key.
      slotsPerKey: Math.max(1, Math.min(Math.ceil(0.6 * connections), connections - 1)),
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
  };
}

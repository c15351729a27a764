import type { LeaseId } from "../acoustics/ids.ts";
import type { AudioStore } from "../audio/audio-store.ts";
import type { Principal } from "../auth/principal.ts";
import type { ConnectionQueue, Database } from "../database/client/statement.ts";
import type { ConcurrencyLimiter } from "../http/connections/concurrency-limiter.ts";
import type { RequestContext } from "../http/requests/request-context.ts";
import { createLoaders, type Loaders } from "./loaders.ts";
import { createReadBudget, type ReadBudget } from "./read-budget.ts";

/** The services of the server that operations use. */
export interface OperationServices {
  /** The handle for the statements of one request of a key. */
  readonly databaseFor: (request: RequestContext, keyId: string) => Database;
  readonly store: AudioStore;
  /** How long an audio lease is valid. */
  readonly leaseSeconds: number;
  /** The most samples that one search for events reads. Default: that of `nextSearchSize`. */
  readonly searchBound?: number | undefined;
  /** Bounds the number of sensors whose samples are summed at once: each needs megabytes. */
  readonly readings: ConcurrencyLimiter;
  /** Creates the id of a new audio lease, which cannot be guessed. */
  readonly newLeaseId: () => LeaseId;
  /** Called for each audio lease that is issued. */
  readonly leaseIssued: () => void;
}

/** The context of operations and resolvers. Every operation itself checks scopes and grants of the principal. */
export interface OperationContext {
  readonly services: OperationServices;
  readonly request: RequestContext;
  readonly principal: Principal;
  readonly database: Database;
  readonly loaders: Loaders;
  readonly budget: ReadBudget;
  /** Reads a sensor to sum its samples, in the queue of the key. */
  readonly withReadingSlot: <Result>(read: () => Promise<Result>) => Promise<Result>;
}

export function createOperationContext(
  services: OperationServices,
  request: RequestContext,
  principal: Principal,
): OperationContext {
  const database = services.databaseFor(request, principal.keyId);
  const loaders = createLoaders(database, principal.keyId, request.now);
  const budget = createReadBudget(services.searchBound);
  const withReadingSlot = async <Result>(read: () => Promise<Result>): Promise<Result> => {
    const release = await services.readings.acquire(principal.keyId, request.signal);
    try {
      return await read();
    } finally {
      release();
    }
  };
  return { services, request, principal, database, loaders, budget, withReadingSlot };
}

/** The services of a request, and a function that resolves when none of its statements is in progress. */
export function trackStatements(services: OperationServices) {
  let open = 0;
  const waiting: (() => void)[] = [];
  const track = (queue: ConnectionQueue): ConnectionQueue => ({
    async acquire(signal) {
      const release = await queue.acquire(signal);
      open += 1;
      return () => {
        release();
        open -= 1;
        if (open === 0) for (const resolve of waiting.splice(0)) resolve();
      };
    },
  });
  const tracked: OperationServices = {
    ...services,
    databaseFor: (...request) => {
      const session = services.databaseFor(...request);
      return { ...session, connections: track(session.connections) };
    },
  };
  const ended = async () => {
    if (open > 0) await new Promise<void>((resolve) => waiting.push(resolve));
  };
  return { services: tracked, ended };
}

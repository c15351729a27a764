import type { Socket } from "node:net";
import { LRUCache } from "lru-cache";
import type { Database } from "#database/client/statement.ts";
import type { ConcurrencyLimiter } from "#http/concurrency-limiter.ts";
import type { Handler } from "#http/express-app.ts";
import type { RequestContext } from "#http/request-context.ts";
import { RequestError } from "#http/request-error.ts";
import type { UnreadResponses } from "#http/unread-responses.ts";
import { authenticate, readPresentedKey } from "./authenticate.ts";
import type { Principal } from "./principal.ts";

/** What later handlers know of a request whose key is in force. */
export interface Authenticated {
  principal: Principal;
}

export interface ApiKeyOptions {
  readonly databaseFor: (context: RequestContext) => Database;
  readonly limiter: ConcurrencyLimiter;
  readonly unread: UnreadResponses;
}

/**
 * Lets requests with a key in force through, as many at once as the limiter allows. A value without the
 * form of a key is 401 at once. A key that was lately in force has a queue of its own. All others share
 * one, so that invented keys delay nobody but each other and the first request of a new key.
 */
export function requireApiKey({
  databaseFor,
  limiter,
  unread,
}: ApiKeyOptions): Handler<Authenticated> {
  const provenHashes = new LRUCache<string, true>({ max: provenHashesBound });
  const isShared = createSharedConnections();
  return async (request, response, next) => {
    const { context } = response.locals;
    const key = readPresentedKey(request.headersDistinct["svc-api-key"]);
    if (key === null) throw unauthorized;
    const hash = key.hash.toString("base64");
    const isProven = provenHashes.get(hash) === true;
    if (isProven) context.logged.keyId = key.id;
    const queueBound = isShared(request.socket, key.id) ? sharedQueueBound : undefined;
    context.release = await acquire(context, isProven ? key.id : unproven, queueBound);
    const principal = await authenticate(databaseFor(context), key, context.now);
    if (principal === null) {
      provenHashes.delete(hash);
      throw unauthorized;
    }
    provenHashes.set(hash, true);
    context.logged.keyId = principal.keyId;
    unread.add(principal.keyId, response);
    Object.assign(response.locals, { principal });
    next();
  };

  async function acquire(context: RequestContext, limiterKey: string, queueBound?: number) {
    try {
      if (unread.isFull(limiterKey)) throw RequestError.overloaded();
      return await limiter.acquire(limiterKey, context.signal, queueBound);
    } catch (error) {
      if (error instanceof RequestError) context.logged.overloaded = true;
      throw error;
    }
  }
}

/**
 * Whether a connection has carried requests of several keys, as those of a proxy do. A request that waits on such a
 * connection makes the other keys wait as well.
 */
function createSharedConnections(): (socket: Socket, keyId: string) => boolean {
  const firstKeys = new WeakMap<Socket, string>();
  const shared = new WeakSet<Socket>();
  return (socket, keyId) => {
    const first = firstKeys.get(socket);
    if (first === undefined) firstKeys.set(socket, keyId);
    else if (first !== keyId) shared.add(socket);
    return shared.has(socket);
  };
}

/** On a shared connection a request waits for few others of its key; beyond it is refused at once. */
const sharedQueueBound = 4;

/** Created once: a stack for each refusal would cost more than the refusal. */
const unauthorized = RequestError.of("unauthorized");

/** The queue of keys that have not been in force lately. No key has this id. */
const unproven = "";

const provenHashesBound = 10_000;

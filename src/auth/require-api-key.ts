import type { Socket } from "node:net";
import { LRUCache } from "lru-cache";
import type { Database } from "../database/client/statement.ts";
import {
  type ConcurrencyLimiter,
  overloaded,
  type Release,
} from "../http/connections/concurrency-limiter.ts";
import type { Handler } from "../http/requests/express-app.ts";
import type { RequestContext } from "../http/requests/request-context.ts";
import { RequestError } from "../http/requests/request-error.ts";
import type { RequestPacing } from "../http/connections/request-pacing.ts";
import type { UnreadResponses } from "../http/connections/unread-responses.ts";
import { authenticate, readPresentedKey } from "./authenticate.ts";
import type { KeyUse } from "./key-use.ts";
import type { Principal } from "./principal.ts";

/** The values of a request with a key in force, for later handlers. */
export interface Authenticated {
  principal: Principal;
  /** Waits for a slot of a limiter in the queue of the request's key. Throws the errors of the limiter. */
  acquire: (limiter: ConcurrencyLimiter) => Promise<Release>;
  /** Counts the bytes of the body until the response is closed. Throws `unavailable` if the key has too many. */
  countBody: (bytes: number) => void;
  /** Counts the bytes of an answer that waits outside the response in place of those of the body. */
  countAnswer: (bytes: number) => void;
}

export interface ApiKeyOptions {
  /** The handle for the statements of a request, which wait in the queue of its key. */
  readonly databaseFor: (context: RequestContext, queue: string) => Database;
  readonly limiter: ConcurrencyLimiter;
  readonly unread: UnreadResponses;
  /** Records that a key in force was used. */
  readonly keyUse: Pick<KeyUse, "note">;
  readonly pacing: Pick<RequestPacing, "trust">;
}

/**
 * Accepts requests with a key in force, within the bounds of the limiter. A value without the form of a key is 401 at
 * once. A key that was lately in force has its own queue. All others share one queue, so that invented keys delay only
 * each other and the first request of a new key.
 */
export function requireApiKey({
  databaseFor,
  limiter,
  unread,
  keyUse,
  pacing,
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
    // A key that is not proven yet waits in the queue of all such keys.
    const isBounded = isShared(request.socket, key.id) && isProven;
    const queueBound = isBounded ? sharedQueueBound : undefined;
    const acquireAs = async (queue: string, from: ConcurrencyLimiter) => {
      try {
        if (!unread.hasRoom(queue)) throw overloaded;
        const release = await from.acquire(queue, context.signal, queueBound);
        return unread.hasRoom(queue) ? release : refuse(release);
      } catch (error) {
        if (error instanceof RequestError) context.logged.overloaded = true;
        throw error;
      }
    };
    const queue = isProven ? key.id : unproven;
    context.release = await acquireAs(queue, limiter);
    const principal = await authenticate(databaseFor(context, queue), key, context.now);
    if (principal === null) {
      provenHashes.delete(hash);
      throw unauthorized;
    }
    provenHashes.set(hash, true);
    context.logged.keyId = principal.keyId;
    keyUse.note(principal.keyId, context.now);
    pacing.trust(request.socket, principal.keyId);
    // A response that has closed would be counted for ever.
    context.signal.throwIfAborted();
    unread.add(principal.keyId, response);
    const acquire: Authenticated["acquire"] = (from) => acquireAs(principal.keyId, from);
    const countAnswer: Authenticated["countAnswer"] = (bytes) =>
      unread.countBody(principal.keyId, response, bytes);
    const countBody: Authenticated["countBody"] = (bytes) => {
      if (!unread.hasRoom(principal.keyId)) throw overloaded;
      countAnswer(bytes);
    };
    const authenticated: Authenticated = { principal, acquire, countBody, countAnswer };
    Object.assign(response.locals, authenticated);
    next();
  };
}

/** Frees the slot of work that has not begun: the key has too many unread bytes. */
function refuse(release: Release): never {
  release();
  throw overloaded;
}

/**
 * The returned function is true for a connection with requests of several keys, on which a waiting request delays the
 * others.
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

/** The greatest number of waiting requests of a key on a shared connection; a further one is refused at once. */
const sharedQueueBound = 4;

/** Created once, because every refusal is the same. */
const unauthorized = RequestError.of("unauthorized");

/** The queue of keys that have not been in force lately. This is not the id of a key. */
const unproven = "";

const provenHashesBound = 10_000;

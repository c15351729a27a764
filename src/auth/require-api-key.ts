import { LRUCache } from "lru-cache";
import type { PresentedKey } from "./api-key.ts";
import { GatewayError } from "#acoustics/errors.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { Principal } from "./principal.ts";
import type { Handler } from "#http/express-app.ts";
import type { Exchange } from "#http/request-context.ts";
import type { Gate } from "#http/gate.ts";
import { cameEarly, holdBack, retrySeconds } from "#http/hold-back.ts";

/** Who can say whose a key is, and what time it is. */
export interface Doorkeeper {
  /** The key in the values of `svc-api-key`, or null. Costs next to nothing. */
  readKey(headerValues: readonly string[]): PresentedKey | null;
  /** The principal behind a key, or null where it is not in force. */
  authenticate(
    key: PresentedKey,
    now: Instant,
    request: Pick<Exchange, "requestId" | "over">,
  ): Promise<Principal | null>;
  clock(): Instant;
}

/** What is known of a request whose key has been checked. */
export interface Asker {
  principal: Principal;
  /** One instant for the whole request. */
  now: Instant;
  /** Where the key waits for its turns. */
  lane: string;
}

/**
 * Lets requests with a key in force through, with their principal, as many at once as the gate admits, each
 * until its exchange is released; the others are refused. What is no key at all never comes to the gate. Keys lately
 * found in force have a lane each. All other claims share one, so that made-up keys
 * stand in the way of nobody but each other, and of the first request of a key.
 */
export function askForKey(doorkeeper: Doorkeeper, gate: Gate): Handler<Asker> {
  const found = new LRUCache<string, true>({ max: keysRemembered });
  return async (request, response, next) => {
    const now = doorkeeper.clock();
    const key = doorkeeper.readKey(request.headersDistinct["svc-api-key"] ?? []);
    if (key === null) throw unauthorized;
    const name = key.hash.toString("base64");
    const lane = found.get(name) === true ? name : strangers;
    const { exchange } = response.locals;
    const { facts } = exchange;
    const entered = await gate.enter(lane, exchange.over, { isEarly: cameEarly(request, lane) });
    if (entered === "over") return;
    if (entered === "refused") {
      facts.shed = true;
      if (lane === name) facts.keyId = key.id;
      holdBack(request, response, lane, exchange.deadlineMilliseconds);
      throw overloaded;
    }
    exchange.release = entered;
    const principal = await doorkeeper.authenticate(key, now, exchange);
    if (principal === null) {
      found.delete(name);
      throw unauthorized;
    }
    found.set(name, true);
    facts.keyId = principal.keyId;
    Object.assign(response.locals, { principal, now, lane: name });
    next();
  };
}

/** Made once: where refusals come in floods, a stack for each would cost as much as its answer. */
const unauthorized = GatewayError.of("unauthorized");
const overloaded = GatewayError.overloaded(retrySeconds);

/** The lane of claims nobody has proven yet. */
const strangers = "";

const keysRemembered = 10_000;

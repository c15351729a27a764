import { GatewayError } from "#acoustics/errors.ts";
import { requireScopes, type Principal } from "#auth/principal.ts";
import type { Instant } from "#acoustics/time/instant.ts";
import type { Behalf, Door } from "#graphql/gateway.ts";
import type { Answer, Route } from "./define-route.ts";
import { parseQuery } from "./query-parameters.ts";

/** A request whose key has been checked, at the route that its path names. */
export interface RoutedRequest {
  readonly principal: Principal;
  readonly now: Instant;
  readonly exchange: Behalf;
  readonly path: Readonly<Record<string, string>>;
  readonly query: string;
}

/**
 * What a route answers. The checks come in the order of the contract, 2.1: the route's
 * scope, the parameters, the audio scope; the ids, the contract and the cursor are checked below.
 */
export function createRouteReader(
  route: Route,
  door: Door,
): (request: RoutedRequest) => Promise<Answer> {
  const read = route.prepare(door.schema);
  return async ({ principal, now, exchange, path, query }) => {
    requireScopes(principal, [route.scope]);
    const parsed = parseQuery(route.parameters, query);
    if (!parsed.ok) throw GatewayError.invalidRequest(parsed.issues);
    if (route.asksForAudio(parsed.values)) requireScopes(principal, [route.scope, "v0:audio:read"]);
    return read(
      path,
      parsed.values,
      principal.scopes,
      door.createContext(principal, now, exchange),
    );
  };
}

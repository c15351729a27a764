import { GatewayError } from "#domain/errors.ts";
import { requireScopes, type Viewer } from "#domain/viewer.ts";
import type { Instant } from "#domain/instant.ts";
import type { Behalf, Door } from "#graphql/door.ts";
import type { Answer, Route } from "./define-route.ts";
import { parseQuery } from "./query-parameters.ts";

/** A request whose key has been checked, at the route that its path names. */
export interface RoutedRequest {
  readonly viewer: Viewer;
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
  return async ({ viewer, now, exchange, path, query }) => {
    requireScopes(viewer, [route.scope]);
    const parsed = parseQuery(route.parameters, query);
    if (!parsed.ok) throw GatewayError.invalidRequest(parsed.faults);
    if (route.asksForAudio(parsed.values)) requireScopes(viewer, [route.scope, "v0:audio:read"]);
    return read(path, parsed.values, viewer.scopes, door.createContext(viewer, now, exchange));
  };
}

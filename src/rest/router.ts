import type { Authenticated } from "../auth/require-api-key.ts";
import { basePath } from "../http/requests/base-path.ts";
import { type Handler, notFound } from "../http/requests/express-app.ts";
import { answerRoute, type RouteOptions } from "./answer-route.ts";
import type { Route } from "./define-route.ts";
import { routes } from "./routes/index.ts";

/** The route of a request's path, and the received ids in the path; null: no route has this path. */
export interface Routed {
  matched: { readonly route: Route; readonly ids: Readonly<Record<string, string>> } | null;
}

/**
 * Matches the path of a request once, for log, metrics and traces. It runs before authentication, so that refusals have
 * a route.
 */
export function matchRoute(served: readonly Route[] = routes): Handler<Routed> {
  const match = createMatcher(served);
  return (_request, response, next) => {
    const { path, context } = response.locals;
    const matched = match(path);
    if (matched !== null) context.logged.route = matched.route.name;
    response.locals.matched = matched;
    next();
  };
}

/** The returned function finds the route of a path. */
export function createMatcher(served: readonly Route[]): (path: string) => Routed["matched"] {
  const patterns = served.map((route) => ({
    route,
    pattern: new RegExp(`^${basePath}${route.path.replaceAll(/:([A-Za-z]+)/g, "(?<$1>[^/]+)")}$`),
  }));
  return (path) => {
    for (const { route, pattern } of patterns) {
      const match = pattern.exec(path);
      if (match !== null) return { route, ids: { ...match.groups } };
    }
    return null;
  };
}

/** Answers 404 for a path without a route. */
export const refuseUnmatched: Handler<Routed> = (request, response, next) => {
  if (response.locals.matched === null) notFound(request, response, next);
  else next();
};

/**
 * Answers the matched route. Answers 404 without a route, and for a path with characters that no route and no id of v0
 * has.
 */
export function answerRoutes(
  options: RouteOptions,
  served: readonly Route[] = routes,
): Handler<Authenticated & Routed> {
  const answers = new Map(served.map((route) => [route, answerRoute(route, options)]));
  return async (request, response, next) => {
    const { matched, path, context } = response.locals;
    const answer = matched === null ? undefined : answers.get(matched.route);
    if (matched === null || answer === undefined || !/^[A-Za-z0-9._~/-]*$/.test(path)) {
      notFound(request, response, next);
      return;
    }
    try {
      await answer(matched.ids, request, response);
    } finally {
      context.release();
    }
  };
}

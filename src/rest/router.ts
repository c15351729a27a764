import { Router } from "express";
import { basePath } from "../http/requests/base-path.ts";
import { type Handler, notFound } from "../http/requests/express-app.ts";
import { answerRoute, type RouteOptions } from "./answer-route.ts";
import type { Route } from "./define-route.ts";
import { routes } from "./routes/index.ts";

/** Answers the declared routes, or only those of `served`. To be mounted at the base path. */
export function createRoutes(options: RouteOptions, served: readonly Route[] = routes): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const route of served) router.get(route.path, answerRoute(route, options));
  return router;
}

/**
 * Sets the route in the log and the metrics. It runs before authentication, so that refused requests have a route
 * too.
 */
export const nameRoute: Handler = (_request, response, next) => {
  const { path, context } = response.locals;
  const route = patterns.find(({ pattern }) => pattern.test(path));
  if (route !== undefined) context.logged.route = route.name;
  next();
};

/** Answers 404 for a path of none of the routes `served`. */
export function refuseOtherRoutes(served: readonly Route[]): Handler {
  const names = served.map(({ name }) => name);
  const servedPatterns = patterns.filter(({ name }) => names.includes(name));
  return (request, response, next) => {
    const { path } = response.locals;
    if (servedPatterns.some(({ pattern }) => pattern.test(path))) next();
    else notFound(request, response, next);
  };
}

/** Answers 404 for a path with escapes or other characters that no route and no id of v0 contains. */
export const refuseEscapedPaths: Handler = (request, response, next) => {
  if (/^[A-Za-z0-9._~/-]*$/.test(response.locals.path)) next();
  else notFound(request, response, next);
};

const patterns = routes.map(({ name, path }) => ({
  name,
  pattern: new RegExp(`^${basePath}${path.replaceAll(/:[A-Za-z]+/g, "[^/]+")}$`),
}));

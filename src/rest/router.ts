import { Router } from "express";
import { basePath } from "#http/base-path.ts";
import { type Handler, notFound } from "#http/express-app.ts";
import { answerRoute, type RouteOptions } from "./answer-route.ts";
import { routes } from "./routes/index.ts";

/** Answers the declared routes, below the base path. */
export function createRoutes(options: RouteOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const route of routes) router.get(route.path, answerRoute(route, options));
  return router;
}

/** Names the route in the log and the metrics, before the key is checked: a refusal has a route as well. */
export const nameRoute: Handler = (_request, response, next) => {
  const { path, context } = response.locals;
  const route = patterns.find(({ pattern }) => pattern.test(path));
  if (route !== undefined) context.logged.route = route.name;
  next();
};

/** No route and no id of v0 needs an escape: a path with one names nothing. */
export const refuseEscapedPaths: Handler = (request, response, next) => {
  if (/^[A-Za-z0-9._~/-]*$/.test(response.locals.path)) next();
  else notFound(request, response, next);
};

const patterns = routes.map(({ name, path }) => ({
  name,
  pattern: new RegExp(`^${basePath}${path.replaceAll(/:[A-Za-z]+/g, "[^/]+")}$`),
}));

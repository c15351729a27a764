import type { RequestListener } from "node:http";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import {
  createRequestContext,
  type RequestContext,
  type RequestOptions,
} from "./request-context.ts";
import { RequestError } from "./request-error.ts";

/** The values that the handlers of one request share. */
export interface Locals {
  context: RequestContext;
  /** The received path of the request. */
  path: string;
  /** The received query string, without its question mark. */
  query: string;
}

export type Handler<More = unknown> = RequestHandler<
  Record<string, string>,
  unknown,
  unknown,
  unknown,
  Locals & More
>;

/**
 * Creates an Express application without Express's own answers: exact paths, no entity tags, and a problem for every
 * error and every unknown path. `mount` adds the handlers of the listener.
 */
export function createApp(options: RequestOptions, mount: (app: Express) => void): RequestListener {
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.use(startRequest(options));
  mount(app);
  app.use(notFound);
  app.use(fail);
  return (request, response) => {
    // Express parses a target in absolute form differently. It must route by the received path.
    const { path, query } = parseTarget(request.url ?? "");
    const originalUrl = query === "" ? path : `${path}?${query}`;
    app(Object.assign(request, { url: path, originalUrl }), response);
  };
}

/** 405 for every method except GET. */
export const refuseOtherMethods: Handler = (request, _response, next) => {
  next(request.method === "GET" ? undefined : RequestError.methodNotAllowed(["GET"]));
};

/** Answers 404; all 404s have the same body. */
export const notFound: Handler = (_request, _response, next) => {
  next(RequestError.of("not_found"));
};

function startRequest(options: RequestOptions): Handler {
  return (request, response, next) => {
    response.locals.context = createRequestContext(request, response, options);
    response.locals.path = request.url;
    response.locals.query = request.originalUrl.slice(request.url.length + "?".length);
    const { signal } = response.locals.context;
    options.pacing.schedule(request.socket, () => {
      if (!signal.aborted) next();
    });
  };
}

const fail: ErrorRequestHandler<Record<string, string>, unknown, unknown, unknown, Locals> = (
  error: unknown,
  _request,
  response,
  _next,
) => {
  const { context } = response.locals;
  context.release();
  context.fail(error);
};

/**
 * The path and the query of a request target, as received: neither decoded nor normalised. The query has no question
 * mark; empty: there is none. The absolute form (RFC 9112, 3.2.2) loses its scheme and authority.
 */
export function parseTarget(target: string): { readonly path: string; readonly query: string } {
  const origin = target.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*(?=[/?#]|$)/, "");
  const rooted = origin.startsWith("/") || origin === target ? origin : `/${origin}`;
  const mark = rooted.indexOf("?");
  return mark < 0
    ? { path: rooted, query: "" }
    : { path: rooted.slice(0, mark), query: rooted.slice(mark + 1) };
}

import type { RequestListener } from "node:http";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import { GatewayError } from "#acoustics/errors.ts";
import { beginExchange, type Exchange, type ExchangeOptions } from "./request-context.ts";
import { refuseVersionless } from "./refuse-malformed.ts";
import { parseTarget } from "./target.ts";

/** What the handlers of one request hand on to each other. */
export interface Locals {
  exchange: Exchange;
  /** The path of the request as it was received. */
  path: string;
  /** The query string as it was received, without its question mark. */
  query: string;
}

export type Handler<Facts = unknown> = RequestHandler<
  Record<string, string>,
  unknown,
  unknown,
  unknown,
  Locals & Facts
>;

/**
 * An Express application without Express's own answers: exact paths, no entity tags, every error and
 * every unknown path answered as a problem. `mount` adds what it serves.
 */
export function createApp(
  options: ExchangeOptions,
  mount: (app: Express) => void,
): RequestListener {
  const app = express();
  app.disable("x-powered-by");
  app.set("etag", false);
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.use(begin(options), refuseVersionless);
  mount(app);
  app.use(notFound);
  app.use(fail);
  return (request, response) => {
    const { path, query } = parseTarget(request.url ?? "");
    // Before Express sees it: what routes is the path alone, as it was received. Express would take
    // more apart, and measures what it cuts off for a mounted router by the target it was given.
    const originalUrl = query === "" ? path : `${path}?${query}`;
    app(Object.assign(request, { url: path, originalUrl }), response);
  };
}

/** 405 for every method but GET, before anything else is asked. */
export const refuseOtherMethods: Handler = (request, _response, next) => {
  next(request.method === "GET" ? undefined : GatewayError.methodNotAllowed(["GET"]));
};

export const notFound: Handler = (_request, _response, next) => {
  next(GatewayError.of("not_found"));
};

function begin(options: ExchangeOptions): Handler {
  return (request, response, next) => {
    response.locals.exchange = beginExchange(request, response, options);
    response.locals.path = request.url;
    response.locals.query = parseTarget(request.originalUrl).query;
    // No upgrade is offered, but the parser drops what came in the same packet behind a wish for one:
    // only a client that is told so knows to ask for it again.
    if (request.headers.upgrade !== undefined) response.setHeader("Connection", "close");
    next();
  };
}

const fail: ErrorRequestHandler<Record<string, string>, unknown, unknown, unknown, Locals> = (
  error: unknown,
  _request,
  response,
  _next,
) => {
  const { exchange } = response.locals;
  exchange.release();
  exchange.fail(error);
};

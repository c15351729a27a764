import type { RequestListener } from "node:http";
import { GatewayError } from "#domain/errors.ts";
import type { Door } from "#graphql/door.ts";
import type { ExchangeOptions } from "#http/exchange.ts";
import { createApp, type Handler, refuseOtherMethods } from "#http/express-app.ts";
import { refuseMalformed } from "#http/refuse-malformed.ts";
import { routeGraphql } from "./internal-graphql.ts";
import { routePages } from "./internal-pages.ts";

/** Answers whether the database answers. Rejects where it does not. */
export type Ping = () => Promise<void>;

/** The internal surface: GraphQL for dashboards, a small one, GraphiQL, and health. */
export function createInternalApp(
  door: Door,
  ping: Ping,
  options: ExchangeOptions,
): RequestListener {
  return createApp(options, (app) => {
    app.use(routeGraphql("/graphql", door, options.log));
    app.use(refuseOtherMethods, refuseMalformed, routePages());
    app.get("/health/live", answerStatus("live"));
    app.get("/health/ready", requireDatabase(ping), answerStatus("ready"));
  });
}

function requireDatabase(ping: Ping): Handler {
  return async (_request, _response, next) => {
    try {
      await ping();
    } catch (cause) {
      throw GatewayError.of("unavailable", cause);
    }
    next();
  };
}

function answerStatus(status: string): Handler {
  return (_request, response) => {
    response
      .writeHead(200, { "Content-Type": "application/json; charset=utf-8" })
      .end(JSON.stringify({ status }));
  };
}

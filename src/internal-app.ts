import type { RequestListener } from "node:http";
import { errorKinds } from "#domain/errors.ts";
import type { Door } from "#graphql/door.ts";
import type { ExchangeOptions } from "#http/exchange.ts";
import { createApp, type Handler, refuseOtherMethods } from "#http/express-app.ts";
import type { Gate } from "#http/gate.ts";
import { refuseMalformed } from "#http/refuse-malformed.ts";
import type { Metrics } from "#metrics.ts";
import type { Readiness } from "#readiness.ts";
import { routeGraphql } from "./internal-graphql.ts";
import { routePages } from "./internal-pages.ts";

export interface InternalOptions extends ExchangeOptions {
  readonly gate: Gate;
  /** How each part is that requests need. */
  readonly checkReadiness: () => Promise<Readiness>;
  readonly metrics: Pick<Metrics, "contentType" | "print">;
}

/** The internal surface: GraphQL for dashboards, a small one, GraphiQL, health, and metrics. */
export function createInternalApp(door: Door, options: InternalOptions): RequestListener {
  const { gate, checkReadiness, metrics, ...exchange } = options;
  return createApp(exchange, (app) => {
    app.use(routeGraphql("/graphql", door, gate, exchange.log));
    app.use(refuseOtherMethods, refuseMalformed, routePages());
    app.get("/health/live", named("live"), answerLive);
    app.get("/health/ready", named("ready"), answerReady(checkReadiness));
    app.get("/metrics", named("metrics"), async (_request, response) => {
      const text = await metrics.print();
      response.writeHead(200, { "Content-Type": metrics.contentType }).end(text);
    });
  });
}

function named(route: string): Handler {
  return (_request, response, next) => {
    response.locals.exchange.facts.route = route;
    next();
  };
}

const jsonType = { "Content-Type": "application/json; charset=utf-8" };

const answerLive: Handler = (_request, response) => {
  response.writeHead(200, jsonType).end(JSON.stringify({ status: "live" }));
};

function answerReady(checkReadiness: () => Promise<Readiness>): Handler {
  return async (_request, response) => {
    const parts = await checkReadiness();
    const isReady = Object.values(parts).every((part) => part === "ready");
    const headers = isReady ? jsonType : { ...jsonType, ...errorKinds.unavailable.headers };
    response
      .writeHead(isReady ? 200 : 503, headers)
      .end(JSON.stringify({ status: isReady ? "ready" : "unavailable", parts }));
  };
}

import type { RequestListener } from "node:http";
import { errorKinds } from "#acoustics/errors.ts";
import type { Door } from "#graphql/gateway.ts";
import type { ExchangeOptions } from "#http/request-context.ts";
import { createApp, type Handler, refuseOtherMethods } from "#http/express-app.ts";
import { refuseMalformed } from "#http/refuse-malformed.ts";
import type { MethodsAt } from "#http/refused-head.ts";
import { sendText } from "#http/send-text.ts";
import type { Metrics } from "./metrics.ts";
import { graphqlMethods, routeGraphql } from "#graphql/http-handler.ts";
import type { GraphqlGates } from "#graphql/concurrency.ts";
import { routePages } from "./internal-pages.ts";
import type { Readiness } from "./health.ts";

export interface InternalOptions extends ExchangeOptions {
  readonly gates: GraphqlGates;
  /** How each part is that requests need. */
  readonly checkReadiness: () => Promise<Readiness>;
  readonly metrics: Pick<Metrics, "contentType" | "print">;
}

/** Everything but GraphQL is only read. */
export const internalMethodsAt: MethodsAt = (path) =>
  path === graphqlPath ? graphqlMethods : ["GET"];

const graphqlPath = "/graphql";

/** The internal surface: GraphQL for dashboards, a small one, GraphiQL, health, and metrics. */
export function createInternalApp(door: Door, options: InternalOptions): RequestListener {
  const { gates, checkReadiness, metrics, ...exchange } = options;
  return createApp(exchange, (app) => {
    app.use(routeGraphql(graphqlPath, door, gates, exchange.log));
    app.use(refuseOtherMethods, refuseMalformed, routePages());
    app.get("/health/live", named("live"), answerLive);
    app.get("/health/ready", named("ready"), answerReady(checkReadiness));
    app.get("/metrics", named("metrics"), async (_request, response) => {
      const text = await metrics.print();
      sendText(response, 200, { "Content-Type": metrics.contentType }, text);
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
  sendText(response, 200, jsonType, JSON.stringify({ status: "live" }));
};

function answerReady(checkReadiness: () => Promise<Readiness>): Handler {
  return async (_request, response) => {
    const parts = await checkReadiness();
    const isReady = Object.values(parts).every((part) => part === "ready");
    const headers = isReady ? jsonType : { ...jsonType, ...errorKinds.unavailable.headers };
    const text = JSON.stringify({ status: isReady ? "ready" : "unavailable", parts });
    sendText(response, isReady ? 200 : 503, headers, text);
  };
}

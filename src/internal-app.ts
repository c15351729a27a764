import type { IncomingMessage, RequestListener } from "node:http";
import type { Response } from "express";
import { type ErrorKind, errorKinds, type GatewayError } from "#domain/errors.ts";
import { askForKey, type Asker } from "#http/ask-for-key.ts";
import type { Door } from "#graphql/door.ts";
import { createGraphqlHandler } from "#graphql/http.ts";
import type { ExchangeOptions } from "#http/exchange.ts";
import type { Gate } from "#http/gate.ts";
import type { Metrics } from "#metrics.ts";
import type { Readiness } from "#readiness.ts";
import { createApp, type Handler, refuseOtherMethods } from "#http/express-app.ts";
import { refuseMalformed } from "#http/refuse-malformed.ts";

export interface InternalOptions extends ExchangeOptions {
  readonly gate: Gate;
  /** How each part is that requests need. */
  readonly checkReadiness: () => Promise<Readiness>;
  readonly metrics: Pick<Metrics, "contentType" | "print">;
}

/** The internal surface: GraphQL for dashboards, health, and metrics. */
export function createInternalApp(door: Door, options: InternalOptions): RequestListener {
  const { gate, checkReadiness, metrics, ...exchange } = options;
  return createApp(exchange, (app) => {
    app.all(
      "/graphql",
      refuseMalformed,
      askForKey(door, gate, refuse),
      answerGraphql(door, exchange),
    );
    app.use(refuseOtherMethods, refuseMalformed);
    app.get("/health/live", named("live"), answerLive);
    app.get("/health/ready", named("ready"), answerReady(checkReadiness));
    app.get("/metrics", named("metrics"), async (_request, response) => {
      const text = await metrics.print();
      response.writeHead(200, { "Content-Type": metrics.contentType }).end(text);
    });
  });
}

/** Refusals before the document is looked at: without a key nothing is told of the schema. */
function refuse(response: Response, error: GatewayError): void {
  const { status }: ErrorKind = errorKinds[error.code];
  const code = error.code.toUpperCase();
  response
    .writeHead(status, {
      ...error.headers,
      "Content-Type": "application/graphql-response+json",
    })
    .end(JSON.stringify({ errors: [{ message: error.message, extensions: { code } }] }));
}

function answerGraphql(door: Door, { log }: ExchangeOptions): Handler<Asker> {
  const handle = createGraphqlHandler(door, log);
  return async (request, response) => {
    response.locals.exchange.facts.route = "graphql";
    request.headers.accept = acceptedMediaType(request.headers.accept);
    // An address is made of the Host field, which may hold what no address can: it plays no part here.
    request.headers.host = "localhost";
    // A client that waits to be asked for its document would wait until its time is up.
    if (isWaitingToContinue(request)) response.writeContinue();
    const { viewer, now, exchange } = response.locals;
    await handle(request, response, { viewer, now, requestId: exchange.requestId });
  };
}

/** HTTP/1.0 knows no answer before the answer (RFC 9110, 10.1.1). */
function isWaitingToContinue({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === "1.1" && headers.expect?.toLowerCase() === "100-continue";
}

/**
 * The current media type of GraphQL over HTTP, whose statuses say what happened, unless the client
 * names the older one and not the current one.
 */
function acceptedMediaType(accept = ""): string {
  const current = "application/graphql-response+json";
  const older = "application/json";
  return accept.includes(older) && !accept.includes(current) ? older : current;
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

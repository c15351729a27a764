import type { IncomingMessage, RequestListener } from "node:http";
import type { Response } from "express";
import { type ErrorKind, errorKinds, GatewayError } from "#domain/errors.ts";
import { askForKey, type Asker } from "#http/ask-for-key.ts";
import type { Door } from "#graphql/door.ts";
import { createGraphqlHandler } from "#graphql/http.ts";
import type { ExchangeOptions } from "#http/exchange.ts";
import { createApp, type Handler, refuseOtherMethods } from "#http/express-app.ts";
import { refuseMalformed } from "#http/refuse-malformed.ts";

/** Answers whether the database answers. Rejects where it does not. */
export type Ping = () => Promise<void>;

/** The internal surface: GraphQL for dashboards, and health. */
export function createInternalApp(
  door: Door,
  ping: Ping,
  options: ExchangeOptions,
): RequestListener {
  return createApp(options, (app) => {
    app.all("/graphql", refuseMalformed, askForKey(door, refuse), answerGraphql(door, options));
    app.use(refuseOtherMethods, refuseMalformed);
    app.get("/health/live", answerStatus("live"));
    app.get("/health/ready", requireDatabase(ping), answerStatus("ready"));
  });
}

/** 401 before the document is looked at: without a key nothing is told of the schema. */
function refuse(response: Response): void {
  const { status, detail, headers }: ErrorKind = errorKinds.unauthorized;
  response
    .writeHead(status, { ...headers, "Content-Type": "application/graphql-response+json" })
    .end(JSON.stringify({ errors: [{ message: detail, extensions: { code: "UNAUTHORIZED" } }] }));
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
    const { viewer, now } = response.locals;
    await handle(request, response, { viewer, now });
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

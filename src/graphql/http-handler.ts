import type { IncomingMessage } from "node:http";
import { Router } from "express";
import { type ErrorKind, errorKinds, GatewayError } from "#acoustics/errors.ts";
import type { Door } from "./gateway.ts";
import { createGraphqlHandler } from "./yoga.ts";
import { findRequestIssue } from "./request-issues.ts";
import { askForKey, type Asker } from "#auth/require-api-key.ts";
import type { Handler } from "#http/express-app.ts";
import { refuseMalformed } from "#http/refuse-malformed.ts";
import type { Log } from "#log.ts";
import { answerBrowsers } from "#server/internal-pages.ts";
import { createTurns, type GraphqlGates } from "./concurrency.ts";
import { sendError } from "./send-error.ts";

export const graphqlMethods: readonly string[] = ["GET", "POST"];

/** GraphQL at one path: method, a page for browsers, key, form of the request, and then the document itself. */
export function routeGraphql(path: string, door: Door, gates: GraphqlGates, log: Log): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.all(
    path,
    refuseOtherMethods,
    refuseMalformed,
    answerBrowsers(),
    askForKey(door, gates.work.small),
    answerGraphql(door, gates, log),
  );
  return router;
}

/** From here on errors have the form of GraphQL, those before any document is looked at, too. */
const refuseOtherMethods: Handler = (request, response, next) => {
  const { exchange } = response.locals;
  exchange.facts.route = "graphql";
  exchange.present = ({ code, message, headers }) => {
    const { status }: ErrorKind = errorKinds[code];
    sendError(response, code, { status, message, headers });
  };
  const isOther = !graphqlMethods.includes(request.method);
  next(isOther ? GatewayError.methodNotAllowed(graphqlMethods) : undefined);
};

function answerGraphql(door: Door, gates: GraphqlGates, log: Log): Handler<Asker> {
  const handle = createGraphqlHandler(door, log);
  return async (request, response) => {
    const { method, headers } = request;
    const { principal, now, lane, query, exchange } = response.locals;
    // The document is still to come, and may take its time.
    exchange.release();
    const issue = findRequestIssue({
      method,
      query,
      contentType: headers["content-type"],
      contentEncoding: headers["content-encoding"],
    });
    if (issue !== null) return sendError(response, "invalid_request", issue);
    headers.accept = acceptedMediaType(headers.accept);
    // The server compares the type as it is written.
    if (method === "POST") headers["content-type"] = "application/json";
    // An address is made of the Host field, which may hold what no address can: it plays no part here.
    headers.host = "localhost";
    // A client that waits to be asked for its document would wait until its time is up.
    if (isWaitingToContinue(request)) response.writeContinue();
    const turns = createTurns(gates, lane, exchange);
    await handle(request, response, { principal, now, behalf: exchange, turns });
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

import type { IncomingMessage } from "node:http";
import type { GraphQLSchema } from "graphql";
import { requireScopes } from "../auth/principal.ts";
import type { Authenticated } from "../auth/require-api-key.ts";
import type { ConcurrencyLimiter } from "../http/connections/concurrency-limiter.ts";
import type { Handler } from "../http/requests/express-app.ts";
import { sendJson } from "../http/answers/send.ts";
import { openRecording } from "../operations/audio/open-recording.ts";
import { createOperationContext, type OperationServices } from "../operations/operation-context.ts";
import type { Route } from "./define-route.ts";
import { deliverRecording } from "./deliver-recording.ts";
import { parseQuery } from "./query-parameters.ts";

export interface RouteOptions {
  readonly schema: GraphQLSchema;
  readonly services: OperationServices;
  /** After this time without reading anything of a recording, its client is disconnected. */
  readonly stallMilliseconds: number;
  /** Bounds the recordings that are being sent. */
  readonly downloads: ConcurrencyLimiter;
}

/**
 * Answers one route. It checks the scope of the route, the parameters and the audio scope, in the order of
 * docs/contract.md, 2.1. The operation checks the ids, the contract and the cursor.
 */
export function answerRoute(
  route: Route,
  { schema, services, stallMilliseconds, downloads }: RouteOptions,
): AnswerRoute {
  const read = route.prepare(schema);
  return async (ids, request, response) => {
    const { context, principal, acquire, query } = response.locals;
    requireScopes(principal, [route.scope]);
    const values = parseQuery(route.parameters, query);
    if (route.requiresAudio(values)) {
      requireScopes(principal, [route.scope, "v0:audio:read"]);
    }
    const operationContext = createOperationContext(services, context, principal);
    const answer = await read(ids, values, principal.scopes, operationContext);
    if (context.signal.aborted) return;
    if (answer.kind === "json") return sendJson(response, answer.body);
    // A download may last minutes: from here on, the other limiter counts it.
    context.release();
    const release = await acquire(downloads);
    try {
      await deliverRecording(answer.recording, request, response, {
        open: (range) => openRecording(operationContext, answer.reference, range),
        stallMilliseconds,
        signal: context.signal,
      });
    } finally {
      release();
    }
  };
}

/** Answers a request for a route with these ids. The caller releases its slot. */
type AnswerRoute = (
  ids: Readonly<Record<string, string>>,
  request: IncomingMessage,
  response: Parameters<Handler<Authenticated>>[1],
) => Promise<void>;

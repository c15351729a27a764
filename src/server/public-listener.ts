import type { RequestListener, ServerResponse } from "node:http";
import { Router } from "express";
import { basePath } from "#http/base-path.ts";
import { GatewayError } from "#acoustics/errors.ts";
import { askForKey, type Asker } from "#auth/require-api-key.ts";
import { createRequestQuota } from "#auth/rate-limit.ts";
import type { Door } from "#graphql/gateway.ts";
import type { ExchangeOptions } from "#http/request-context.ts";
import type { Gate } from "#http/gate.ts";
import { sendFromMemory, sendInTurn } from "#http/turns.ts";
import { createApp, type Handler, notFound, refuseOtherMethods } from "#http/express-app.ts";
import { refuseMalformed } from "#http/refuse-malformed.ts";
import type { MethodsAt } from "#http/refused-head.ts";
import type { Route } from "#rest/define-route.ts";
import { type DeliveryOptions, deliverRecording } from "#rest/deliver-recording.ts";
import { routeDocuments } from "#rest/docs/routes.ts";
import { findRouteName } from "#rest/route-names.ts";
import { createRouteReader } from "#rest/route-reader.ts";
import { routes } from "#rest/routes/index.ts";

/** The public surface. Checks come in the order of the contract, 2.1: method, key, route, and what the route asks. */
export function createPublicApp(
  door: Door,
  delivery: Pick<DeliveryOptions, "store" | "stallMilliseconds">,
  { keyRequestsPerMinute, gates, ...options }: PublicOptions,
): RequestListener {
  return createApp(options, (app) => {
    app.use(refuseOtherMethods, refuseMalformed, routeDocuments(door.schema));
    app.use(
      basePath,
      nameRoute,
      askForKey(door, gates.work),
      limitRequests(keyRequestsPerMinute),
      refuseOddPaths,
      routeAll(door, gates, { ...delivery, reportMissing: door.reportMissing }),
    );
  });
}

/** The public surface is read-only. */
export const publicMethodsAt: MethodsAt = () => ["GET"];

export interface PublicOptions extends ExchangeOptions {
  /** Null: no limit. */
  readonly keyRequestsPerMinute: number | null;
  /** See `gates.ts`. */
  readonly gates: Readonly<Record<"work" | "streams" | "answers", Gate>>;
}

function limitRequests(perMinute: number | null): Handler<Asker> {
  const quota = perMinute === null ? null : createRequestQuota(perMinute);
  return (_request, response, next) => {
    const { principal, now } = response.locals;
    const wait = quota?.take(principal.keyId, now) ?? 0;
    next(wait === 0 ? undefined : GatewayError.tooManyRequests(wait));
  };
}

/** Before the key is asked for: a refusal, too, is one of the route that was asked for. */
const nameRoute: Handler = (_request, response, next) => {
  const name = findRouteName(response.locals.path);
  if (name !== null) response.locals.exchange.facts.route = name;
  next();
};

/** No route and no id of v0 needs an escape or any other character: such a path names nothing. */
const refuseOddPaths: Handler = (request, response, next) => {
  if (/^[A-Za-z0-9._~/-]*$/.test(response.locals.path)) next();
  else notFound(request, response, next);
};

type SendingGates = Readonly<Record<"streams" | "answers", Gate>>;

/** A router of every declared route, and of nothing else. */
export function routeAll(door: Door, gates: SendingGates, delivery: DeliveryOptions): Router {
  const router = Router({ caseSensitive: true, strict: true });
  for (const route of routes) router.get(route.path, answer(route, door, gates, delivery));
  return router;
}

function answer(
  route: Route,
  door: Door,
  gates: SendingGates,
  delivery: DeliveryOptions,
): Handler<Asker> {
  const read = createRouteReader(route, door);
  return async (request, response) => {
    const { exchange, principal, now, lane, query } = response.locals;
    const answered = await read({ principal, now, exchange, query, path: request.params });
    if (answered.kind === "json") {
      const isWanted = await sendFromMemory(gates.answers, lane, exchange);
      if (isWanted) sendJson(response, answered.body);
      return;
    }
    const leave = await sendInTurn(gates.streams, lane, exchange);
    if (leave === null) return;
    // A disk that does not answer is waited for, be it that nobody else waits any more.
    await deliverRecording(answered.recording, request, response, exchange, delivery).finally(
      leave,
    );
  };
}

function sendJson(response: ServerResponse, body: unknown): void {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  response.writeHead(200, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": length,
  });
  // Sent in one piece, but not joined to one: Node would copy the text behind the header first.
  response.cork();
  response.flushHeaders();
  // Text without a character of two bytes is taken as it lies in memory.
  response.end(text, length === text.length ? "latin1" : "utf8");
}

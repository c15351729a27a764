import { randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Instant } from "../../acoustics/time/instant.ts";
import type { Log } from "../../log.ts";
import { type RequestTrace, traceOf, type Tracer } from "../../system/tracing/tracer.ts";
import { sendProblem } from "../answers/problem-details.ts";
import { RequestError } from "./request-error.ts";
import type { RequestPacing } from "../connections/request-pacing.ts";

/** The request in progress. */
export interface RequestContext {
  readonly id: string;
  /** One instant for the whole request. */
  readonly now: Instant;
  /** The present time, for work that lasts longer than most requests. */
  readonly clock: () => Instant;
  /**
   * Aborted with `requestAborted` when the client no longer waits: the request is answered, past its deadline, or
   * disconnected.
   */
  readonly signal: AbortSignal;
  readonly log: Log;
  /** Null: the request belongs to no trace. */
  readonly trace: RequestTrace | null;
  /** Members of the log line that is written when the request ends. */
  readonly logged: LoggedMembers;
  /** The level of that line. */
  loggedAt: "info" | "debug";
  /** Answers with an error. The cause of an unexpected error goes only to the log. */
  fail(error: unknown): void;
  /** Writes an error as the answer; as problem details, unless a route replaces it. */
  presentError(error: RequestError): void;
  /** Frees the slot of the request, if any. Call it when the work ends: statements go on after a disconnection. */
  release(): void;
}

export interface LoggedMembers {
  route?: string;
  keyId?: string;
  /** The name of OpenTelemetry for logs. */
  trace_id?: string;
  /** Refused by the concurrency limiter. */
  overloaded?: true;
  /** The connection ended before the answer did. */
  cut?: true;
}

/** Receives the start and the end of every request; for metrics. */
export interface RequestObserver {
  started(): void;
  /** `route` is `none` if no route was reached; `status` is null if nothing was answered. */
  ended(route: string, status: number | null, milliseconds: number): void;
}

export interface RequestOptions {
  readonly pacing: RequestPacing;
  readonly log: Log;
  readonly observer: RequestObserver;
  /** Null: no spans are exported. */
  readonly tracer: Tracer | null;
  readonly clock: () => Instant;
  /** After this time the answer is 503. */
  readonly deadlineMilliseconds: number;
}

/** The reason of an aborted request. It is not an error, and is never logged as one. */
export const requestAborted = Object.assign(
  new Error("the client no longer waits for the answer"),
  {
    name: "AbortError",
  },
);

/** True for `requestAborted`, and for errors that it caused. */
export function isRequestAborted(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause === requestAborted) return true;
  }
  return false;
}

/** Header fields of every response. */
export const commonHeaders = {
  "Cache-Control": "private, no-store, max-age=0",
  "X-Content-Type-Options": "nosniff",
} as const;

/** An inbound `X-Request-Id` of this form is kept. */
export const requestIdPattern = /^[A-Za-z0-9._-]{8,64}$/;

/** Sets the header fields of every response, starts the deadline, and logs the request when it ends. */
export function createRequestContext(
  request: IncomingMessage,
  response: ServerResponse,
  { log, observer, tracer, clock, deadlineMilliseconds }: Omit<RequestOptions, "pacing">,
): RequestContext {
  const endRecord = startRequestRecord({ log, observer }, request);
  const trace = traceOf(tracer, request.method ?? "", request.headers);
  const id = requestIdOf(request.headersDistinct["x-request-id"]);
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
  response.setHeader("X-Request-Id", id);
  // Each handler adds a listener for the end of the response.
  response.setMaxListeners(30);

  const abort = new AbortController();
  // Each statement that waits for a connection adds a listener.
  setMaxListeners(0, abort.signal);
  const logged: LoggedMembers = trace === null ? {} : { trace_id: trace.context.traceId };
  const context: RequestContext = {
    id,
    now: clock(),
    clock,
    signal: abort.signal,
    log,
    trace,
    logged,
    loggedAt: "info",
    fail(error) {
      const known = error instanceof RequestError ? error : RequestError.of("unavailable", error);
      const { code, cause } = known;
      if (cause !== undefined && !isRequestAborted(cause)) {
        log.error({ requestId: id, ...logged, code, cause }, "request could not be completed");
      }
      if (!response.headersSent && !response.closed) context.presentError(known);
    },
    presentError: (error) => sendProblem(request, response, error, id),
    release: () => undefined,
  };
  const expire = () => {
    // The rest of the time depends on the client, not on the server.
    if (response.headersSent) return;
    if (request.complete) {
      const cause = new Error("the deadline of the request passed");
      context.fail(RequestError.of("unavailable", cause));
    } else {
      response.setHeader("Connection", "close");
      context.fail(RequestError.malformedRequest());
    }
    abort.abort(requestAborted);
  };
  const deadline = setTimeout(expire, deadlineMilliseconds);
  response.once("close", () => {
    clearTimeout(deadline);
    abort.abort(requestAborted);
    // A pipelined response that was never sent has headers, but no socket.
    const isSent = response.writableFinished || (response.headersSent && response.socket !== null);
    if (isSent && !response.writableFinished) logged.cut = true;
    const status = isSent ? response.statusCode : null;
    endRecord(id, status, logged, context.loggedAt);
    // Requests of monitoring, every few seconds, are not exported.
    if (context.loggedAt === "info") trace?.spans?.requestEnded(logged.route ?? "none", status);
  });
  contexts.set(response, context);
  return context;
}

/** The context of a response; undefined for one that has none yet. */
export function contextOf(response: ServerResponse): RequestContext | undefined {
  return contexts.get(response);
}

const contexts = new WeakMap<ServerResponse, RequestContext>();

/**
 * Starts the record of a request, whose `url` is its path. The returned function ends it: one line in the log and one
 * request in the metrics. Its status is null if the client disconnected before it was answered.
 */
export function startRequestRecord(
  { log, observer }: Pick<RequestOptions, "log" | "observer">,
  { method, url: path = "" }: Pick<IncomingMessage, "method" | "url"> = {},
) {
  const startedAt = performance.now();
  observer.started();
  return (
    requestId: string,
    status: number | null,
    { route = "none", ...logged }: LoggedMembers = {},
    level: RequestContext["loggedAt"] = "info",
  ): void => {
    const milliseconds = Math.round((performance.now() - startedAt) * 10) / 10;
    observer.ended(route, status, milliseconds);
    const target = { method, path };
    log[level]({ requestId, route, ...logged, status, milliseconds, target }, "request");
  };
}

/** The only value of `X-Request-Id` if it has the accepted form, else a new id. */
export function requestIdOf(values: readonly string[] = []): string {
  const [inbound = "", ...others] = values;
  return others.length === 0 && requestIdPattern.test(inbound) ? inbound : randomUUID();
}

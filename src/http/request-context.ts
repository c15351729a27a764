import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { GatewayError } from "#acoustics/errors.ts";
import { isRequestOver, requestOver } from "./request-over.ts";
import { beginRecord, type ExchangeFacts, type RecordOptions } from "./request-log.ts";
import { unreadMilliseconds } from "./hold-back.ts";
import { sendProblem } from "./problem-details.ts";

/** One request and its answer, as the layers above see it. */
export interface Exchange {
  readonly requestId: string;
  readonly facts: ExchangeFacts;
  /**
   * Aborted once nobody waits for the answer any more: it has been sent, the deadline has answered in
   * its place, or the client has gone. Work that goes on is for nothing.
   */
  readonly over: AbortSignal;
  /** After this long it is answered 503, whatever the work is waiting for. */
  readonly deadlineMilliseconds: number;
  /** Answers with an error; the cause of an unexpected one goes to the log alone. */
  fail(error: unknown): void;
  /** How an error is answered. Default: as a problem. */
  present(error: GatewayError): void;
  /** Frees what the work of the request holds; to be called when it has ended, however it did. */
  release(): void;
}

export interface ExchangeOptions extends RecordOptions {
  /** After this long the answer is 503, whatever the work is waiting for. */
  readonly deadlineMilliseconds: number;
}

/** Header fields of every response of the gateway. */
export const commonHeaders = {
  "Cache-Control": "private, no-store, max-age=0",
  "X-Content-Type-Options": "nosniff",
} as const;

/**
 * Begins an exchange: sets the header fields that every response carries, limits its time, and
 * records it when it ends.
 */
export function beginExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { deadlineMilliseconds, ...record }: ExchangeOptions,
): Exchange {
  const endRecord = beginRecord(record);
  const requestId = requestIdOf(request);
  for (const [name, value] of Object.entries(commonHeaders)) response.setHeader(name, value);
  response.setHeader("X-Request-Id", requestId);
  // Each layer waits for its end, and the streaming of a recording several times over.
  response.setMaxListeners(30);

  const facts: ExchangeFacts = {};
  const over = new AbortController();
  const exchange: Exchange = {
    requestId,
    facts,
    over: over.signal,
    deadlineMilliseconds,
    fail(error) {
      const known = error instanceof GatewayError ? error : GatewayError.of("unavailable", error);
      const { code, cause } = known;
      if (code === "unavailable" && cause !== undefined && !isRequestOver(cause)) {
        record.log.error({ requestId, ...facts, cause }, "request could not be completed");
      }
      if (!response.headersSent && !response.closed) exchange.present(known);
    },
    present: (error) => sendProblem(request, response, error, requestId),
    release: () => undefined,
  };
  const deadline = setTimeout(
    () => {
      // From then on it is the client that takes its time.
      if (response.headersSent) return;
      if (request.complete) {
        const passed = new Error("the deadline of the request passed");
        exchange.fail(GatewayError.of("unavailable", passed));
      } else {
        // What is waited for is the rest of the request.
        response.setHeader("Connection", "close");
        exchange.fail(GatewayError.malformedRequest());
      }
      over.abort(requestOver);
    },
    deadlineMilliseconds - unreadMilliseconds(request),
  );
  response.once("close", () => {
    clearTimeout(deadline);
    over.abort(requestOver);
    // Behind an answer that nobody read, none of it was ever sent.
    const isSent = response.writableFinished || (response.headersSent && response.socket !== null);
    if (isSent && !response.writableFinished) facts.cut = true;
    endRecord(requestId, isSent ? response.statusCode : null, facts);
  });
  exchanges.set(response, exchange);
  return exchange;
}

/** The exchange of a response that was begun; undefined before. */
export function exchangeOf(response: ServerResponse): Exchange | undefined {
  return exchanges.get(response);
}

const exchanges = new WeakMap<ServerResponse, Exchange>();

/** The single inbound request id where it has the accepted form, else a new one. */
function requestIdOf(request: IncomingMessage): string {
  const [inbound, ...others] = request.headersDistinct["x-request-id"] ?? [];
  return others.length === 0 && isRequestId(inbound) ? inbound : randomUUID();
}

/** Whether a text is accepted as the id of a request. */
export function isRequestId(text: string | string[] | undefined): text is string {
  return typeof text === "string" && requestIdPattern.test(text);
}

export const requestIdPattern = /^[A-Za-z0-9._-]{8,64}$/;

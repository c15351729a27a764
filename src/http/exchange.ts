import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { GatewayError } from "#domain/errors.ts";
import { beginRecord, type ExchangeFacts, type RecordOptions } from "./exchange-record.ts";
import { sendProblem } from "./problem.ts";

/** One request and its answer, as the layers above see it. */
export interface Exchange {
  readonly requestId: string;
  readonly facts: ExchangeFacts;
  /** Answers with an error; the cause of an unexpected one goes to the log alone. */
  fail(error: unknown): void;
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
  const fail = (error: unknown) => {
    const known = error instanceof GatewayError ? error : GatewayError.of("unavailable", error);
    if (known.code === "unavailable" && known.cause !== undefined) {
      record.log.error(
        { requestId, ...facts, cause: known.cause },
        "request could not be completed",
      );
    }
    sendProblem(request, response, known, requestId);
  };
  const deadline = setTimeout(() => {
    if (request.complete) {
      return fail(GatewayError.of("unavailable", new Error("the deadline of the request passed")));
    }
    // What is waited for is the client: the rest of its request.
    if (!response.headersSent) response.setHeader("Connection", "close");
    fail(GatewayError.malformedRequest());
  }, deadlineMilliseconds);
  response.once("close", () => {
    clearTimeout(deadline);
    endRecord(requestId, response.statusCode, facts);
  });
  return { requestId, facts, fail };
}

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

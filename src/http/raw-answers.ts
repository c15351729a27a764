import { randomUUID } from "node:crypto";
import {
  type IncomingHttpHeaders,
  METHODS,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { Duplex } from "node:stream";
import { errorKinds, GatewayError } from "#domain/errors.ts";
import type { Log } from "#log.ts";
import { commonHeaders, isRequestId } from "./exchange.ts";
import { composeProblem, problemType } from "./problem.ts";

/**
 * Answers what the HTTP parser refuses and what never becomes a request, with our body and headers:
 * method tokens it does not know, CONNECT, header blocks over the limit, and what is not HTTP. Such
 * an answer waits for those of the requests before it on the connection, and cuts a connection in
 * the middle of one: it must never stand inside another answer's body.
 */
export function answerRawFailures(server: Server, log: Log): void {
  const underWay = new WeakMap<Duplex, Set<ServerResponse>>();
  server.prependListener("request", ({ socket }, response) => {
    const responses = underWay.get(socket) ?? new Set();
    underWay.set(socket, responses.add(response));
    response.once("close", () => responses.delete(response));
  });
  const answerInTurn = (socket: Duplex, refusal: Refusal) => {
    const [response] = underWay.get(socket) ?? [];
    if (response === undefined) answer(socket, refusal, log);
    else if (response.headersSent && !response.writableEnded) socket.destroy();
    else response.once("close", () => answerInTurn(socket, refusal));
  };
  server.on("connect", ({ headers }, socket: Duplex) => {
    answerInTurn(socket, { error: GatewayError.of("method_not_allowed"), headers, body: true });
  });
  server.on("clientError", (error: ParserError, socket) => {
    if (socket.writable && error.code !== "ECONNRESET") answerInTurn(socket, refusalOf(error));
    else socket.destroy();
  });
}

interface ParserError extends Error {
  readonly code?: string;
  /** The bytes that were being parsed; only the last piece where the head came in several. */
  readonly rawPacket?: Buffer;
  /** How many of them the parser took. */
  readonly bytesParsed?: number;
}

interface Refusal {
  readonly error: GatewayError;
  readonly headers: IncomingHttpHeaders;
  /** HEAD gets the headers without the body. */
  readonly body: boolean;
}

const requestLine = /^(?:\r?\n)*(?<method>[!#$%&'*+.^_`|~0-9A-Za-z-]+) \S+ HTTP\/\d\.\d\r?\n/;

function refusalOf(error: ParserError): Refusal {
  const head = failedHead(error);
  const method = requestLine.exec(head)?.groups?.["method"];
  return {
    error: failureOf(error, method),
    headers: { accept: fieldOf(head, "accept"), "x-request-id": fieldOf(head, "x-request-id") },
    body: method !== "HEAD",
  };
}

/** The head that failed, from its beginning: behind the requests before it in the same packet. */
function failedHead({ rawPacket, bytesParsed = 0 }: ParserError): string {
  const packet = rawPacket?.toString("latin1") ?? "";
  const end = packet.lastIndexOf("\r\n\r\n", bytesParsed - 1);
  return end < 0 ? packet : packet.slice(end + 4);
}

function failureOf({ code }: ParserError, method: string | undefined): GatewayError {
  // A piece that begins within a request line may look like one: what the parser took for a method
  // it knows is then none of its methods.
  const known = code !== "HPE_INVALID_METHOD" && METHODS.includes(method ?? "");
  const unknown = code === "HPE_INVALID_METHOD" && method !== undefined;
  if ((known || unknown) && method !== "GET") return GatewayError.of("method_not_allowed");
  if (code === "HPE_HEADER_OVERFLOW") return GatewayError.of("header_too_large");
  return GatewayError.malformedRequest();
}

/** The value of a field that stands once in a head; undefined otherwise. */
function fieldOf(head: string, name: string): string | undefined {
  const values = [...head.matchAll(new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*\\r?$`, "gim"))];
  return values.length === 1 ? values[0]?.[1] : undefined;
}

function answer(socket: Duplex, { error, headers, body }: Refusal, log: Log): void {
  const inbound = headers["x-request-id"];
  const requestId = isRequestId(inbound) ? inbound : randomUUID();
  const { status } = errorKinds[error.code];
  const text = JSON.stringify(composeProblem(error, requestId));
  const fields = {
    ...commonHeaders,
    ...error.headers,
    "X-Request-Id": requestId,
    "Content-Type": problemType(headers.accept),
    "Content-Length": String(Buffer.byteLength(text)),
    Connection: "close",
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("")}\r\n${body ? text : ""}`,
  );
  log.info({ requestId, status }, "request refused before it could be read");
}

import { randomUUID } from "node:crypto";
import { type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type ErrorKind, errorKinds, GatewayError } from "#domain/errors.ts";
import type { Log } from "#log.ts";
import { commonHeaders } from "./exchange.ts";
import { composeProblem } from "./problem.ts";

/**
 * Answers what the HTTP parser refuses and what never becomes a request, with our body and headers:
 * method tokens it does not know, CONNECT, header blocks over the limit, and what is not HTTP.
 */
export function answerRawFailures(server: Server, log: Log): void {
  server.on("connect", (_request, socket: Duplex) => {
    answer(socket, GatewayError.of("method_not_allowed"), log);
  });
  server.on("clientError", (error: ParserError, socket) => {
    if (socket.writable && error.code !== "ECONNRESET") answer(socket, failureOf(error), log);
    else socket.destroy();
  });
}

interface ParserError extends Error {
  readonly code?: string;
  /** The bytes that were being parsed; only the last piece where the head came in several. */
  readonly rawPacket?: Buffer;
}

const requestLine = /^(?<method>[!#$%&'*+.^_`|~0-9A-Za-z-]+) \S+ HTTP\/\d\.\d\r?\n/;

function failureOf(error: ParserError): GatewayError {
  const method = requestLine.exec(error.rawPacket?.toString("latin1") ?? "")?.groups?.["method"];
  if (method !== undefined && method !== "GET") return GatewayError.of("method_not_allowed");
  if (error.code === "HPE_HEADER_OVERFLOW") return GatewayError.of("header_too_large");
  return GatewayError.invalidRequest([]);
}

function answer(socket: Duplex, error: GatewayError, log: Log): void {
  const requestId = randomUUID();
  const { status, headers }: ErrorKind = errorKinds[error.code];
  const body = JSON.stringify(composeProblem(error, requestId));
  const fields = {
    ...commonHeaders,
    ...headers,
    "X-Request-Id": requestId,
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("")}\r\n${body}`);
  log.info({ requestId, status }, "request refused before it could be read");
}

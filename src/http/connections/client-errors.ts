import { randomUUID } from "node:crypto";
import { type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Connections } from "./connections.ts";
import { errorKinds } from "../answers/error-kinds.ts";
import { linger } from "./linger.ts";
import { composeProblem, problemMediaType } from "../answers/problem-details.ts";
import {
  commonHeaders,
  contextOf,
  requestIdOf,
  type RequestOptions,
  startRequestRecord,
} from "../requests/request-context.ts";
import { RequestError } from "../requests/request-error.ts";

export interface ClientErrorOptions extends Pick<RequestOptions, "log" | "observer" | "pacing"> {
  /** The methods that any resource of the listener accepts. */
  readonly methods: readonly string[];
}

/**
 * Answers heads that the HTTP parser refuses, in the form of every other error, and closes the connection: 405 for a
 * method, 431 for a head that is too long, else 400 (docs/contract.md, 2.1). Answers to earlier requests are sent
 * first.
 */
export function answerClientErrors(
  server: Server,
  connections: Connections,
  { methods, pacing, ...record }: ClientErrorOptions,
): void {
  const refused = new WeakSet<Socket>();
  const refuse = (socket: Socket, error: RequestError, { accept, id, isHead }: KnownHead) => {
    closeInOrder(socket, connections, () => {
      const endRecord = startRequestRecord(record);
      endRecord(id, errorKinds[error.code].status);
      return composeAnswer(error, id, accept, isHead);
    });
  };
  server.on("connect", ({ headersDistinct, headers, httpVersion }, socket: Socket) => {
    refused.add(socket);
    // The server no longer listens for errors of this socket.
    socket.on("error", () => socket.destroy()).resume();
    const error =
      httpVersion === "0.9"
        ? RequestError.malformedRequest()
        : RequestError.methodNotAllowed(methods);
    const id = requestIdOf(headersDistinct["x-request-id"]);
    refuse(socket, error, { accept: headers.accept, id, isHead: false });
  });
  server.on("clientError", (error: ParserError, socket: Socket) => {
    if (error.code === "ECONNRESET") return socket.destroy();
    // The parser reports the same error again for every further packet.
    if (refused.has(socket)) return;
    if (!socket.writable) return socket.destroy();
    refused.add(socket);
    pacing.beginAll(socket);
    const { latest = null, responses = [] } = connections.get(socket) ?? {};
    if (latest?.complete === false) {
      // The body of a request is invalid: that request is answered, unless it was answered before.
      const response = [...responses].find(({ req }) => req === latest);
      if (response !== undefined && !response.headersSent) {
        response.setHeader("Connection", "close");
        contextOf(response)?.fail(RequestError.malformedRequest());
      }
      return closeInOrder(socket, connections, () => "");
    }
    // A client that has sent nothing yet would read an answer as that of its next request.
    if (socket.bytesRead === 0) return socket.destroy();
    const packet = error.rawPacket?.toString("latin1") ?? "";
    refuse(socket, errorOf(error, packet, methods), {
      accept: /^accept:([^\r\n]*)/im.exec(packet)?.[1],
      id: randomUUID(),
      isHead: packet.startsWith("HEAD "),
    });
  });
}

/** The known parts of a head that the parser refused. */
interface KnownHead {
  readonly accept: string | undefined;
  readonly id: string;
  readonly isHead: boolean;
}

interface ParserError extends Error {
  readonly code?: string;
  /** The packet that the parser refused, and the offset in it; undefined after a timeout. */
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

function errorOf(
  { code, bytesParsed }: ParserError,
  packet: string,
  methods: readonly string[],
): RequestError {
  const isMethod =
    code === "HPE_INVALID_METHOD"
      ? isToken(packet, bytesParsed ?? 0)
      : isOtherMethod(packet, methods);
  if (isMethod) return RequestError.methodNotAllowed(methods);
  return code === "HPE_HEADER_OVERFLOW"
    ? RequestError.of("header_too_large")
    : RequestError.malformedRequest();
}

/** True if a token begins at the refused byte. The parser refuses other bytes, such as TLS, in the same way. */
function isToken(packet: string, offset: number): boolean {
  const text = packet.slice(Math.max(0, offset - 1));
  return /^\n?[!#$%&'*+.^_`|~0-9A-Za-z-]+(?: |$)/.test(text);
}

/** True if a packet begins with a method that the listener does not accept. */
function isOtherMethod(packet: string, methods: readonly string[]): boolean {
  const method = /^(?:\r?\n)*([A-Z]+) /.exec(packet)?.[1];
  return method !== undefined && !methods.includes(method);
}

/** Writes a last text to a connection once every response on it has ended, and closes it. */
function closeInOrder(socket: Socket, connections: Connections, lastText: () => string): void {
  const [response] = connections.get(socket)?.responses ?? [];
  if (response !== undefined) {
    response.once("close", () => closeInOrder(socket, connections, lastText));
    return;
  }
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  linger(socket, lastText());
}

function composeAnswer(
  error: RequestError,
  id: string,
  accept: string | undefined,
  isHead: boolean,
): string {
  const { status } = errorKinds[error.code];
  const body = JSON.stringify(composeProblem(error, id));
  const fields = Object.entries({
    Date: new Date().toUTCString(),
    ...commonHeaders,
    ...error.headers,
    "X-Request-Id": id,
    "Content-Type": problemMediaType(accept),
    "Content-Length": Buffer.byteLength(body),
    Connection: "close",
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  return `${statusLine}${fields.join("")}\r\n${isHead ? "" : body}`;
}

import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { linger } from "./linger.ts";

/**
 * Closes the connection after an answer that begins before the body of its request has arrived, unless the rest is
 * short: the server does not read the body, and its sender may be slow, or never end. Keeps the connection after the
 * answer to an `Expect: 100-continue` whose request has arrived whole; Node would close it (RFC 9110, 10.1.1).
 */
export function closeAfterEarlyAnswers(server: Server, listener: RequestListener): void {
  const closing = new WeakSet<Socket>();
  server.on("request", (request, response) => {
    const { socket } = request;
    // An earlier answer has announced that it is the last.
    if (closing.has(socket)) return;
    const { writeHead } = response;
    response.writeHead = ((...head: Parameters<typeof writeHead>) => {
      if (!response.headersSent && isLongBodyMissing(request)) {
        closing.add(socket);
        response.setHeader("Connection", "close");
        // Node calls `destroySoon` after the last answer.
        socket.destroySoon = () => linger(socket);
      } else if (isKeptWhole(request, response)) {
        response.setHeader("Connection", "keep-alive");
      }
      return Reflect.apply(writeHead, response, head);
    }) as typeof writeHead;
    listener(request, response);
  });
}

function isLongBodyMissing({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false;
  return "transfer-encoding" in headers || Number(headers["content-length"] ?? 0) > shortBody;
}

function isKeptWhole({ complete, headers }: IncomingMessage, response: ServerResponse): boolean {
  if (headers.expect === undefined || !response.shouldKeepAlive) return false;
  const hasNoBody =
    !("transfer-encoding" in headers) && Number(headers["content-length"] ?? 0) === 0;
  return (complete || hasNoBody) && !response.headersSent && !response.hasHeader("Connection");
}

/** A rest of at most this length is read and discarded, and the connection is kept. */
const shortBody = 64 * 1024;

import type { IncomingMessage } from "node:http";
import type { Request } from "express";
import type { Handler } from "./express-app.ts";
import { RequestError } from "./request-error.ts";

/** The octets that a request line and header fields may have together. */
export const headBytesBound = 16 * 1024;

/** Refuses requests that the HTTP parser accepts although RFC 9112 does not, and heads that are too long. */
export const refuseMalformed: Handler = (request, response, next) => {
  if (!hasOneHost(request) || !hasKnownFraming(request)) {
    response.setHeader("Connection", "close");
    next(RequestError.malformedRequest());
  } else {
    next(headBytes(request) > headBytesBound ? RequestError.of("header_too_large") : undefined);
  }
};

/** Refuses a first line without a version, which the parser reads as HTTP/0.9: no request line (RFC 9112, 3). */
export const refuseVersionless: Handler = (request, response, next) => {
  // The rest of the connection cannot be read after such a request (RFC 9112, 6.1).
  if (!hasKnownFraming(request)) response.setHeader("Connection", "close");
  if (request.httpVersion !== "0.9") return next();
  response.setHeader("Connection", "close");
  next(RequestError.malformedRequest());
};

/** A request of HTTP/1.1 has one valid Host field (RFC 9112, 3.2). */
export function hasOneHost({ httpVersion, headersDistinct }: IncomingMessage): boolean {
  const hosts = headersDistinct["host"] ?? [];
  const isEnough = httpVersion === "1.1" ? hosts.length === 1 : httpVersion === "1.0";
  return isEnough && hosts.length <= 1 && hosts.every((host) => hostField.test(host));
}

const hostField =
  /^(?:(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*|\[[A-Za-z0-9._~!$&'()*+,;=:-]+\])(?::[0-9]*)?$/;

/**
 * Only the coding `chunked` marks the end of a body (RFC 9112, 6.3), and HTTP/1.0 has no codings (6.1). The parser
 * accepts other codings, which a proxy in front of this server may read differently.
 */
function hasKnownFraming({ httpVersion, headers }: IncomingMessage): boolean {
  const coding = headers["transfer-encoding"];
  return coding === undefined || (httpVersion === "1.1" && coding.toLowerCase() === "chunked");
}

/** The octets of the request line and header fields. The parser's own bound counts only names and values. */
function headBytes({
  method,
  originalUrl,
  rawHeaders,
}: Pick<Request, "method" | "originalUrl" | "rawHeaders">): number {
  const requestLine = method.length + originalUrl.length + " ".length + " HTTP/1.1\r\n".length;
  // Every name is followed by a colon and a space, every value by the end of its line.
  return rawHeaders.reduce((sum, text) => sum + text.length + 2, requestLine + "\r\n".length);
}

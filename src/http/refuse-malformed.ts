import type { IncomingMessage } from "node:http";
import type { Request } from "express";
import { GatewayError } from "#acoustics/errors.ts";
import { mostHeadOctets } from "./begun-head.ts";
import type { Handler } from "./express-app.ts";

/** Refuses requests that the HTTP parser takes, and that are not HTTP as it has to be (RFC 9112). */
export const refuseMalformed: Handler = (request, response, next) => {
  if (!hasOneHost(request) || !hasKnownFraming(request)) {
    response.setHeader("Connection", "close");
    next(GatewayError.malformedRequest());
  } else {
    next(headLength(request) > mostHeadOctets ? GatewayError.of("header_too_large") : undefined);
  }
};

/**
 * Refuses what has no version in its first line, whatever its method: the parser takes it for HTTP/0.9, and
 * it is no request line (RFC 9112, 3).
 */
export const refuseVersionless: Handler = (request, response, next) => {
  if (namesVersion(request)) return next();
  response.setHeader("Connection", "close");
  next(GatewayError.malformedRequest());
};

export function namesVersion({ httpVersion }: Pick<IncomingMessage, "httpVersion">): boolean {
  return httpVersion !== "0.9";
}

/** A request of HTTP/1.1 has one valid Host field (3.2). */
function hasOneHost({ httpVersion, headersDistinct }: IncomingMessage): boolean {
  const hosts = headersDistinct["host"] ?? [];
  const enough = httpVersion === "1.1" ? hosts.length === 1 : httpVersion === "1.0";
  return enough && hosts.length <= 1 && hosts.every((host) => hostField.test(host));
}

const hostField =
  /^(?:(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*|\[[A-Za-z0-9._~!$&'()*+,;=:-]+\])(?::[0-9]*)?$/;

/**
 * No coding but `chunked` says where a body ends (6.3), and HTTP/1.0 knows none (6.1). The parser
 * takes other ones at first, and another server before this one may take them for something else.
 */
function hasKnownFraming({ httpVersion, headers }: IncomingMessage): boolean {
  const coding = headers["transfer-encoding"];
  return coding === undefined || (httpVersion === "1.1" && coding.toLowerCase() === "chunked");
}

/** The octets of the request line and header fields. The parser counts fewer: names and values alone. */
function headLength({
  method,
  originalUrl,
  rawHeaders,
}: Pick<Request, "method" | "originalUrl" | "rawHeaders">): number {
  const requestLine = method.length + originalUrl.length + " ".length + " HTTP/1.1\r\n".length;
  // Every name is followed by a colon and a space, every value by the end of its line.
  return rawHeaders.reduce((sum, text) => sum + text.length + 2, requestLine + "\r\n".length);
}

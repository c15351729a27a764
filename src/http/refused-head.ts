import { METHODS } from "node:http";
import { GatewayError } from "#domain/errors.ts";
import { parseTarget } from "./target.ts";

/** What the HTTP parser says of bytes that it does not take. */
export interface ParserError extends Error {
  readonly code?: string;
  /** The bytes that were being parsed; only the last piece where the head came in several. */
  readonly rawPacket?: Buffer;
  /** How many of them the parser took. */
  readonly bytesParsed?: number;
}

/** What is answered in place of what the parser refused. */
export interface Refusal {
  readonly error: GatewayError;
  readonly accept?: string | undefined;
  readonly requestId?: string | undefined;
  /** HEAD gets the headers without the body. */
  readonly body: boolean;
}

/** The methods of what a path names, for example `["GET"]`. */
export type MethodsAt = (path: string) => readonly string[];

/**
 * The refusal of a head that could not be parsed. A head that came in several pieces is known by its last
 * one alone: where that has no request line, its method is not known either.
 */
export function refusalOf(
  error: ParserError,
  methodsAt: MethodsAt,
  head = failedHead(error),
): Refusal {
  const { method, target = "" } = requestLine.exec(head)?.groups ?? {};
  return {
    error: failureOf(error, method, methodsAt(parseTarget(target).path)),
    accept: fieldOf(head, "accept"),
    requestId: fieldOf(head, "x-request-id"),
    body: method !== "HEAD",
  };
}

/** The head that failed, from its beginning: behind the requests before it in the same packet. */
export function failedHead({ code, rawPacket, bytesParsed = 0 }: ParserError): string {
  const packet = rawPacket?.toString("latin1") ?? "";
  const preface = code === prefaceOfHttp2 ? packet.lastIndexOf("PRI ") : -1;
  if (preface >= 0) return packet.slice(preface);
  const end = packet.lastIndexOf("\r\n\r\n", bytesParsed - 1);
  return end < 0 ? packet : packet.slice(end + 4);
}

/** Whether it takes more bytes to tell a method that nobody knows from what is not HTTP. */
export function isCutRequestLine({ code }: ParserError, head: string): boolean {
  return code === "HPE_INVALID_METHOD" && beginningOfRequestLine.test(head);
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const requestLine = new RegExp(
  `^(?:\\r?\\n)*(?<method>${token}) (?<target>\\S+) HTTP/\\d\\.\\d\\r?\\n`,
);
const beginningOfRequestLine = new RegExp(`^(?:\\r?\\n)*${token}(?: [^\\s]*(?: [^\\s]*)?)?\\r?$`);
const prefaceOfHttp2 = "HPE_PAUSED_H2_UPGRADE";

function failureOf(
  { code }: ParserError,
  method: string | undefined,
  allowed: readonly string[],
): GatewayError {
  if (method !== undefined && isOtherMethod(method, code, allowed)) {
    return GatewayError.methodNotAllowed(allowed);
  }
  if (code === "HPE_HEADER_OVERFLOW") return GatewayError.of("header_too_large");
  return GatewayError.malformedRequest();
}

function isOtherMethod(
  method: string,
  code: string | undefined,
  allowed: readonly string[],
): boolean {
  // What the parser knows for none of its methods may look like GET where it began in a piece before.
  if (code === "HPE_INVALID_METHOD") return true;
  // A piece that begins within a request line may look like one, with any word for its method.
  return method === "PRI" || (METHODS.includes(method) && !allowed.includes(method));
}

/** The value of a field that stands once in a head; undefined otherwise. */
function fieldOf(head: string, name: string): string | undefined {
  const values = [...head.matchAll(new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*\\r?$`, "gim"))];
  return values.length === 1 ? values[0]?.[1] : undefined;
}

import { GatewayError } from "#acoustics/errors.ts";
import { mostHeadOctets } from "./begun-head.ts";
import { parseTarget } from "./target.ts";

/** What the HTTP parser says of bytes that it does not take. */
export interface ParserError extends Error {
  readonly code?: string;
  /** The piece that was being parsed; undefined where it was none, but the time or the client's end. */
  readonly rawPacket?: Buffer;
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

/** The refusal of a head, as far as it came; `text` begins where the head does, and may go beyond it. */
export function refusalOf({ code }: ParserError, methodsAt: MethodsAt, text: string): Refusal {
  const [head = ""] = text.split(endOfHead, 1);
  const { method, target = "" } = (requestLine.exec(head) ?? overlongLine(head))?.groups ?? {};
  const allowed = methodsAt(parseTarget(target).path);
  const [requestId, ...otherIds] = valuesOf(head, "x-request-id");
  return {
    error:
      method !== undefined && !allowed.includes(method)
        ? GatewayError.methodNotAllowed(allowed)
        : code === "HPE_HEADER_OVERFLOW"
          ? GatewayError.of("header_too_large")
          : GatewayError.malformedRequest(),
    accept: valuesOf(head, "accept").join(", "),
    requestId: otherIds.length === 0 ? requestId : undefined,
    body: !/^HEAD(?:\s|$)/.test(head),
  };
}

/**
 * Whether the rest of a head would say more of it: its method, or the fields by which it is answered. What
 * does not begin like a request is none, whatever follows.
 */
export function isUnfinished(text: string): boolean {
  return (
    text.length < mostHeadOctets &&
    !endOfHead.test(text) &&
    (requestLine.test(text) || beginningOfRequestLine.test(text))
  );
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/** As the parser reads those that it takes: between the parts may stand more than one space. */
const requestLine = new RegExp(`^(?<method>${token}) +(?<target>\\S+) +HTTP/\\d\\.\\d\\r?\\n`);
const beginningOfRequestLine = new RegExp(`^${token}(?: +(?:\\S+(?: +\\S*)?)?)?\\r?$`);
/** Lines may end in other ways than they should: that is no reason to wait for more. */
const endOfHead = /(?<=\n)\r?\n/;

/** A request line whose end lies beyond what a head may hold. */
function overlongLine(head: string): RegExpExecArray | null {
  return head.length < mostHeadOctets
    ? null
    : new RegExp(`^(?<method>${token}) +(?<target>\\S+)$`).exec(head);
}

/** The values of a field in a head, without one that may not have come to its end. */
function valuesOf(head: string, name: string): string[] {
  const fields = head.matchAll(new RegExp(`(?<=\\n)${name}:([^\\r\\n]*)\\r?\\n`, "gi"));
  return [...fields].map(([, value = ""]) => value.trim());
}

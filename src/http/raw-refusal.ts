import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import { errorKinds } from "#acoustics/errors.ts";
import { commonHeaders, isRequestId } from "./request-context.ts";
import { beginRecord, type RecordOptions } from "./request-log.ts";
import { composeProblem, problemType } from "./problem-details.ts";
import type { Refusal } from "./refused-head.ts";

/** The whole answer to what never became a request, as it goes over the wire. */
export function writeRefusal(
  { error, accept, requestId, body }: Refusal,
  options: RecordOptions,
): string {
  const endRecord = beginRecord(options);
  const id = isRequestId(requestId) ? requestId : randomUUID();
  const { status } = errorKinds[error.code];
  const text = JSON.stringify(composeProblem(error, id));
  const fields = {
    Date: new Date().toUTCString(),
    ...commonHeaders,
    ...error.headers,
    "X-Request-Id": id,
    "Content-Type": problemType(accept),
    "Content-Length": String(Buffer.byteLength(text)),
    Connection: "close",
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  endRecord(id, status);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join("")}\r\n${body ? text : ""}`;
}

import type { ServerResponse } from "node:http";
import type { ErrorCode } from "../acoustics/errors.ts";
import type { Authenticated } from "../auth/require-api-key.ts";
import { errorKinds } from "../http/answers/error-kinds.ts";
import type { Handler } from "../http/requests/express-app.ts";
import type { ConcurrencyLimiter } from "../http/connections/concurrency-limiter.ts";
import { isWaitingToContinue, readBody } from "../http/requests/read-body.ts";
import { RequestError } from "../http/requests/request-error.ts";
import { sendText } from "../http/answers/send.ts";
import { bounds } from "./bounds.ts";
import { findRequestIssue } from "./request-issues.ts";
import type { YogaHandler } from "./yoga.ts";

const methods: readonly string[] = ["GET", "POST"];

/** Makes all further errors GraphQL errors, also those before a document is read. */
export const presentGraphqlErrors: Handler = (_request, response, next) => {
  const { context } = response.locals;
  context.logged.route = "graphql";
  context.presentError = ({ code, message, headers }) =>
    sendError(response, code, { status: errorKinds[code].status, message, headers });
  next();
};

/** GraphQL accepts GET and POST. */
export const refuseOtherGraphqlMethods: Handler = ({ method }, _response, next) => {
  next(methods.includes(method) ? undefined : RequestError.methodNotAllowed(methods));
};

/** Checks the form of the request and passes it to the GraphQL server. */
export function handleGraphql(
  handle: YogaHandler,
  requests: ConcurrencyLimiter,
): Handler<Authenticated> {
  return async (request, response) => {
    const { method, headers } = request;
    const { principal, acquire, countBody, countAnswer, query, context } = response.locals;
    const issue = findRequestIssue(request, query);
    if (issue !== null) {
      context.release();
      return sendError(response, "invalid_request", issue);
    }
    const accept = acceptedMediaType(headers.accept);
    let body: string | null = null;
    if (method === "POST") {
      // A body may be slow, so the slot is released. A slot is acquired again before the body is parsed: its values may
      // need some twenty times its length.
      context.release();
      const declared = Number(headers["content-length"] ?? bounds.bodyBytes);
      if (declared > bounds.bodyBytes) return sendTooLong(response);
      countBody(declared);
      // The client sends its body only after an interim response.
      if (isWaitingToContinue(request)) response.writeContinue();
      const bytes = await readBody(request, bounds.bodyBytes, context.signal);
      if (bytes === null) return sendTooLong(response);
      context.release = await acquire(requests);
      body = bytes.toString();
    }
    try {
      // The host is never used.
      const url = `http://localhost/graphql${query === "" ? "" : `?${query}`}`;
      const fields = { accept, "content-type": "application/json" };
      const sent = { method: method ?? "GET", headers: fields, body };
      const answer = await handle.fetch(url, sent, { context, principal });
      const bytes = Buffer.from(await answer.text());
      // Past its deadline, the request has been answered.
      if (response.headersSent) return;
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      countCompressed(response, bytes, countAnswer);
      endWhenWritten(response, bytes);
    } finally {
      // A document that is refused is not executed.
      context.release();
    }
  };
}

/** Ends the response when all bytes are written: Node takes one that has ended, and is then cut, for a whole one. */
function endWhenWritten(response: ServerResponse, bytes: Buffer): void {
  if (response.write(bytes)) response.end();
  else response.once("drain", () => response.end());
}

/** Counts an answer that is compressed. Its bytes wait outside the response. */
export function countCompressed(
  response: Pick<ServerResponse, "hasHeader">,
  bytes: Buffer,
  countAnswer: (bytes: number) => void,
): void {
  if (response.hasHeader("Content-Encoding")) countAnswer(bytes.length);
}

function sendTooLong(response: ServerResponse): void {
  const message = "The body of a request has at most 256 kB.";
  sendError(response, "invalid_request", { status: 413, message });
}

/** The media type that the client accepts: with the older one, the status is 200 even if the document is refused. */
function acceptedMediaType(accept = ""): string {
  const current = "application/graphql-response+json";
  const older = "application/json";
  return accept.includes(older) && !accept.includes(current) ? older : current;
}

/** Answers with one GraphQL error before a document is read. */
function sendError(
  response: ServerResponse,
  code: ErrorCode,
  {
    status,
    message,
    headers = {},
  }: {
    readonly status: number;
    readonly message: string;
    readonly headers?: Readonly<Record<string, string>>;
  },
): void {
  const type = "application/graphql-response+json; charset=utf-8";
  const body = { errors: [{ message, extensions: { code: code.toUpperCase() } }] };
  sendText(response, status, { ...headers, "Content-Type": type }, JSON.stringify(body));
}

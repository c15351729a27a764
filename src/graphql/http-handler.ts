import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorCode } from "#acoustics/errors.ts";
import type { Authenticated } from "#auth/require-api-key.ts";
import { errorKinds } from "#http/error-kinds.ts";
import type { Handler } from "#http/express-app.ts";
import { RequestError } from "#http/request-error.ts";
import { sendText } from "#http/send.ts";
import { findRequestIssue } from "./request-issues.ts";
import type { YogaHandler } from "./yoga.ts";

const methods: readonly string[] = ["GET", "POST"];

/** From here on errors have the form of GraphQL, also those before a document is read. */
export const presentGraphqlErrors: Handler = (_request, response, next) => {
  const { context } = response.locals;
  context.logged.route = "graphql";
  context.presentError = ({ code, message, headers }) =>
    sendError(response, code, { status: errorKinds[code].status, message, headers });
  next();
};

/** GraphQL takes GET and POST. */
export const refuseOtherGraphqlMethods: Handler = ({ method }, _response, next) => {
  next(methods.includes(method) ? undefined : RequestError.methodNotAllowed(methods));
};

/** Checks the form of the request and hands it to the GraphQL server. */
export function handleGraphql(handle: YogaHandler): Handler<Authenticated> {
  return async (request, response) => {
    const { method, headers } = request;
    const { principal, query, context } = response.locals;
    // The body is still to come. A slot is acquired again for the execution.
    context.release();
    const issue = findRequestIssue({
      method,
      query,
      contentType: headers["content-type"],
      contentEncoding: headers["content-encoding"],
    });
    if (issue !== null) return sendError(response, "invalid_request", issue);
    headers.accept = acceptedMediaType(headers.accept);
    // Yoga compares the type as it is written.
    if (method === "POST") headers["content-type"] = "application/json";
    // Yoga makes an address of the Host field, which may hold what no address can. It plays no part here.
    headers.host = "localhost";
    // This client sends its document only after an interim answer.
    if (isWaitingToContinue(request)) response.writeContinue();
    await handle(request, response, { context, principal });
  };
}

/** HTTP/1.0 has no interim answers (RFC 9110, 10.1.1). */
function isWaitingToContinue({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === "1.1" && headers.expect?.toLowerCase() === "100-continue";
}

/**
 * The media type of GraphQL over HTTP, whose statuses say what happened, unless the client names the
 * older one and not the current one.
 */
function acceptedMediaType(accept = ""): string {
  const current = "application/graphql-response+json";
  const older = "application/json";
  return accept.includes(older) && !accept.includes(current) ? older : current;
}

/** Answers with one GraphQL error where no document was read. */
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

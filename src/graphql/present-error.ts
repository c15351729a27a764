import { type ExecutionResult, GraphQLError, type GraphQLErrorOptions } from "graphql";
import { RequestError } from "#http/request-error.ts";
import { type ErrorKind, errorKinds } from "#http/error-kinds.ts";
import { isRequestAborted } from "#http/request-context.ts";
import type { Log } from "#log.ts";
import { maskMessage } from "./mask-message.ts";

/** Writes the cause of an error to the log. */
export type LogCause = (cause: unknown) => void;

/** The request id is known once a document is executed. The same cause is logged once. */
export function createCauseLog(log: Log, requestId?: string): LogCause {
  const logged = new Set<string>();
  return (cause) => {
    const name = String(cause);
    if (isRequestAborted(cause) || logged.has(name)) return;
    logged.add(name);
    log.error({ requestId, cause }, "graphql request could not be completed");
  };
}

/**
 * An error as clients see it: its code in upper case and the text for clients. Everything but a
 * `RequestError` and an issue of the document itself is masked as `UNAVAILABLE`, in every environment; the
 * cause goes to the log. The server presents an error at several stages; presenting it again changes nothing.
 */
export function presentError(error: unknown, logCause: LogCause): GraphQLError {
  if (error instanceof GraphQLError && isPresented(error)) return error;
  const located = locate(error);
  const cause = causeOf(error);
  if (cause === undefined && error instanceof GraphQLError) {
    // Yoga's other extensions are dropped, because they may quote the request.
    const { http, code } = error.extensions;
    // An issue of the HTTP request keeps its status, whichever media type the client accepts.
    const spec = http?.spec === true && code !== "BAD_REQUEST";
    const status = http?.status;
    const extensions = {
      code: "INVALID_REQUEST",
      ...(status === undefined ? {} : { http: { status, spec } }),
    };
    return new GraphQLError(maskMessage(error.message), { ...located, extensions });
  }
  const known = cause instanceof RequestError ? cause : RequestError.of("unavailable", cause);
  if (known.cause !== undefined) logCause(known.cause);
  return new GraphQLError(known.message, {
    ...located,
    extensions: {
      code: known.code.toUpperCase(),
      ...(known.issues.length > 0 ? { errors: known.issues } : {}),
      ...(known.requiredScopes.length > 0 ? { requiredScopes: known.requiredScopes } : {}),
      // Header fields for an answer that has nothing but errors; the server removes them from the body.
      http: { headers: { ...known.headers } },
    },
  });
}

/**
 * A result with its errors presented. If no field is answered, the errors carry the HTTP status. A client
 * that asks for plain `application/json` still gets 200 (GraphQL over HTTP).
 */
export function presentResult(result: ExecutionResult, logCause: LogCause): ExecutionResult {
  if (result.errors === undefined) return result;
  const errors = result.errors.map((error) => presentError(error, logCause));
  const answered = Object.values(result.data ?? {}).some((value) => value !== null);
  return { ...result, errors: errors.map(answered ? withoutStatus : withStatus) };
}

function isPresented(error: GraphQLError): boolean {
  const { code } = error.extensions;
  return (
    typeof code === "string" &&
    Object.hasOwn(errorKinds, code.toLowerCase()) &&
    code === code.toUpperCase()
  );
}

const statusKinds: Readonly<Record<string, ErrorKind>> = Object.fromEntries(
  Object.entries(errorKinds)
    .filter(([, { status }]) => [400, 401, 403, 503].includes(status))
    .map(([code, kind]) => [code.toUpperCase(), kind]),
);

function withStatus(error: GraphQLError): GraphQLError {
  const kind = statusKinds[String(error.extensions["code"])];
  if (kind === undefined) return withoutStatus(error);
  const { headers = kind.headers ?? {} } = error.extensions.http ?? {};
  const extensions = { ...error.extensions, http: { status: kind.status, headers, spec: true } };
  return new GraphQLError(error.message, { ...locate(error), extensions });
}

/** An error beside data does not change the status and the header fields of the answer. */
function withoutStatus(error: GraphQLError): GraphQLError {
  const { http: _, ...extensions } = error.extensions;
  return new GraphQLError(error.message, { ...locate(error), extensions });
}

/** The place of an error in the document. */
function locate(
  error: unknown,
): Pick<GraphQLErrorOptions, "nodes" | "source" | "positions" | "path"> {
  if (!(error instanceof GraphQLError)) return {};
  const { nodes, source, positions, path } = error;
  return {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
  };
}

/** What caused an error; undefined for an issue of the document itself. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof GraphQLError)) return error;
  return error.originalError === undefined ? undefined : causeOf(error.originalError);
}

import { type ExecutionResult, GraphQLError, type GraphQLErrorOptions } from "graphql";
import { RequestError } from "#http/request-error.ts";
import { type ErrorKind, errorKinds } from "#http/error-kinds.ts";
import { isRequestAborted } from "#http/request-context.ts";
import type { Log } from "#log.ts";
import { maskMessage } from "./mask-message.ts";

/** Writes to the log what an error masks. */
export type LogCause = (cause: unknown) => void;

/** The id of the request is there wherever one has come so far as to be executed. */
export function createCauseLog(log: Log, requestId?: string): LogCause {
  // Of a hundred fields that met the same failure one tells of it.
  const told = new Set<string>();
  return (cause) => {
    const name = String(cause);
    if (isRequestAborted(cause) || told.has(name)) return;
    told.add(name);
    log.error({ requestId, cause }, "graphql request could not be completed");
  };
}

/**
 * An error as clients may see it: its code in upper case and the text for clients. What is not a
 * `RequestError` or a issue of the document itself is masked as `UNAVAILABLE`, in every environment.
 * Presenting an error twice changes nothing: the server asks for it at several stages.
 */
export function presentError(error: unknown, logCause: LogCause): GraphQLError {
  if (error instanceof GraphQLError && isPresented(error)) return error;
  const located = locate(error);
  const cause = causeOf(error);
  if (cause === undefined && error instanceof GraphQLError) {
    // Of the server's own extensions only the HTTP status is kept: the rest may quote the request.
    const { http, code } = error.extensions;
    // A issue of the request itself has its status, whichever media type the client accepts.
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
      // For the answer as a whole, where the error is all there is; the server takes them out again.
      http: { headers: { ...known.headers } },
    },
  });
}

/**
 * A result with its errors presented. Where nothing could be answered, the errors carry the HTTP
 * status that says so; clients that ask for plain `application/json` keep 200 (GraphQL over HTTP).
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

/** Beside data an error has no say in the status and header fields of the answer. */
function withoutStatus(error: GraphQLError): GraphQLError {
  const { http: _, ...extensions } = error.extensions;
  return new GraphQLError(error.message, { ...locate(error), extensions });
}

/** Where in the document an error is. */
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

/** What outside GraphQL caused an error; undefined where the document itself is at fault. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof GraphQLError)) return error;
  return error.originalError === undefined ? undefined : causeOf(error.originalError);
}

import {
  type ExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type SourceLocation,
} from "graphql";
import type { GraphQLHTTPExtensions } from "graphql-yoga";
import { RequestError } from "../http/requests/request-error.ts";
import { type ErrorKind, errorKinds } from "../http/answers/error-kinds.ts";
import { isRequestAborted } from "../http/requests/request-context.ts";
import type { Log } from "../log.ts";
import { textOfTooManyErrors } from "./bounded-schema.ts";
import { bounds } from "./bounds.ts";

/** Writes the cause of an error to the log. */
export type LogCause = (cause: unknown) => void;

/** The request id is known when a document is executed. The same cause is logged once. */
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
 * An error in the form of the answer: its code in upper case and the text for clients. Everything but a `RequestError`
 * and an issue of the document itself is masked as `UNAVAILABLE`, in every environment; the cause goes to the log. The
 * server presents an error at several stages; presenting it again changes nothing.
 */
export function presentError(error: unknown, logCause: LogCause): GraphQLError {
  if (error instanceof GraphQLError && isPresented(error)) return error;
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
    return createError(maskMessage(error.message), error, extensions);
  }
  const known = cause instanceof RequestError ? cause : RequestError.of("unavailable", cause);
  if (known.cause !== undefined) logCause(known.cause);
  return createError(known.message, error, {
    code: known.code.toUpperCase(),
    ...(known.issues.length > 0 ? { errors: known.issues } : {}),
    ...(known.requiredScopes.length > 0 ? { requiredScopes: known.requiredScopes } : {}),
    // Header fields for an answer with errors only.
    http: { headers: { ...known.headers } },
  });
}

/** A result with its text. The text has all errors; `errors` has one, with the status and header fields for all. */
export interface PresentedResult extends ExecutionResult {
  readonly stringify?: () => string;
}

/**
 * A result with its errors presented. If no field is answered, the errors carry the HTTP status. A client
 * that accepts plain `application/json` still gets 200 (GraphQL over HTTP). More than a hundred errors
 * refuse the request as a whole.
 */
export function presentResult(result: ExecutionResult, logCause: LogCause): PresentedResult {
  const [first] = result.errors ?? [];
  const isPresentedBefore = Object.hasOwn(result, "stringify");
  if (result.errors === undefined || first === undefined || isPresentedBefore) return result;
  if (result.errors.length > bounds.errors) {
    const { message, extensions } = presentError(first, logCause);
    const refusal = new GraphQLError(textOfTooManyErrors(message), { extensions });
    return presentResult({ errors: [refusal] }, logCause);
  }
  const explaining = oneOfEachNull(result.errors, result.data);
  const presented = explaining.map((error) => presentError(error, logCause));
  const answered = Object.values(result.data ?? {}).some((value) => value != null);
  const errors = presented.map(formatError);
  // An error beside data does not change the status and the header fields of the answer.
  const http = answered ? {} : { http: headOf(presented) };
  const head = new GraphQLError(errors[0]?.message ?? "", {
    extensions: { ...errors[0]?.extensions, ...http },
  });
  const body = { ...result, errors };
  return { ...result, errors: [head], stringify: () => JSON.stringify(body) };
}

/**
 * The errors, but only the nearest one below each value that errors have made null (GraphQL, 6.4.4). The other errors
 * below it would differ between compiled code and the interpreter.
 */
function oneOfEachNull(
  errors: readonly GraphQLError[],
  data: ExecutionResult["data"],
): readonly GraphQLError[] {
  const nearest = new Map<string, GraphQLError>();
  const paths = errors.map((error) => nullAbove(error, data));
  for (const [index, error] of errors.entries()) {
    const path = paths[index] ?? null;
    const known = path === null ? undefined : nearest.get(path);
    if (path !== null && (known === undefined || isNearer(error, known))) nearest.set(path, error);
  }
  return errors.filter((error, index) => {
    const path = paths[index] ?? null;
    return path === null || nearest.get(path) === error;
  });
}

/** The path of the null above the field of an error; null: the field itself is in the data. */
function nullAbove({ path = [] }: GraphQLError, data: unknown): string | null {
  let value = data;
  for (const [index, step] of path.entries()) {
    if (value === null && index > 0) return JSON.stringify(path.slice(0, index));
    value = (value as Readonly<Record<string | number, unknown>> | undefined)?.[step];
  }
  return null;
}

function isNearer({ path: one = [] }: GraphQLError, { path: other = [] }: GraphQLError): boolean {
  if (one.length !== other.length) return one.length < other.length;
  return JSON.stringify(one) < JSON.stringify(other);
}

function formatError(error: GraphQLError): GraphQLFormattedError {
  const { http: _, ...extensions } = error.extensions;
  return { ...error.toJSON(), extensions };
}

/** The header fields and the highest status of the errors, for an answer with errors only. */
function headOf(errors: readonly GraphQLError[]): GraphQLHTTPExtensions {
  const heads = errors.flatMap(({ extensions }) => {
    const kind = statusKinds[String(extensions["code"])];
    if (kind === undefined) return [];
    return { status: kind.status, headers: extensions.http?.headers ?? kind.headers ?? {} };
  });
  if (heads.length === 0) return {};
  return {
    status: Math.max(...heads.map(({ status }) => status)),
    headers: Object.assign({}, ...heads.map(({ headers }) => headers)) as Record<string, string>,
    spec: true,
  };
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

/** An error that replaces another one. It gets no nodes: graphql-js would search the text for each of them. */
function createError(
  message: string,
  original: unknown,
  extensions: GraphQLError["extensions"],
): GraphQLError {
  if (!(original instanceof GraphQLError)) return new GraphQLError(message, { extensions });
  const error = new GraphQLError(message, { path: original.path ?? null, extensions });
  return Object.assign(error, { locations: locationsOf(original) });
}

/** The locations of an error. A conflict of many fields has a node for each; the first ones are enough. */
function locationsOf({ nodes, locations }: GraphQLError): readonly SourceLocation[] | undefined {
  const tokens = nodes?.slice(0, locationsPerError).flatMap(({ loc }) => loc?.startToken ?? []);
  return tokens?.map(({ line, column }) => ({ line, column })) ?? locations;
}

const locationsPerError = 10;

/** The code of the first error that is caused by the server, as 5xx over REST; null: there is none. */
export function failureOf(errors: readonly unknown[] = []): string | null {
  for (const error of errors) {
    const cause = causeOf(error);
    if (cause === undefined || isRequestAborted(cause)) continue;
    const code = cause instanceof RequestError ? cause.code : "unavailable";
    if (errorKinds[code].status >= 500) return code;
  }
  return null;
}

/** The cause of an error; undefined for an issue of the document itself. */
function causeOf(error: unknown): unknown {
  if (!(error instanceof GraphQLError)) return error;
  return error.originalError === undefined ? undefined : causeOf(error.originalError);
}

/**
 * The message of graphql-js or the server about a document, its variables or its body, without the values
 * that it quotes: a value may be a misplaced credential. Names of fields, arguments and variables
 * stay.
 */
function maskMessage(message: string): string {
  const variable = /^Variable "(?<name>\$\w+)" got invalid value/.exec(message)?.groups?.["name"];
  if (variable !== undefined) return `Variable "${variable}" has a value that is not of its type.`;
  if (message.startsWith("Syntax Error")) {
    return message
      .replace(/\b(Name|String|BlockString|Int|Float) ".*"/s, "$1")
      .replace(/(escape sequence): .*/s, "$1.");
  }
  if (/cannot represent|Expected value of type|does not exist in "/.test(message)) {
    return "A value in the document is not of its type.";
  }
  if (message.startsWith("Unexpected parameter")) return "The body has an unknown member.";
  return message;
}

import type { ErrorCode, ParameterIssue } from "../../acoustics/errors.ts";
import { errorKinds } from "../answers/error-kinds.ts";

/**
 * Thrown if a request cannot go on. It has all members of the answer. It has no stack, because a request may fail in a
 * hundred fields and a stack is slower than a field. A cause has its own stack.
 */
export class RequestError extends Error {
  readonly code: ErrorCode;
  readonly issues: readonly ParameterIssue[];
  readonly requiredScopes: readonly string[];
  /** Header fields of the answer: those of the code, and those of this case. */
  readonly headers: Readonly<Record<string, string>>;

  private constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const { stackTraceLimit } = Error;
    try {
      Error.stackTraceLimit = 0;
      super(details.detail ?? errorKinds[code].detail, { cause: details.cause });
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
    this.name = "RequestError";
    this.code = code;
    this.issues = details.issues ?? [];
    this.requiredScopes = details.requiredScopes ?? [];
    this.headers = { ...errorKinds[code].headers, ...details.headers };
  }

  /** The same error with another text for the client. */
  withDetail(detail: string): RequestError {
    const { issues, requiredScopes, headers, cause } = this;
    return new RequestError(this.code, { detail, issues, requiredScopes, headers, cause });
  }

  /** An error whose answer has no more information than its code. The cause goes to the log, never into the answer. */
  static of(code: PlainCode, cause?: unknown) {
    return new RequestError(code, { cause });
  }

  /** The text has the first issue in full. */
  static invalidRequest(issues: readonly ParameterIssue[]) {
    const texts = issues.slice(0, 1).map(({ parameter, detail }) => `\`${parameter}\` ${detail}`);
    if (issues.length > 1) texts.push(`\`errors\` has ${issues.length - 1} more`);
    return new RequestError("invalid_request", { issues, detail: `${texts.join("; ")}.` });
  }

  /** The request is not valid HTTP; no parameter is at fault. */
  static malformedRequest() {
    const detail = "This is not a complete and valid HTTP request with one Host field.";
    return new RequestError("invalid_request", { detail });
  }

  /** The request exceeds the bounds of one request; `detail` has the remedy. */
  static tooMuch(detail: string) {
    return new RequestError("invalid_request", { detail });
  }

  /** `lacking` are those of the required scopes that the key does not have. */
  static forbidden(requiredScopes: readonly string[], lacking: readonly string[]) {
    const names = lacking.map((scope) => `\`${scope}\``).join(" and ");
    const detail = `The API key lacks the scope${lacking.length > 1 ? "s" : ""} ${names}.`;
    return new RequestError("forbidden", { requiredScopes, detail });
  }

  /** `methods` are those that the resource accepts. */
  static methodNotAllowed(methods: readonly string[]) {
    return new RequestError("method_not_allowed", {
      detail: `This resource accepts ${methods.join(" and ")} and nothing else.`,
      headers: { Allow: methods.join(", ") },
    });
  }

  static rangeNotSatisfiable(byteLength: number) {
    return new RequestError("range_not_satisfiable", {
      headers: { "Content-Range": `bytes */${byteLength}` },
    });
  }

  static tooManyRequests(retryAfterSeconds: number) {
    return new RequestError("too_many_requests", {
      headers: { "Retry-After": String(retryAfterSeconds) },
    });
  }

  /** There are more requests than the server can work on. Nothing has failed, so there is no cause to log. */
  static overloaded(retryAfterSeconds = 2) {
    return new RequestError("unavailable", {
      headers: { "Retry-After": String(retryAfterSeconds) },
    });
  }
}

interface ErrorDetails {
  readonly issues?: readonly ParameterIssue[];
  readonly requiredScopes?: readonly string[];
  readonly detail?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** The other codes have their own functions, because their answers have more members. */
type PlainCode = Exclude<
  ErrorCode,
  | "invalid_request"
  | "method_not_allowed"
  | "forbidden"
  | "range_not_satisfiable"
  | "too_many_requests"
>;

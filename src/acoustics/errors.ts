import type { Scope } from "#auth/scopes.ts";

/**
 * Everything that can be answered instead of data. Each code has one status, one title and one
 * text for clients: the cause of an `unavailable` goes to the log and never into an answer.
 */
export type ErrorCode =
  | "invalid_request"
  | "cursor_out_of_range"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "range_not_satisfiable"
  | "header_too_large"
  | "too_many_requests"
  | "contract_unavailable"
  | "unavailable";

export interface ErrorKind {
  readonly status: number;
  /** The condition's name in section 7 of the specification, or in the contract, 2.2. */
  readonly title: string;
  readonly detail: string;
  /** Header fields that go with every answer of this kind. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const errorKinds: Readonly<Record<ErrorCode, ErrorKind>> = {
  invalid_request: {
    status: 400,
    title: "Invalid request",
    detail: "The request is not valid; `errors` names each parameter at fault.",
  },
  cursor_out_of_range: {
    status: 400,
    title: "Invalid request",
    detail:
      "The cursor lies outside the effective range. Send the exact cursor of the previous response, with the same range, or start without one.",
  },
  unauthorized: {
    status: 401,
    title: "Unauthorized",
    detail: "A valid API key is required in the header `svc-api-key: Bearer <API_KEY>`.",
    headers: { "WWW-Authenticate": 'APIKey realm="api/v0"' },
  },
  forbidden: {
    status: 403,
    title: "Forbidden",
    detail: "The API key lacks a scope that this operation requires.",
  },
  not_found: {
    status: 404,
    title: "Not found",
    detail: "There is no such resource, or the API key is not allowed to read it.",
  },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    detail: "This API is read-only: every route accepts GET and nothing else.",
    headers: { Allow: "GET" },
  },
  range_not_satisfiable: {
    status: 416,
    title: "Range not satisfiable",
    detail: "The requested byte range lies outside the recording.",
  },
  header_too_large: {
    status: 431,
    title: "Request header fields too large",
    detail: "The request line and header fields together may hold 16 KiB.",
  },
  too_many_requests: {
    status: 429,
    title: "Too many requests",
    detail: "The API key has used up its requests for this minute.",
  },
  contract_unavailable: {
    status: 503,
    title: "Service unavailable",
    detail: "The contract configuration of this project is invalid or unavailable.",
    headers: { "Retry-After": "60" },
  },
  unavailable: {
    status: 503,
    title: "Service unavailable",
    detail: "The request could not be completed safely. Try again later.",
    headers: { "Retry-After": "5" },
  },
};

export const errorCodes = Object.keys(errorKinds) as ErrorCode[];

/** One bad parameter of a request, in words for the client. */
export interface ParameterIssue {
  readonly parameter: string;
  readonly detail: string;
}

/** Thrown where a request cannot go on; carries all that the answer says. */
export class GatewayError extends Error {
  readonly code: ErrorCode;
  readonly issues: readonly ParameterIssue[];
  readonly requiredScopes: readonly Scope[];
  /** Header fields that go with the answer: those of its kind, and what only this case knows. */
  readonly headers: Readonly<Record<string, string>>;

  private constructor(
    code: ErrorCode,
    details: {
      issues?: readonly ParameterIssue[];
      requiredScopes?: readonly Scope[];
      detail?: string;
      headers?: Readonly<Record<string, string>>;
      cause?: unknown;
    },
  ) {
    super(details.detail ?? errorKinds[code].detail, { cause: details.cause });
    this.name = "GatewayError";
    this.code = code;
    this.issues = details.issues ?? [];
    this.requiredScopes = details.requiredScopes ?? [];
    const { headers }: ErrorKind = errorKinds[code];
    this.headers = { ...headers, ...details.headers };
  }

  static of(code: Exclude<ErrorCode, ErrorWithDetails>, cause?: unknown) {
    return new GatewayError(code, { cause });
  }

  /** More requests than can be worked on; nothing has failed, and there is no cause to log. */
  static overloaded(retryAfterSeconds: number) {
    return new GatewayError("unavailable", {
      headers: { "Retry-After": String(retryAfterSeconds) },
    });
  }

  /** `methods` is what the resource accepts. */
  static methodNotAllowed(methods: readonly string[]) {
    return new GatewayError("method_not_allowed", {
      detail: `This resource accepts ${methods.join(" and ")} and nothing else.`,
      headers: { Allow: methods.join(", ") },
    });
  }

  static invalidRequest(issues: readonly ParameterIssue[]) {
    return new GatewayError("invalid_request", { issues });
  }

  /** A request that is not HTTP as it has to be; no parameter is at fault. */
  static malformedRequest() {
    return new GatewayError("invalid_request", {
      detail: "This is not a complete and valid HTTP request with one Host field.",
    });
  }

  /** A request that asks for more than one may read. */
  static tooManyRecords(atMost: number) {
    const most = atMost.toLocaleString("en");
    return new GatewayError("invalid_request", {
      detail: `A request may read at most ${most} records, and each page counts its limit: ask for smaller pages or fewer sensors at once.`,
    });
  }

  static forbidden(requiredScopes: readonly Scope[]) {
    return new GatewayError("forbidden", { requiredScopes });
  }

  static rangeNotSatisfiable(byteLength: number) {
    return new GatewayError("range_not_satisfiable", {
      headers: { "Content-Range": `bytes */${byteLength}` },
    });
  }

  static tooManyRequests(retryAfterSeconds: number) {
    return new GatewayError("too_many_requests", {
      headers: { "Retry-After": String(retryAfterSeconds) },
    });
  }
}

/** Codes whose answers say more than their code: each has a function of its own. */
type ErrorWithDetails =
  | "invalid_request"
  | "method_not_allowed"
  | "forbidden"
  | "range_not_satisfiable"
  | "too_many_requests";

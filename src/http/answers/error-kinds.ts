import type { ErrorCode } from "../../acoustics/errors.ts";

export interface ErrorKind {
  readonly status: number;
  /** The name of the condition in docs/contract.md, 2.2. */
  readonly title: string;
  readonly detail: string;
  /** Header fields of every answer with this code. */
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

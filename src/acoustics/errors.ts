/** The reasons for an answer without data. Status, title and text of each are in `http/answers/error-kinds.ts`. */
export const errorCodes = [
  "invalid_request",
  "cursor_out_of_range",
  "unauthorized",
  "forbidden",
  "not_found",
  "method_not_allowed",
  "range_not_satisfiable",
  "header_too_large",
  "too_many_requests",
  "contract_unavailable",
  "unavailable",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The issue of one parameter of a request, as a message for the client. */
export interface ParameterIssue {
  readonly parameter: string;
  readonly detail: string;
}

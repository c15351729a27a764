import { expect, test } from "../support/expect.ts";
import { RequestError } from "../../src/http/requests/request-error.ts";
import { errorKinds } from "../../src/http/answers/error-kinds.ts";

test("Each code has the status, title and header fields of the contract", () => {
  const kinds = Object.entries(errorKinds).map(([code, { status, title, headers }]) => [
    code,
    status,
    title,
    headers ?? null,
  ]);
  expect(kinds).toEqual([
    ["invalid_request", 400, "Invalid request", null],
    ["cursor_out_of_range", 400, "Invalid request", null],
    ["unauthorized", 401, "Unauthorized", { "WWW-Authenticate": 'APIKey realm="api/v0"' }],
    ["forbidden", 403, "Forbidden", null],
    ["not_found", 404, "Not found", null],
    ["method_not_allowed", 405, "Method not allowed", { Allow: "GET" }],
    ["range_not_satisfiable", 416, "Range not satisfiable", null],
    ["header_too_large", 431, "Request header fields too large", null],
    ["too_many_requests", 429, "Too many requests", null],
    ["contract_unavailable", 503, "Service unavailable", { "Retry-After": "60" }],
    ["unavailable", 503, "Service unavailable", { "Retry-After": "5" }],
  ]);
});

test("An error has the text of its code for clients and the cause for the log", () => {
  const cause = new Error("connect ECONNREFUSED");
  const error = RequestError.of("unavailable", cause);
  expect([error.name, error.code, error.message, error.cause]).toEqual([
    "RequestError",
    "unavailable",
    errorKinds.unavailable.detail,
    cause,
  ]);
  expect([error.issues, error.requiredScopes]).toEqual([[], []]);
  expect(JSON.stringify(error)).not.toContain("ECONNREFUSED");
});

test("An error has no stack, and its cause keeps its own", () => {
  const cause = new Error("connect ECONNREFUSED");
  const error = RequestError.of("unavailable", cause);
  expect(error.stack).not.toContain("    at ");
  expect(cause.stack).toContain("    at ");
  expect(new Error("afterwards").stack).toContain("    at ");
});

test("The text of an invalid request names the first parameter at fault, its issues all", () => {
  const limit = { parameter: "limit", detail: "must be a whole number from 1 to 2000" };
  const issues = [limit, { parameter: "page", detail: "is not a parameter" }];
  expect(RequestError.invalidRequest([limit])).toMatchObject({
    code: "invalid_request",
    message: "`limit` must be a whole number from 1 to 2000.",
    issues: [limit],
  });
  expect(RequestError.invalidRequest(issues)).toMatchObject({
    message: "`limit` must be a whole number from 1 to 2000; `errors` has 1 more.",
    issues,
  });
});

test("The text of a forbidden request names the scopes that the key lacks", () => {
  const required = ["v0:data:read", "v0:audio:read"];
  expect(RequestError.forbidden(required, ["v0:audio:read"])).toMatchObject({
    message: "The API key lacks the scope `v0:audio:read`.",
    requiredScopes: required,
  });
  expect(RequestError.forbidden(required, required).message).toBe(
    "The API key lacks the scopes `v0:data:read` and `v0:audio:read`.",
  );
});

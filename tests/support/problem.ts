import type { APIResponse } from "playwright/test";
import { expect } from "./expect.ts";
import { tableOf } from "./table.ts";

/** Returns the members of an error body without `requestId`, which must equal the header. */
export async function problemOf(response: APIResponse): Promise<Record<string, unknown>> {
  const { requestId, ...problem } = (await response.json()) as Record<string, unknown>;
  expect(requestId).toBe(response.headers()["x-request-id"]);
  return problem;
}

/** Checks the headers that every answer has. */
export function expectCommonHeaders(headers: Readonly<Record<string, string | undefined>>): void {
  expect(headers).toMatchObject({
    "cache-control": "private, no-store, max-age=0",
    "x-content-type-options": "nosniff",
    // RFC 9110, 5.6.7.
    date: expect.stringMatching(/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} GMT$/),
    "x-request-id": expect.stringMatching(/^[A-Za-z0-9._-]{8,64}$/),
  });
  expect(headers).not.toHaveProperty("etag");
  expect(headers).not.toHaveProperty("x-powered-by");
}

/** The codes of errors, each with its status, its title and its usual detail. */
const kinds = tableOf(`
  invalid_request | 400 | Invalid request | This is not a complete and valid HTTP request with one Host field.
  unauthorized | 401 | Unauthorized | A valid API key is required in the header \`svc-api-key: Bearer <API_KEY>\`.
  forbidden | 403 | Forbidden |
  not_found | 404 | Not found | There is no such resource, or the API key is not allowed to read it.
  range_not_satisfiable | 416 | Range not satisfiable | The requested byte range lies outside the recording.
  contract_unavailable | 503 | Service unavailable | The contract configuration of this project is invalid or unavailable.
  unavailable | 503 | Service unavailable | The request could not be completed safely. Try again later.
`);

/** The error body of a code, without `requestId`. */
export function problemWith(code: string, more: Readonly<Record<string, unknown>> = {}) {
  const [, status, title, detail] = kinds.find(([name]) => name === code) ?? [];
  const type = `urn:acoustic-monitoring:problem:${code}`;
  return { type, title, status: Number(status), detail, code, ...more };
}

export const unauthorizedProblem = problemWith("unauthorized");
export const notFoundProblem = problemWith("not_found");

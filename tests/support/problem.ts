import type { APIResponse } from "playwright/test";
import { expect } from "./expect.ts";

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

export const unauthorizedProblem = {
  type: "urn:acoustic-monitoring:problem:unauthorized",
  title: "Unauthorized",
  status: 401,
  detail: "A valid API key is required in the header `svc-api-key: Bearer <API_KEY>`.",
  code: "unauthorized",
};

export const notFoundProblem = {
  type: "urn:acoustic-monitoring:problem:not_found",
  title: "Not found",
  status: 404,
  detail: "There is no such resource, or the API key is not allowed to read it.",
  code: "not_found",
};

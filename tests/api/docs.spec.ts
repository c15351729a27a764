import { expectCommonHeaders, notFoundProblem, problemOf } from "../support/problem.ts";
import { sendRaw } from "../support/raw.ts";
import { expect, test } from "../support/test.ts";

/** The paths that need no API key, with their media types. */
const documents: [path: string, type: string][] = [
  ["/openapi.json", "application/json; charset=utf-8"],
  ["/docs", "text/html; charset=utf-8"],
  ["/docs/start-viewer.js", "text/javascript; charset=utf-8"],
  ["/docs/viewer.css", "text/css; charset=utf-8"],
  ["/docs/swagger-ui-bundle.js", "text/javascript; charset=utf-8"],
  ["/docs/swagger-ui.css", "text/css; charset=utf-8"],
  ["/docs/favicon-32x32.png", "image/png"],
];

for (const [path, type] of documents) {
  test.describe(path, () => {
    test("is answered without an API key, with the common header fields", async ({ get }) => {
      const response = await get(path);
      expect(response.status()).toBe(200);
      expect(response.headers()["content-type"]).toBe(type);
      expectCommonHeaders(response.headers());
      const length = Number(response.headers()["content-length"]);
      expect(length).toBeGreaterThan(100);
      expect((await response.body()).length).toBe(length);
    });

    test("refuses parameters, and does not repeat a value that resembles an API key", async ({
      get,
    }) => {
      const response = await get(path, { query: "api_key=amk0.secret" });
      expect(response.status()).toBe(400);
      expectCommonHeaders(response.headers());
      expect(await problemOf(response)).toMatchObject({
        code: "invalid_request",
        errors: [{ parameter: "api_key" }],
      });
      expect(await response.text()).not.toContain("amk0.secret");
    });

    for (const method of ["HEAD", "POST", "OPTIONS"]) {
      test(`refuses ${method}`, async ({ gateway, http }) => {
        const response = await http.fetch(`${gateway.publicUrl}${path}`, { method });
        expect(response.status()).toBe(405);
        expect(response.headers()["allow"]).toBe("GET");
        expectCommonHeaders(response.headers());
      });
    }
  });
}

test("a path similar to that of a document is not found", async ({ gateway }) => {
  for (const path of [
    "/openapi.json/",
    "/openapi%2Ejson",
    "/OpenAPI.json",
    "/openapi.yaml",
    "//openapi.json",
    "/docs/",
    "/Docs",
    "/docs/index.html",
    "/docs/start-viewer.js.map",
    "/docs/swagger-ui-bundle.js/",
    "/docs/swagger-ui.css%00",
    "/docs/../docs",
    "/docs/%2e%2e/package.json",
    "/docs/../../package.json",
    "/docs/page.html",
    "/api/docs",
  ]) {
    const answer = await sendRaw(
      gateway.publicUrl,
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    );
    expect(answer.status, path).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject(notFoundProblem);
  }
});

test("the internal listener serves none of them", async ({ gateway, http }) => {
  for (const [path] of documents) {
    expect((await http.get(`${gateway.internalUrl}${path}`)).status()).toBe(404);
  }
});

test("the page runs and loads nothing from other origins", async ({ get }) => {
  const response = await get("/docs");
  const policy = response.headers()["content-security-policy"] ?? "";
  expect(policy.split("; ").toSorted()).toEqual([
    "base-uri 'none'",
    "connect-src 'self'",
    "default-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "img-src 'self' data:",
    "script-src 'self'",
    "style-src 'self'",
  ]);
  expect(await response.text()).not.toMatch(/https?:|<script>|style=/);
});

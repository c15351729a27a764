import { expectCommonHeaders } from "../support/problem.ts";
import { expect, test } from "../support/test.ts";

const query = "{ __typename }";
const json = { "content-type": "application/json" };
const body = JSON.stringify({ query });
const asked = `?query=${encodeURIComponent(query)}`;

interface Sent {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const post = (sent: Sent) => ({ method: "POST", headers: json, body, ...sent });
const posted = (text: string) => post({ body: text });
const typed = (type: string) => post({ headers: { "content-type": type } });

const invalid = "INVALID_REQUEST";

/** A request → its status and code; without a code the query is answered. */
const cases: [name: string, sent: Sent, status: number, code?: string][] = [
  ["a POST of JSON", post({}), 200],
  ["a charset", typed("Application/JSON; Charset=UTF-8"), 200],
  ["a quoted charset", typed('application/json;charset="utf-8"'), 200],
  ["identity encoding", post({ headers: { ...json, "content-encoding": "identity" } }), 200],
  ["a GET", { path: asked }, 200],
  ["a GET with everything", { path: `${asked}&variables={}&extensions={}&operationName=` }, 200],
  ["a GET that ends with /health", { path: `${asked}&operationName=/health` }, 400, invalid],
  ["null in its JSON", posted(`{"query":"${query}","variables":null,"operationName":null}`), 200],
  ["no body", posted(""), 400, invalid],
  ["no JSON", posted(`{"query": secret`), 400, invalid],
  ["a byte order mark", posted(`\uFEFF${body}`), 400, invalid],
  ["null", posted("null"), 400, invalid],
  ["a text", posted(`"${query}"`), 400, invalid],
  ["a number", posted("1"), 400, invalid],
  ["an empty object", posted("{}"), 400, invalid],
  ["a list of one query", posted(`[${body}]`), 400, invalid],
  ["an empty list", posted("[]"), 400, invalid],
  ["deep JSON that does not end", posted("[".repeat(100_000)), 400, invalid],
  ["a query that is no text", posted(`{"query":1}`), 400, invalid],
  ["an empty query", posted(`{"query":""}`), 400, invalid],
  ["a comment alone", posted(`{"query":"# secret"}`), 400, invalid],
  ["variables in a list", posted(`{"query":"${query}","variables":[]}`), 400, invalid],
  ["variables in a text", posted(`{"query":"${query}","variables":"{}"}`), 400, invalid],
  [
    "an operation that is not there",
    posted(`{"query":"${query}","operationName":"Q"}`),
    400,
    invalid,
  ],
  [
    "an operation name that is no text",
    posted(`{"query":"${query}","operationName":1}`),
    400,
    invalid,
  ],
  ["a persisted query", posted(`{"extensions":{"persistedQuery":{"version":1}}}`), 400, invalid],
  ["a member that is unknown", posted(`{"query":"${query}","token":"secret"}`), 400, invalid],
  ["a POST with a query string", post({ path: asked }), 400, invalid],
  ["a key in the query string", post({ path: "?svc-api-key=secret" }), 400, invalid],
  ["a GET of nothing", {}, 400, invalid],
  ["a GET with a key", { path: `${asked}&api_key=secret` }, 400, invalid],
  ["a GET with two queries", { path: `${asked}&${asked.slice(1)}` }, 400, invalid],
  ["a GET with variables that are no JSON", { path: `${asked}&variables={secret` }, 400, invalid],
  ["a GET with variables in a list", { path: `${asked}&variables=[]` }, 400, invalid],
  ["a GET with extensions that are no JSON", { path: `${asked}&extensions=` }, 400, invalid],
  ["a text", typed("text/plain"), 415, invalid],
  ["a body without a type", post({ headers: {} }), 415, invalid],
  ["a type that is none", typed("secret"), 415, invalid],
  ["a form", typed("application/x-www-form-urlencoded"), 415, invalid],
  ["a form of parts", typed("multipart/form-data; boundary=x"), 415, invalid],
  ["a bare document", typed("application/graphql"), 415, invalid],
  ["JSON in another charset", typed("application/json; charset=latin1"), 415, invalid],
  ["compressed JSON", post({ headers: { ...json, "content-encoding": "gzip" } }), 415, invalid],
  ["a long body", posted(`{"query":"${query} #${"x".repeat(200_000)}"}`), 200],
  ["a body that is too long", posted(`{"query":"${query} #${"x".repeat(270_000)}"}`), 413, invalid],
  ["PUT", post({ method: "PUT" }), 405, "METHOD_NOT_ALLOWED"],
  ["DELETE", { method: "DELETE" }, 405, "METHOD_NOT_ALLOWED"],
  ["OPTIONS", { method: "OPTIONS" }, 405, "METHOD_NOT_ALLOWED"],
];

/** Issues of the document: with the older media type the status is 200. */
const documentIssues = new Set([
  "an empty query",
  "a comment alone",
  "a GET that ends with /health",
  "an operation that is not there",
  "an operation name that is no text",
]);

for (const accept of [null, "application/graphql-response+json", "application/json", "text/html"]) {
  test(`with Accept: ${accept}, every form of a request has its status and a JSON body`, async ({
    tenantOf,
    gateway,
  }) => {
    const { key } = await tenantOf();
    for (const [name, { path = "", headers, ...sent }, status, code] of cases) {
      // A browser requests pages with a GET.
      if (accept === "text/html" && sent.method === undefined) continue;
      const response = await fetch(`${gateway.internalUrl}/graphql${path}`, {
        ...sent,
        headers: {
          "svc-api-key": `Bearer ${key}`,
          ...(accept === null ? {} : { accept }),
          ...headers,
        },
      });
      const text = await response.text();
      const isRefused = code !== undefined;
      const older = accept === "application/json" && documentIssues.has(name);
      expect(response.status, `${name}: ${text}`).toBe(older ? 200 : status);
      expectCommonHeaders(Object.fromEntries(response.headers));
      expect(response.headers.get("content-type"), name).toMatch(
        /^application\/(?:graphql-response\+)?json; charset=utf-8$/,
      );
      expect(response.headers.get("allow"), name).toBe(status === 405 ? "GET, POST" : null);
      if (isRefused) {
        expect(JSON.parse(text), name).toEqual({
          errors: [expect.objectContaining({ extensions: { code } })],
        });
      } else {
        expect(JSON.parse(text), name).toEqual({ data: { __typename: "Query" } });
      }
      expect(text, name).not.toContain("secret");
    }
  });
}

test("the method is checked before the key, and the key before everything else", async ({
  gateway,
}) => {
  const statusOf = async (path: string, init: RequestInit) =>
    (await fetch(`${gateway.internalUrl}/graphql${path}`, init)).status;
  expect(await statusOf("", { method: "PUT" })).toBe(405);
  expect(await statusOf("", { method: "POST", headers: json, body: "no JSON" })).toBe(401);
  expect(await statusOf("", { method: "POST", body: "text" })).toBe(401);
  expect(await statusOf("?key=secret", {})).toBe(401);
});

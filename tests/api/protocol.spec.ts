import { expectCommonHeaders } from "../support/problem.ts";
import { parseAnswers, sendRaw, sendRawRequests } from "../support/raw.ts";
import { expect, test } from "../support/test.ts";

const head = "Host: localhost\r\nConnection: close\r\n\r\n";

/** Requests without a key that have nothing wrong with their heads → status of the answer. */
const requests: [what: string, requestLine: string, status: keyof typeof codes][] = [
  ["POST outside v0", "POST /elsewhere", 405],
  ["v0 without a key", "GET /api/v0/projects", 401],
  ["the root of v0", "GET /api/v0", 401],
  ["an unknown route of v0", "GET /api/v0/nothing", 401],
  ["an absolute target", "GET http://other/api/v0/projects", 401],
  ["an absolute target without a path", "GET http://other", 404],
  ["a path outside v0", "GET /", 404],
  ["GraphQL on the public address", "GET /graphql", 404],
  ["health on the public address", "GET /health/live", 404],
  ["metrics on the public address", "GET /metrics", 404],
  ["v0 in another case", "GET /API/v0/projects", 404],
  ["a longer first segment", "GET /api/v01/projects", 404],
  ["two slashes before v0", "GET //api/v0/projects", 404],
  ["an asterisk", "GET *", 404],
];
const codes = { 401: "unauthorized", 404: "not_found", 405: "method_not_allowed" };

for (const [what, requestLine, status] of requests) {
  test(`${what} is answered ${status}, with our headers and body`, async ({ gateway }) => {
    const answer = await sendRaw(gateway.publicUrl, `${requestLine} HTTP/1.1\r\n${head}`);
    expect(answer.status).toBe(status);
    expectCommonHeaders(answer.headers);
    expect(JSON.parse(answer.body)).toMatchObject({
      code: codes[status],
      status,
      requestId: answer.headers["x-request-id"],
    });
    expect(answer.headers["allow"]).toBe(status === 405 ? "GET" : undefined);
    expect(answer.headers["link"]).toBe(
      status === 405
        ? undefined
        : '</docs>; rel="service-doc", </openapi.json>; rel="service-desc"',
    );
  });
}

test("an absolute target is taken by its path, whatever its host", async ({ tenant, gateway }) => {
  const { key, projectId } = tenant;
  const credential = `svc-api-key: Bearer ${key}\r\n`;
  for (const origin of ["http://e", "http://example.test:8080", "HTTPS://user@host", ""]) {
    const read = (path: string) =>
      sendRaw(gateway.publicUrl, `GET ${origin}${path} HTTP/1.1\r\n${credential}${head}`);
    const found = await read("/api/v0/projects");
    expect(found.status, origin).toBe(200);
    expect(found.body).toContain(projectId);
    expect((await read(`/api/v0/projects/${projectId}?x=1`)).status).toBe(400);
    for (const padding of ["x", "xxxxxxx", "x".repeat(origin.length)]) {
      expect((await read(`/api/v0/${padding}/projects`)).status, padding).toBe(404);
    }
  }
});

test("Expect: 100-continue gets the answer and nothing before it", async ({ gateway }) => {
  const received = await sendRawRequests(
    gateway.publicUrl,
    `GET /api/v0/projects HTTP/1.1\r\nExpect: 100-continue\r\n${head}`,
  );
  expect(received).toMatch(/^HTTP\/1\.1 401 /);
});

test("what cannot be parsed is answered after the requests before it on the connection", async ({
  tenant,
  gateway,
}) => {
  const { key, projectId } = tenant;
  const received = await sendRawRequests(
    gateway.publicUrl,
    `GET /api/v0/projects HTTP/1.1\r\nHost: x\r\nsvc-api-key: Bearer ${key}\r\n\r\nBREW / HTTP/1.1\r\n${head}`,
  );
  expect([...received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status)).toEqual([
    "200",
    "405",
  ]);
  expect(received.indexOf(projectId)).toBeLessThan(received.indexOf("method_not_allowed"));
});

test("CONNECT keeps its request id and the media type that it accepts", async ({ gateway }) => {
  const fields = "X-Request-Id: abcdefgh1\r\nAccept: application/problem+json\r\n";
  const answer = await sendRaw(gateway.publicUrl, `CONNECT a:1 HTTP/1.1\r\n${fields}${head}`);
  expect(answer.headers["x-request-id"]).toBe("abcdefgh1");
  expect(answer.headers["content-type"]).toBe("application/problem+json");
});

test("HEAD that cannot be parsed gets no body", async ({ gateway }) => {
  const answer = await sendRaw(gateway.publicUrl, `HEAD / HTTP/1.1\r\nbad\x01: x\r\n${head}`);
  expect(answer.status).toBe(405);
  expect(answer.body).toBe("");
});

/** Paths below v0 that name nothing, though something near them might. */
const oddPaths = (id: string) => [
  "/api/v0",
  "/api/v0/",
  "/api/v0/projects/",
  "/api/v0//projects",
  "/api/v0/Projects",
  "/api/v0/./projects",
  "/api/v0/x/../projects",
  "/api/v0/%70rojects",
  "/api/v0/projects%2F",
  "/api/v0/projects%00",
  "/api/v0/projects%",
  "/api/v0/projects%zz",
  "/api/v0%2Fprojects",
  "/api/v0/projects%252F",
  "/api/v0/%2e%2e/v0/projects",
  "/api/v0/%2E/projects",
  "/api/v0/..%2fv0/projects",
  "/api/v0/projects%c0%af",
  "/api/v0/projects%e0%80%af",
  "/api/v0/projects%u0041",
  "/api/v0/projects%0d%0aX:%20y",
  "/api/v0/projects;x=1",
  "/api/v0/projects#x",
  `/api/v0/projects/${id}/`,
  `/api/v0/projects/%${id.charCodeAt(0).toString(16)}${id.slice(1)}`,
  `/api/v0/projects/${id}%00`,
  `/api/v0/projects/${id}%2Fsensors`,
  `/api/v0/projects/${id}/sensors`,
  `/api/v0/projects/${id}/measurements`,
];

test("a path is compared as it was received: what is written otherwise is not found", async ({
  tenant,
  gateway,
}) => {
  const bodies = new Set<string>();
  for (const path of oddPaths(tenant.projectId)) {
    const answer = await sendRaw(
      gateway.publicUrl,
      `GET ${path} HTTP/1.1\r\nsvc-api-key: Bearer ${tenant.key}\r\nX-Request-Id: the-same-for-all\r\n${head}`,
    );
    expect(answer.status, path).toBe(404);
    expectCommonHeaders(answer.headers);
    bodies.add(answer.body);
  }
  expect(bodies.size).toBe(1);
});

test("so it is on the internal listener", async ({ gateway }) => {
  for (const path of [
    "/health",
    "/health/",
    "/health/live/",
    "/health//live",
    "//health/live",
    "/health/Live",
    "/health/%6cive",
    "/health/live%00",
    "/health/live%2F",
    "/health/live%c0%af",
    "/health/../health/live",
    "/health/x/%2e%2e/live",
    "/graphql/",
    "/GraphQL",
    "/graphql%00",
    "//graphql",
    "/%67raphql",
    "/graphql%zz",
  ]) {
    const received = await sendRawRequests(gateway.internalUrl, `GET ${path} HTTP/1.1\r\n${head}`);
    const [answer] = parseAnswers(received);
    expect(answer?.status, path).toBe(404);
    expect(answer?.headers["link"], path).toBeUndefined();
    expectCommonHeaders(answer?.headers ?? {});
  }
});

test("a broken escape in a query is a value like any other: 400, and never worse", async ({
  tenant,
  gateway,
}) => {
  const { key } = tenant;
  const page = tenant.measurementsPath();
  const names = ["startAt", "endAt", "limit", "cursor", "orderBy", "fweighting", "withAudio", "x"];
  const texts = ["%", "%z", "%zz", "%00", "%c0%af", "%e2%82", "%ff", "%u0041", "%0d%0a", "a%", "+"];
  for (const [name, text] of names.flatMap((one) => texts.map((other) => [one, other]))) {
    const answer = await sendRaw(
      gateway.publicUrl,
      `GET ${page}?${name}=${text} HTTP/1.1\r\nsvc-api-key: Bearer ${key}\r\n${head}`,
    );
    expect(answer.status, `${name}=${text}`).toBe(400);
    const { errors } = JSON.parse(answer.body) as { errors: { parameter: string }[] };
    expect(errors.map(({ parameter }) => parameter)).toContain(name);
  }
});

/** Ways to send a key, `<key>` standing for a good one → whether it is accepted. */
const keyHeaders: [lines: string, taken: boolean][] = [
  ["svc-api-key: Bearer <key>", true],
  ["SVC-API-KEY: bearer <key>", true],
  ["svc-api-key: BEARER <key>", true],
  ["svc-api-key: Bearer  <key>", false],
  ["svc-api-key: Bearer\t<key>", false],
  ["svc-api-key: Bearer<key>", false],
  ["svc-api-key: <key>", false],
  ["svc-api-key: Basic <key>", false],
  ["svc-api-key: Bearer <key> <key>", false],
  ["svc-api-key: Bearer", false],
  ["svc-api-key:", false],
  ["svc-api-key: Bearer <key>\r\nsvc-api-key: Bearer <key>", false],
  ["svc-api-key: Bearer <key>\r\nsvc-api-key:", false],
  ["Authorization: Bearer <key>", false],
  ["Cookie: svc-api-key=Bearer <key>", false],
];

for (const [lines, taken] of keyHeaders) {
  test(`«${lines.replaceAll("\r\n", " | ")}» is ${taken ? "taken" : "refused"}`, async ({
    tenant,
    gateway,
  }) => {
    const { key } = tenant;
    const answer = await sendRaw(
      gateway.publicUrl,
      `GET /api/v0/projects HTTP/1.1\r\n${lines.replaceAll("<key>", key)}\r\n${head}`,
    );
    expect(answer.status).toBe(taken ? 200 : 401);
    expect(answer.body).not.toContain(key);
  });
}

test("conditional requests are answered whole", async ({ tenant, get }) => {
  const response = await get("/api/v0/projects", {
    key: tenant.key,
    headers: { "if-none-match": "*", "if-modified-since": "Fri, 01 Jan 2038 00:00:00 GMT" },
  });
  expect(response.status()).toBe(200);
});

const requestIds: [sent: string, kept: boolean][] = [
  ["abcd.1234_-", true],
  ["x".repeat(64), true],
  ["short12", false],
  ["x".repeat(65), false],
  ["with space", false],
  ['quote"quote', false],
];
for (const [sent, kept] of requestIds) {
  test(`the request id «${sent}» is ${kept ? "kept" : "replaced by a UUID"}`, async ({ get }) => {
    const response = await get("/api/v0/projects", { headers: { "x-request-id": sent } });
    const answered = response.headers()["x-request-id"] ?? "";
    if (kept) expect(answered).toBe(sent);
    else expect(answered).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
}

test("two request ids are replaced by a UUID", async ({ gateway }) => {
  const answer = await sendRaw(
    gateway.publicUrl,
    `GET / HTTP/1.1\r\nX-Request-Id: abcd1234\r\nX-Request-Id: abcd1234\r\n${head}`,
  );
  expect(answer.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
});

const accepts: [accept: string, type: string][] = [
  ["*/*", "application/json; charset=utf-8"],
  ["application/json", "application/json; charset=utf-8"],
  ["application/problem+json", "application/problem+json"],
  ["application/json, Application/Problem+JSON;q=0.5", "application/problem+json"],
  ["application/problem+json;q=0", "application/json; charset=utf-8"],
  ["text/html", "application/json; charset=utf-8"],
];
for (const [accept, type] of accepts) {
  test(`an error for «${accept}» is ${type}`, async ({ get }) => {
    const response = await get("/api/v0/projects", { headers: { accept } });
    expect(response.headers()["content-type"]).toBe(type);
  });
}

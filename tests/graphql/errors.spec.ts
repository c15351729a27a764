import { createLog } from "../../src/log.ts";
import { failingDatabase, holdDatabase } from "../support/failing-database.ts";
import { expect, test } from "../support/test.ts";

interface Answer {
  readonly data?: unknown;
  readonly errors?: {
    readonly message: string;
    readonly locations?: unknown;
    readonly extensions: Record<string, unknown>;
  }[];
}

const range = `startAt: "2019-03-10", endAt: "2019-03-11"`;

/** Arguments of a page → status and code. */
const issues: [args: string, status: number, code: string][] = [
  [`startAt: "2019-03-12", endAt: "2019-03-11"`, 400, "INVALID_REQUEST"],
  [`${range}, limit: 0`, 400, "INVALID_REQUEST"],
  [`${range}, limit: 2001`, 400, "INVALID_REQUEST"],
  [`startAt: "yesterday", endAt: "2019-03-11"`, 400, "INVALID_REQUEST"],
  [`startAt: 1552176000, endAt: "2019-03-11"`, 400, "INVALID_REQUEST"],
  [`${range}, cursor: -1`, 400, "INVALID_REQUEST"],
  [`${range}, fweighting: B`, 400, "INVALID_REQUEST"],
  [`${range}, cursor: 1`, 400, "CURSOR_OUT_OF_RANGE"],
];

for (const [args, status, code] of issues) {
  test(`measurements(${args}) is ${code}`, async ({ tenantOf, graphql }) => {
    const tenant = await tenantOf();
    const response = await graphql(
      `{ measurements(projectId: "${tenant.projectId}", sensorId: "${tenant.sensorIds[0]}", ${args}) { cursor } }`,
      { key: tenant.key },
    );
    expect(response.status()).toBe(status);
    const { errors } = (await response.json()) as Answer;
    expect(errors?.map(({ extensions }) => extensions["code"])).toEqual([code]);
  });
}

test("an error has its place in the document, after any kind of line end", async ({
  tenantOf,
  graphql,
}) => {
  const { key, projectId } = await tenantOf();
  const response = await graphql(
    `{\r\n  known: project(id: "${projectId}") { id }\r  # a comment\n  unknown: project(id: "nobody") { id }\r\n}`,
    { key },
  );
  expect(await response.json()).toMatchObject({
    data: { known: { id: projectId }, unknown: null },
    errors: [
      { locations: [{ line: 4, column: 3 }], path: ["unknown"], extensions: { code: "NOT_FOUND" } },
    ],
  });
});

test("each of several wrong values has an error with its place in the document", async ({
  tenantOf,
  graphql,
}) => {
  const { key } = await tenantOf();
  const args = `startAt: "yesterday", endAt: 5, cursor: -1, limit: "x"`;
  const query = `{ measurements(projectId: "p", sensorId: "s", ${args}) { cursor } }`;
  const response = await graphql(query, { key });
  expect(response.status()).toBe(400);
  const { errors } = (await response.json()) as Answer;
  const place = (value: string) => [{ line: 1, column: query.indexOf(value) + 1 }];
  expect(errors?.map(({ locations }) => locations)).toEqual([
    place('"yesterday"'),
    place("5"),
    place("-1"),
    place('"x"'),
  ]);
});

test("a document that does not parse or does not fit the schema is INVALID_REQUEST", async ({
  tenantOf,
  graphql,
}) => {
  const { key } = await tenantOf();
  for (const query of ["{", "{ nothing }", "mutation { x }", "subscription { x }"]) {
    const response = await graphql(query, { key });
    expect(response.status(), query).toBe(400);
    const { errors } = (await response.json()) as Answer;
    expect(errors?.map(({ extensions }) => extensions["code"])).toEqual(["INVALID_REQUEST"]);
  }
});

/** The `Accept` field of a refused query → status and media type of the answer. */
const accepts: [accept: string, status: number, type: string][] = [
  ["*/*", 403, "application/graphql-response+json"],
  ["text/html", 403, "application/graphql-response+json"],
  ["application/graphql-response+json, application/json", 403, "application/graphql-response+json"],
  ["application/json", 200, "application/json"],
];
for (const [accept, status, type] of accepts) {
  test(`a refusal with Accept: ${accept} is ${status}, ${type}`, async ({ tenantOf, graphql }) => {
    const tenant = await tenantOf();
    const key = await tenant.createKey({ scopes: ["v0:data:read"] });
    const response = await graphql("{ projects { id } }", { key, headers: { accept } });
    expect(response.status()).toBe(status);
    expect(response.headers()["content-type"]).toContain(type);
  });
}

test("a field that fails leaves the other fields", async ({ tenantOf, graphql }) => {
  const tenant = await tenantOf();
  const query = `{ projects { id } project(id: "absent") { id } }`;
  const response = await graphql(query, { key: tenant.key });
  expect(response.status()).toBe(200);
  expect(await response.json()).toMatchObject({
    data: { projects: [{ id: tenant.projectId }], project: null },
    errors: [{ path: ["project"], extensions: { code: "NOT_FOUND" } }],
  });
});

test("errors without any data have the highest status of them, and its header fields", async ({
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantOf({ site: { contract: undefined } });
  const { projectId } = tenant;
  const key = await tenant.createKey({ scopes: ["v0:projects:read", "v0:data:read"] });
  const ids = `projectId: "${projectId}", sensorId: "${tenant.sensorIds[0]}"`;
  const fields = `measurements(${ids}, ${range}) { cursor }\nevents(${ids}, ${range}) { cursor }`;
  const response = await graphql(`{ ${fields} }`, { key });
  expect(response.status()).toBe(503);
  expect(response.headers()["retry-after"]).toBe("60");
  // The one of the lower status is the first: it needs no statement.
  expect(await response.json()).toEqual({
    data: { measurements: null, events: null },
    errors: [
      expect.objectContaining({
        path: ["events"],
        locations: [{ line: 2, column: 1 }],
        extensions: { code: "FORBIDDEN", requiredScopes: ["v0:events:read"] },
      }),
      expect.objectContaining({
        path: ["measurements"],
        locations: [{ line: 1, column: 3 }],
        extensions: { code: "CONTRACT_UNAVAILABLE" },
      }),
    ],
  });

  // Beside an answered field the errors change neither the status nor the header fields.
  const beside = await graphql(`{ project(id: "${projectId}") { id } ${fields} }`, { key });
  expect(beside.status()).toBe(200);
  expect(beside.headers()["retry-after"]).toBeUndefined();
});

test("below a value that an error has made null, no other error is listed, compiled or not", async ({
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantOf({ sensors: 2 });
  const { projectId, key } = tenant;
  const query = `{ project(id: "${projectId}") { unknown: sensors(ids: ["nobody"]) { id }
    all: sensors { sample(id: "nobody.1") { LAFmin } } } viewer { keyId } }`;
  for (const time of ["first", "second", "third"]) {
    const { data, errors } = await (await graphql(query, { key })).json();
    expect(data, time).toEqual({ project: null, viewer: { keyId: expect.any(String) } });
    expect(errors, time).toEqual([
      expect.objectContaining({ path: ["project", "unknown"], extensions: { code: "NOT_FOUND" } }),
    ]);
  }
  // Errors of fields that the data has are all listed.
  const { errors } = await (
    await graphql(
      `{ project(id: "${projectId}") { sensors { sample(id: "nobody.1") { LAFmin } } } other: project(id: "nobody") { id } }`,
      { key },
    )
  ).json();
  expect(errors.map(({ path }: { path: unknown }) => path)).toEqual(
    expect.arrayContaining([
      ["project", "sensors", 0, "sample"],
      ["project", "sensors", 1, "sample"],
      ["other"],
    ]),
  );
});

test("a failure of the database is masked, and its cause is only in the log", async ({
  tenantOf,
  database,
  http,
  serve,
}) => {
  const tenant = await tenantOf();
  const lines: string[] = [];
  const log = await createLog(
    { level: "info", format: "json" },
    { write: (line) => lines.push(line) },
  );
  // The key is found; everything after it fails, as it does where a table is gone.
  const failing = failingDatabase(
    database,
    (text) => !text.includes('from "api_keys"'),
    new Error('relation "samples" does not exist'),
  );
  const gateway = await serve({ database: failing, log });
  const headers = { "svc-api-key": `Bearer ${tenant.key}` };
  const rest = await http.get(`${gateway.publicUrl}/api/v0/projects`, { headers });
  const followed = { ...headers, "x-request-id": "follow-me-0123456789" };
  const graphql = await http.post(`${gateway.internalUrl}/graphql`, {
    headers: followed,
    data: { query: "{ projects { id } }" },
  });
  const ready = await http.get(`${gateway.internalUrl}/health/live`);
  expect(rest.status()).toBe(503);
  expect(rest.headers()["retry-after"]).toBe("5");
  expect(await rest.text()).not.toContain("samples");
  expect(ready.status()).toBe(200);
  expect(graphql.status()).toBe(503);
  expect(await graphql.text()).not.toContain("samples");
  const causes = lines.filter((line) => line.includes("could not be completed"));
  expect(causes.map((line) => (JSON.parse(line) as { requestId: unknown }).requestId)).toEqual([
    rest.headers()["x-request-id"],
    "follow-me-0123456789",
  ]);
  for (const line of causes) expect(line).toContain("does not exist");
  expect(lines.join("")).not.toContain(tenant.key);
});

test("a request beyond its deadline is answered in the form of GraphQL", async ({
  tenantOf,
  database,
  databaseConfig,
  http,
  serve,
}) => {
  const { key } = await tenantOf();
  const held = holdDatabase(database, (text) => !text.includes("api_keys"));
  const lines: string[] = [];
  const gateway = await serve({
    log: await createLog(
      { level: "info", format: "json" },
      { write: (line) => void lines.push(line) },
    ),
    databaseConfig: { ...databaseConfig, statementTimeoutMilliseconds: 1 },
    database: held.database,
  });
  const response = await http.post(`${gateway.internalUrl}/graphql`, {
    headers: { "svc-api-key": `Bearer ${key}` },
    data: { query: "{ projects { id } }" },
  });
  held.release();
  expect(response.status()).toBe(503);
  expect(response.headers()).toMatchObject({
    "content-type": "application/graphql-response+json; charset=utf-8",
    "retry-after": "5",
  });
  const messages = () => lines.map((line) => (JSON.parse(line) as { readonly msg: string }).msg);
  await expect.poll(messages).toContain("request");
  // Its execution ends after the answer, and sends no second one.
  expect(lines.join("")).not.toContain("ERR_HTTP_HEADERS_SENT");
  expect(await response.json()).toEqual({
    errors: [
      {
        message: "The request could not be completed safely. Try again later.",
        extensions: { code: "UNAVAILABLE" },
      },
    ],
  });
});

/** A value that may be a credential, in every place of a request that is refused for it. */
const canary = "CANARYvalue0";
const quoting: readonly (readonly [string, object])[] = [
  [
    "a variable",
    { query: "query ($s: ID!) { project(id: $s) { id } }", variables: { s: { k: canary } } },
  ],
  ["a literal", { query: `{ project(id: ${canary}) { id } }` }],
  [
    "a text in place of an instant",
    {
      query: `{ sensor(projectId: "p", id: "s") { measurements(startAt: "${canary}", endAt: "2019-01-01") { cursor } } }`,
    },
  ],
  [
    "a text in place of an enum",
    { query: `{ sensor(projectId: "p", id: "s") { latest(fweighting: "${canary}") { id } } }` },
  ],
  ["a text with a broken escape", { query: `{ projects { id(a: "\\u${canary}") } }` }],
  ["what is no GraphQL", { query: `{ project ${canary} "${canary}` }],
  ["a member of the body", { query: "{ projects { id } }", [canary]: 1 }],
];

for (const [place, body] of quoting) {
  test(`${place} is not quoted in the error about it`, async ({ tenantOf, http, gateway }) => {
    const { key } = await tenantOf();
    const response = await http.post(`${gateway.internalUrl}/graphql`, {
      data: body,
      headers: { accept: "application/graphql-response+json", "svc-api-key": `Bearer ${key}` },
    });
    expect(response.status()).toBe(400);
    expect(await response.text()).not.toContain(canary.slice(0, 3));
  });
}

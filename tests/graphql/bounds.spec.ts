import { levelsFrom } from "../support/series.ts";
import assert from "node:assert/strict";
import { bounds } from "../../src/graphql/bounds.ts";
import { createSchema } from "../../src/graphql/schema.ts";
import { recordsPerRequest } from "../../src/operations/read-budget.ts";
import { expect, test } from "../support/test.ts";

interface Answer {
  readonly data?: unknown;
  readonly errors?: { message: string; path?: unknown; extensions: Record<string, unknown> }[];
}

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(" ");
const nested = (count: number, open: string, close = "}", inside = "") =>
  `${open.repeat(count)}${inside}${close.repeat(count)}`;

const { lines, tokens, depth, aliases, values } = bounds;
const bound = (count: number) => `at most ${count.toLocaleString("en")}`;
const tooManyTokens = `${tokens} tokens`;

/** A bound that is exceeded → the document, and a part of the refusal. */
const attacks: [name: string, document: string, says: string][] = [
  [
    "aliases of a page",
    `{ project(id: "p") { sensors { ${times(aliases + 1, (n) => `a${n}: latest { id }`)} } } }`,
    bound(aliases),
  ],
  [
    "aliases in fragments",
    `{ ${times(10, () => "...f")} } fragment f on Query { ${times(6, (n) => `a${n}: __typename`)} }`,
    bound(aliases),
  ],
  ["depth", `{ ${nested(depth, "a {", "}", "a")} }`, bound(depth)],
  [
    "depth of ofType",
    `{ __type(name: "Query") ${nested(40, "{ ofType", "}", "{ name }")} }`,
    bound(depth),
  ],
  [
    "depth in fragments",
    `{ ...f0 } ${times(20, (n) => `fragment f${n} on Query { a { ...f${n + 1} } }`)} fragment f20 on Query { a }`,
    bound(depth),
  ],
  [
    "fragments that double each other",
    `{ ...f0 } ${times(80, (n) => `fragment f${n} on Query { ...f${n + 1} ...f${n + 1} }`)} fragment f80 on Query { a }`,
    bound(values),
  ],
  [
    "fragments in each other's circle",
    `{ ${times(60, (n) => `...f${n}`)} } ${times(60, (n) => `fragment f${n} on Query { ...f${(n + 1) % 60} a }`)}`,
    "within itself",
  ],
  [
    "fields of types of fields",
    `{ __schema { types { ${nested(3, "fields { type {", "} }", "name")} } } }`,
    "introspection",
  ],
  ["a circle of fragments", "{ ...f } fragment f on Query { ...f }", "within itself"],
  ["nested braces", `{ ${"a {".repeat(80_000)}`, tooManyTokens],
  ["nested braces without names", "{".repeat(200_000), "Expected Name"],
  ["nested lists", `{ project(id: ${"[".repeat(200_000)}`, tooManyTokens],
  [
    "nested lists, closed",
    `{ project(id: ${nested(490, "[", "]")}) { id } }`,
    "A value in the document is not of its type.",
  ],
  [
    "nested lists, just within the bound",
    `{ project(id: ${"[".repeat(tokens - 6)}`,
    "Unexpected <EOF>",
  ],
  ["nested objects", `{ project(id: ${"{ a: ".repeat(50_000)}`, tooManyTokens],
  ["nested types of a variable", `query ($a: ${"[".repeat(200_000)}`, tooManyTokens],
  ["nested groups", `{ ${"... {".repeat(50_000)}`, tooManyTokens],
  ["many operations", times(10_000, (n) => `query q${n} { a }`), tooManyTokens],
  ["many variables", `query (${times(20_000, (n) => `$v${n}: ID`)}) { a }`, tooManyTokens],
  [
    "values of pages",
    `{ ${times(2, (n) => `a${n}: measurements(projectId: "p", sensorId: "s", startAt: "2019-03-10", endAt: "2019-03-11", limit: 2000) { data { ${times(13, () => "id")} } }`)} }`,
    bound(values),
  ],
  [
    "values of entries of lists",
    `{ project(id: "p") { sensors(ids: [${times(200, () => '"a"')}]) { ${times(25, (n) => `a${n}: latest { id }`)} } } }`,
    bound(values),
  ],
  ["lines", `{ projects { id } }${"\r\n".repeat(lines)}`, `${bound(lines)} lines`],
];

for (const [name, document, says] of attacks) {
  test(`${name} beyond the bounds is INVALID_REQUEST`, async ({ tenantOf, graphql, database }) => {
    const { key } = await tenantOf();
    const statements = await database.statementsOf(async () => {
      // The second time a document is known already.
      for (const time of ["first", "second"]) {
        const response = await graphql(document, { key });
        assert.equal(response.status(), 400, time);
        const { data, errors = [] } = (await response.json()) as Answer;
        assert.equal(data, undefined);
        assert.deepEqual(
          [...new Set(errors.map(({ extensions }) => JSON.stringify(extensions)))],
          [JSON.stringify({ code: "INVALID_REQUEST" })],
        );
        assert.ok(
          errors.some(({ message }) => message.includes(says)),
          errors[0]?.message,
        );
      }
    });
    expect(statements.filter((text) => text.includes("samples"))).toEqual([]);
  });
}

test("a list of sensors costs the sensors that it has, and the page size of a variable or of its default", async ({
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantOf({ sensors: 3 });
  const query = `query ($id: ID!, $n: Int! = 2000) { project(id: $id) { sensors {
    measurements(startAt: "2019-03-10", endAt: "2019-03-11", limit: $n) { ...all }
  } } }
  fragment all on MeasurementsPage { data { id datetime LAeq LCeq LZeq LA10 LA50 LA90 limit } }`;
  const statusOf = async (key: string, variables: object) =>
    (await graphql(query, { key, variables: { id: tenant.projectId, ...variables } })).status();
  // 20 + 3 × (11 + 2000 × 9) values, and with two sensors a third less.
  expect(await statusOf(tenant.key, {})).toBe(400);
  expect(await statusOf(tenant.key, { n: 2000 })).toBe(400);
  expect(await statusOf(tenant.key, { n: 1500 })).toBe(200);
  const ofTwo = await tenant.createKey({ sensors: tenant.sensorIds.slice(1) });
  expect(await statusOf(ofTwo, {})).toBe(200);
});

test("a list that is longer than any argument takes is refused before its entries are read", async ({
  tenantOf,
  graphql,
}) => {
  const { key, projectId } = await tenantOf();
  const query = `query ($sensors: [ID!]) { project(id: "${projectId}") {
    events(startAt: "2019-03-10", endAt: "2019-03-11", sensors: $sensors) { cursor } } }`;
  const ask = async (sensors: unknown[]) => {
    const answer = await graphql(query, { key, variables: { sensors } });
    return { status: answer.status(), body: (await answer.json()) as Answer };
  };
  const refusedAs = (message: string) => ({
    status: 400,
    body: {
      errors: [
        { message, locations: [{ line: 1, column: 8 }], extensions: { code: "INVALID_REQUEST" } },
      ],
    },
  });
  expect(await ask(Array.from({ length: 1001 }, () => true))).toEqual(
    refusedAs('The list of "$sensors" may have at most 1,000 entries.'),
  );
  const wrong = await ask(Array.from({ length: 100 }, () => true));
  expect(wrong.status).toBe(400);
  expect(wrong.body.errors).toHaveLength(100);
  expect(await ask(Array.from({ length: 1000 }, () => true))).toEqual({
    status: 400,
    body: {
      errors: [
        {
          message:
            'A request with more than 100 errors is refused as a whole. The first error: Variable "$sensors" has a value that is not of its type.',
          extensions: { code: "INVALID_REQUEST" },
        },
      ],
    },
  });
});

const pages: [field: string, records: number][] = [
  [`measurements(startAt: "2019-03-10", endAt: "2019-03-11", limit: 2000) { cursor }`, 2000],
  [`events(startAt: "2019-03-10", endAt: "2019-03-11", limit: 2000) { cursor }`, 2000],
  // A search reads far more samples than it finds events.
  [`events(startAt: "2019-03-10", endAt: "2019-03-11", limit: 1) { cursor }`, 1000],
  // One for each of 366 days, and one for its only segment.
  [`limitTimeline(startAt: "2019-01-01", endAt: "2019-12-31T23:59:59") { limit }`, 366 + 1],
];

for (const [field, records] of pages) {
  test(`${field} takes ${records} records, and a request may read ${recordsPerRequest}`, async ({
    tenantOf,
    graphql,
    database,
  }) => {
    const most = Math.floor(recordsPerRequest / records);
    const tenant = await tenantOf({ site: { limits: { default: { A: 60 } } }, sensors: most + 1 });
    const query = `{ project(id: "${tenant.projectId}") { sensors { ${field} } } }`;
    const key = await tenant.createKey({ sensors: tenant.sensorIds.slice(1) });
    const answered = await graphql(query, { key });
    expect(answered.status()).toBe(200);
    expect(((await answered.json()) as Answer).errors).toBeUndefined();

    const statements = await database.statementsOf(async () => {
      const refused = await graphql(query, { key: tenant.key });
      expect(refused.status()).toBe(400);
      expect(await refused.json()).toEqual({
        errors: [
          {
            message:
              "A request may read at most 100,000 records, and each page counts its limit: request smaller pages, shorter timelines or fewer sensors at once.",
            extensions: { code: "INVALID_REQUEST" },
          },
        ],
      });
    });
    expect(statements.filter((text) => text.includes("samples"))).toEqual([]);
  });
}

test("a hundred errors are listed one by one, and more refuse the request as a whole", async ({
  tenantOf,
  graphql,
}) => {
  const tenant = await tenantOf();
  const first = Date.parse("2019-03-10T00:00:00Z") / 1000;
  await tenant.addSamples(levelsFrom(first, 101, 60, 50));
  const key = await tenant.createKey({ scopes: ["v0:data:read"] });
  const ask = async (limit: number, field: string) => {
    const page = `measurements(projectId: "${tenant.projectId}", sensorId: "${tenant.sensorIds[0]}",
      startAt: "2019-03-10", endAt: "2019-03-11", limit: ${limit}) { data { ${field} } }`;
    const answer = await graphql(`{ ${page} }`, { key });
    return {
      status: answer.status(),
      body: (await answer.json()) as {
        data?: { measurements: { data: unknown[] } };
        errors: { message: string; extensions: unknown }[];
      },
    };
  };
  for (const [field, scope] of [
    ["recording { byteLength }", "v0:audio:read"],
    ["limitExplanation { limit }", "v0:projects:read"],
  ] as const) {
    const forbidden = { code: "FORBIDDEN", requiredScopes: [scope] };
    const each = await ask(100, field);
    expect(each.status).toBe(200);
    expect(each.body.data?.measurements.data).toHaveLength(100);
    expect(each.body.errors.map(({ extensions }) => extensions)).toEqual(
      Array.from({ length: 100 }, () => forbidden),
    );
    const whole = await ask(101, field);
    expect(whole).toEqual({
      status: 403,
      body: {
        errors: [
          {
            message: `A request with more than 100 errors is refused as a whole. The first error: ${each.body.errors[0]?.message}`,
            extensions: forbidden,
          },
        ],
      },
    });
  }
});

test("more than a hundred fields of sensors that fail refuse the request as a whole, and cost no statements", async ({
  tenantOf,
  graphql,
  database,
}) => {
  const tenant = await tenantOf({ sensors: 60 });
  const key = await tenant.createKey({ scopes: ["v0:projects:read"] });
  const query = `{ project(id: "${tenant.projectId}") { sensors { ${times(20, (n) => `a${n}: latest { id }`)} } } }`;
  const statements = await database.statementsOf(async () => {
    for (const time of ["first", "second", "third"]) {
      const answer = await graphql(query, { key });
      expect(answer.status(), time).toBe(403);
      const { data, errors } = (await answer.json()) as Answer;
      expect(data).toBeUndefined();
      expect(errors?.map(({ extensions }) => extensions)).toEqual([
        { code: "FORBIDDEN", requiredScopes: ["v0:data:read"] },
      ]);
    }
  });
  expect(statements.filter((text) => text.includes("sample"))).toEqual([]);
});

test("a field that is read counts ten values, and a list of sensors is counted before any of them is read", async ({
  tenantOf,
  graphql,
  database,
}) => {
  const tenant = await tenantOf({ sensors: 511 });
  const ask = async (count: number) => {
    const latest = times(count, (n) => `a${n}: latest { id }`);
    const query = `{ project(id: "${tenant.projectId}") { sensors { ${latest} } } }`;
    const answer = await graphql(query, { key: tenant.key });
    return { status: answer.status(), body: (await answer.json()) as Answer };
  };
  // The project, its sensors, and fields of 11 values of each of those: 44,988, and 50,609.
  expect((await ask(8)).status).toBe(200);
  const statements = await database.statementsOf(async () => {
    expect(await ask(9)).toEqual({
      status: 400,
      body: {
        errors: [
          {
            message:
              "An answer may have at most 50,000 values: request fewer fields, smaller pages or fewer sensors at once.",
            extensions: { code: "INVALID_REQUEST" },
          },
        ],
      },
    });
  });
  expect(statements.filter((text) => text.includes("sample"))).toEqual([]);
});

test("the description of the schema names each bound", () => {
  const { description } = createSchema();
  const words = (description ?? "").replaceAll(/\s+/g, " ");
  expect(Object.keys(bounds)).toHaveLength(10);
  const named = [...words.matchAll(/`(\w+)` (\d+)/g)].map(([, name, most]) => [name, Number(most)]);
  expect(Object.fromEntries(named)).toEqual(bounds);
});

test("rules and holidays of many sensors count as records", async ({ tenantOf, graphql }) => {
  const holidays = Array.from({ length: 5000 }, (_, index) => ({
    date: new Date(Date.UTC(2019, 0, 1 + index)).toISOString().slice(0, 10),
  }));
  const tenant = await tenantOf({ sensors: 41, site: { holidays } });
  const ask = async (field: string, key = tenant.key) => {
    const query = `{ project(id: "${tenant.projectId}") { sensors { ${field} } } }`;
    const { errors = [] } = (await (await graphql(query, { key })).json()) as Answer;
    return [...new Set(errors.map(({ message }) => message))];
  };
  // Each schedule has the holidays of the project, two of which are a record.
  expect(await ask("schedule { default { A } }")).toEqual([
    "A request may read at most 100,000 records, and each page counts its limit: request smaller pages, shorter timelines or fewer sensors at once.",
  ]);
  expect(await ask('limitAt(at: "2019-03-10") { limit }')).toEqual([]);
  const fewer = await tenant.createKey({ sensors: tenant.sensorIds.slice(2) });
  expect(await ask("schedule { default { A } }", fewer)).toEqual([]);
});

import { expect, test } from "../support/test.ts";

/*
 * Cases in which a compiler of documents is known to differ from graphql-js. The project
 * `graphql-interpreted` runs them through graphql-js.
 */

const name = "Project of a test";
const range = `startAt: "2020-01-01", endAt: "2020-01-02"`;

test("a variable's default decides what is included", async ({ tenantOf, graphql }) => {
  const { key, projectId } = await tenantOf();
  const query = `query ($named: Boolean = true, $id: ID!) {
    project(id: $id) { id name @include(if: $named) timezone @skip(if: $named) }
  }`;
  const ask = async (variables: object) =>
    (await graphql(query, { key, variables: { id: projectId, ...variables } })).json();
  expect(await ask({})).toEqual({ data: { project: { id: projectId, name } } });
  expect(await ask({ named: false })).toEqual({
    data: { project: { id: projectId, timezone: "Europe/Dublin" } },
  });
});

test("the default of a non-null variable is used if the variable is left out", async ({
  tenantOf,
  graphql,
}) => {
  const { key, projectId, sensorIds } = await tenantOf();
  const response = await graphql(
    `query ($limit: Int! = 1, $order: Order! = desc, $from: Instant! = "2020-01-01", $cursor: UnixSecond! = 0) {
      sensor(projectId: "${projectId}", id: "${sensorIds[0]}") {
        measurements(startAt: $from, endAt: "2020-01-02", limit: $limit, orderBy: $order, cursor: $cursor) { cursor }
      }
    }`,
    { key },
  );
  expect(await response.json()).toEqual({ data: { sensor: { measurements: { cursor: null } } } });
});

test("null for a non-null variable is refused in the words of the specification", async ({
  tenantOf,
  graphql,
}) => {
  const { key } = await tenantOf();
  const response = await graphql(
    `
      query ($id: ID! = "a") {
        project(id: $id) {
          id
        }
      }
    `,
    {
      key,
      variables: { id: null },
    },
  );
  expect(response.status()).toBe(400);
  expect(await response.json()).toEqual({
    errors: [
      {
        message: `Variable "$id" of non-null type "ID!" must not be null.`,
        locations: [{ line: 2, column: 14 }],
        extensions: { code: "INVALID_REQUEST" },
      },
    ],
  });
});

test("a fragment that one place leaves out is answered in another", async ({
  tenantOf,
  graphql,
}) => {
  const { key, projectId } = await tenantOf();
  const response = await graphql(
    `query ($no: Boolean!) {
      a: project(id: "${projectId}") { id ...Names @include(if: $no) }
      b: project(id: "${projectId}") { ...Names }
    }
    fragment Names on Project { name }`,
    { key, variables: { no: false } },
  );
  expect(await response.json()).toEqual({
    data: { a: { id: projectId }, b: { name } },
  });
});

test("a field that is asked for twice has what is included, and no more", async ({
  tenantOf,
  graphql,
}) => {
  const { key, projectId } = await tenantOf();
  const response = await graphql(
    `query ($no: Boolean!) {
      a: project(id: "${projectId}") @include(if: $no) { ... on Project { name } }
      a: project(id: "${projectId}") { id }
      b: project(id: "${projectId}") { id c: contract @include(if: $no) { ...Start } ...End }
    }
    fragment Start on Contract { startAt }
    fragment End on Project { c: contract { endAt } }`,
    { key, variables: { no: false } },
  );
  expect(await response.json()).toEqual({
    data: { a: { id: projectId }, b: { id: projectId, c: { endAt: "2019-03-31T22:59:59.000Z" } } },
  });
});

test("an error has its place in the document, after any kind of line end", async ({
  tenantOf,
  graphql,
}) => {
  const { key, projectId } = await tenantOf();
  const response = await graphql(
    `{\r\n  known: project(id: "${projectId}") { id }\r  # a comment\n  unknown: project(id: "nobody") { id }\r\n}`,
    { key },
  );
  expect(response.status()).toBe(200);
  expect(await response.json()).toMatchObject({
    data: { known: { id: projectId }, unknown: null },
    errors: [
      {
        locations: [{ line: 4, column: 3 }],
        path: ["unknown"],
        extensions: { code: "NOT_FOUND" },
      },
    ],
  });
});

test("a response key may be any name", async ({ tenantOf, graphql }) => {
  const { key, projectId } = await tenantOf();
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "then"];
  const response = await graphql(
    `{ project(id: "${projectId}") { ${names.map((alias) => `${alias}: id`).join(" ")} } }`,
    { key },
  );
  const members = names.map((alias) => `"${alias}":"${projectId}"`).join(",");
  expect(await response.text()).toBe(`{"data":{"project":{${members}}}}`);
});

test("an operation is chosen by its name, and by nothing else", async ({
  tenantOf,
  http,
  gateway,
}) => {
  const { key, projectId } = await tenantOf();
  const query = `query A { project(id: "${projectId}") { id } } query B { project(id: "${projectId}") { name } }`;
  const ask = async (operationName?: string) => {
    const response = await http.post(`${gateway.internalUrl}/graphql`, {
      data: { query, operationName },
      headers: { accept: "application/graphql-response+json", "svc-api-key": `Bearer ${key}` },
    });
    return { status: response.status(), body: (await response.json()) as unknown };
  };
  expect(await ask("A")).toEqual({ status: 200, body: { data: { project: { id: projectId } } } });
  expect(await ask("B")).toEqual({ status: 200, body: { data: { project: { name } } } });
  expect(await ask("A")).toEqual({ status: 200, body: { data: { project: { id: projectId } } } });
  expect((await ask()).status).toBe(400);
  expect((await ask("C")).status).toBe(400);
});

test("introspection names types and their lists", async ({ tenantOf, graphql }) => {
  const { key } = await tenantOf();
  const response = await graphql(
    `
      {
        __typename
        __type(name: "Location") {
          __typename
          name
          kind
          fields {
            name
            type {
              kind
              ofType {
                name
              }
            }
          }
        }
      }
    `,
    { key },
  );
  const degrees = { kind: "NON_NULL", ofType: { name: "Float" } };
  expect(await response.json()).toEqual({
    data: {
      __typename: "Query",
      __type: {
        __typename: "__Type",
        name: "Location",
        kind: "OBJECT",
        fields: [
          { name: "latitude", type: degrees },
          { name: "longitude", type: degrees },
        ],
      },
    },
  });
});

test("an error in a page leaves the other fields", async ({ tenantOf, graphql }) => {
  const { key, projectId, sensorIds } = await tenantOf({ sensors: 2 });
  const response = await graphql(
    `{ project(id: "${projectId}") { sensors { id measurements(${range}, limit: 3000) { cursor } } } }`,
    { key },
  );
  const body = (await response.json()) as { errors: { path: unknown[] }[] };
  expect(response.status()).toBe(200);
  expect(body).toMatchObject({
    data: { project: { sensors: sensorIds.map((id) => ({ id, measurements: null })) } },
  });
  expect(body.errors.map(({ path }) => path)).toEqual([
    ["project", "sensors", 0, "measurements"],
    ["project", "sensors", 1, "measurements"],
  ]);
});

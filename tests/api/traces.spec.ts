import { createSchema } from "../../src/graphql/schema.ts";
import { trustDocuments } from "../../src/graphql/trusted-documents.ts";
import { inOrder, type ReceivedSpan, type SpanTree, treesOf } from "../support/collector.ts";
import { failingDatabase } from "../support/failing-database.ts";
import { field, measurements, operation, request, statement } from "../support/span-shapes.ts";
import { expect, keyOf, range, test } from "../support/traced-gateway.ts";

/** The site is read by the first request after a change. */
const settings = () => [statement("select-sensor-settings"), statement("select-site")];

test("a request over REST has spans of its operation, of the field of the root and of its statements", async ({
  serveTraced,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  const { publicUrl, finish, lines } = await serveTraced();
  const url = `${publicUrl}${tenant.measurementsPath()}?${range}`;
  const answer = await fetch(url, { headers: keyOf(tenant) });
  expect(answer.status).toBe(200);
  await answer.text();
  const spans = await finish();
  expect(treesOf(spans)).toEqual(
    inOrder([
      request("GET", measurements, 200, [
        statement("select-api-key"),
        operation("ListMeasurements", [
          field("measurements", [...settings(), statement("select-samples")]),
        ]),
      ]),
    ]),
  );
  const [{ traceId, resource } = {} as ReceivedSpan] = spans;
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  expect(resource).toMatchObject({
    "service.name": "acoustic",
    "service.version": expect.stringMatching(/^\d+\.\d+\.\d+$/),
    "service.instance.id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    "telemetry.sdk.language": "nodejs",
  });
  for (const { startedAt, endedAt, events, links } of spans) {
    expect(endedAt >= startedAt).toBe(true);
    expect([events, links]).toEqual([0, 0]);
  }
  const mine = lines().filter(({ msg }) => msg === "request");
  expect(mine.map(({ trace_id }) => trace_id)).toEqual([traceId]);
});

test("several fields of the root share statements, which stand below their operation; names of a client are left out", async ({
  serveTraced,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  const { internalUrl, finish } = await serveTraced();
  const document = `query ChosenByClient($id: ID!, $sensor: ID!) {
    aliasOfClient: project(id: $id) { name }
    sensor(projectId: $id, id: $sensor) { extent { firstAt } }
    __typename
  }`;
  const variables = { id: tenant.projectId, sensor: tenant.sensorIds[0] };
  const answer = await fetch(`${internalUrl}/graphql`, {
    method: "POST",
    headers: { ...keyOf(tenant), "content-type": "application/json" },
    body: JSON.stringify({ query: document, variables }),
  });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      data: {
        aliasOfClient: { name: "Project of a test" },
        sensor: { extent: { firstAt: null } },
        __typename: "Query",
      },
    },
  ]);
  const [tree, ...others] = treesOf(await finish());
  expect(others).toEqual([]);
  expect(tree).toMatchObject({ name: "POST /graphql", kind: "SERVER" });
  expect(tree?.below.map(({ name }) => name)).toEqual(["query", "select-api-key"]);
  const [executed] = tree?.below ?? [];
  expect(executed).toEqual(operation(null, expect.anything() as unknown as SpanTree[]));
  const fields = executed?.below.filter(({ kind }) => kind === "INTERNAL") ?? [];
  expect(fields).toEqual([field("project"), field("sensor")]);
  const statements = executed?.below.filter(({ kind }) => kind === "CLIENT") ?? [];
  expect(statements.length).toBeGreaterThan(1);
  for (const each of statements) expect(each).toEqual(statement(each.name));
});

test("a field of the root lasts until everything below it is resolved", async ({
  serveTraced,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  const { internalUrl, finish } = await serveTraced();
  const [sensorId] = tenant.sensorIds;
  const query = `{ sensor(projectId: "${tenant.projectId}", id: "${sensorId}") { extent { firstAt } } }`;
  const address = `${internalUrl}/graphql?query=${encodeURIComponent(query)}`;
  const answer = await fetch(address, { headers: keyOf(tenant) });
  expect(answer.status).toBe(200);
  await answer.text();
  const spans = await finish();
  const root = spans.find(({ name }) => name === "sensor");
  const below = spans.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
  expect(below.map(({ name }) => name)).toContain("select-latest-samples");
  for (const { startedAt, endedAt } of below) {
    expect(startedAt >= (root?.startedAt ?? 0n) && endedAt <= (root?.endedAt ?? 0n)).toBe(true);
  }
});

test("the name of an operation in a trusted document is the operator's, and is exported", async ({
  serveTraced,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  const text = "query NamesOfProjects { projects { name } }";
  const trusted = trustDocuments([{ name: "names.graphql", text }], createSchema());
  if (!trusted.ok) throw new Error(trusted.issues.join());
  const { internalUrl, finish } = await serveTraced({ trustedDocuments: trusted.documents });
  const answer = await fetch(`${internalUrl}/graphql?query=${encodeURIComponent(text)}`, {
    headers: keyOf(tenant),
  });
  expect(answer.status).toBe(200);
  await answer.text();
  expect(treesOf(await finish())).toEqual(
    inOrder([
      request("GET", "/graphql", 200, [
        statement("select-api-key"),
        operation("NamesOfProjects", [field("projects", [statement("select-projects")])]),
      ]),
    ]),
  );
});

test("a statement that fails is an error with its SQLSTATE, and so is everything above it", async ({
  serveTraced,
  tenantOf,
  database: served,
}) => {
  const tenant = await tenantOf();
  const error = Object.assign(new Error("value 'secret' is wrong"), { code: "57014" });
  const failing = failingDatabase(served, (text) => text.includes('from "samples"'), error);
  const { publicUrl, finish } = await serveTraced({ database: { ...served, ...failing } });
  const url = `${publicUrl}${tenant.measurementsPath()}?${range}`;
  const answer = await fetch(url, { headers: keyOf(tenant) });
  expect(answer.status).toBe(503);
  await answer.text();
  const failed = (span: SpanTree, type: string, more = {}): SpanTree => ({
    ...span,
    status: "ERROR",
    attributes: { ...span.attributes, "error.type": type, ...more },
  });
  const read = statement("select-samples");
  const measured = field("measurements", [
    ...settings(),
    failed(read, "57014", { "db.response.status_code": "57014" }),
  ]);
  const executed = operation("ListMeasurements", [failed(measured, "unavailable")]);
  const answered = request("GET", measurements, 503, [
    statement("select-api-key"),
    failed(executed, "unavailable"),
  ]);
  expect(treesOf(await finish())).toEqual(inOrder([failed(answered, "503")]));
});

test("a refusal of the client's request is no error, and probes are not exported", async ({
  serveTraced,
  tenantOf,
}) => {
  const tenant = await tenantOf();
  const { publicUrl, internalUrl, finish } = await serveTraced();
  const headers = keyOf(tenant);
  for (const [url, options] of [
    [`${internalUrl}/health/live`, {}],
    [`${internalUrl}/health/ready`, {}],
    [`${internalUrl}/metrics`, {}],
    [`${publicUrl}${tenant.path()}`, {}],
    [`${publicUrl}/api/v0/projects/p-nobodys`, { headers }],
    [`${publicUrl}/secret-path/of/a-client`, { method: "BREW" }],
    [`${publicUrl}/openapi.json`, { method: "DELETE" }],
    [`${internalUrl}/`, {}],
  ] as const) {
    await (await fetch(url, options)).text();
  }
  const spans = await finish();
  const answered = (name: string, code: unknown): SpanTree => ({
    name,
    kind: "SERVER",
    status: "UNSET",
    attributes: { "http.response.status_code": code },
    below: [],
  });
  const requests = treesOf(spans).map((span) => ({
    ...answered(span.name, span.attributes["http.response.status_code"]),
    status: span.status,
  }));
  expect(inOrder(requests)).toEqual(
    inOrder([
      answered("GET /api/v0/projects/{projectId}", 401),
      answered("GET /api/v0/projects/{projectId}", 404),
      answered("DELETE", 405),
      answered("GET", 200),
    ]),
  );
  expect(spans.map(({ status }) => status)).not.toContain("ERROR");
});

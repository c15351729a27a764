import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Validator } from "@seriousme/openapi-schema-validator";
import { createSchema } from "../../src/graphql/schema.ts";
import { packageFile } from "../../src/system/package-files.ts";
import type { Arrange } from "../../src/rest/define-route.ts";
import { composeDocument } from "../../src/rest/openapi/compose-document.ts";
import type { Reference } from "../../src/rest/openapi/document-types.ts";
import type { JsonSchema } from "../../src/rest/openapi/json-schema.ts";
import { createMatcher } from "../../src/rest/router.ts";
import { basePath } from "../../src/http/requests/base-path.ts";
import type { DocumentedPath } from "../../src/rest/define-route.ts";
import { routes } from "../../src/rest/routes/index.ts";
import { expect, test } from "../support/test.ts";

const document = composeDocument(routes, createSchema());
const operationOf = (path: string) => document.paths[path.replaceAll(/:(\w+)/g, "{$1}")]?.get;

test("the document is valid OpenAPI 3.1, and all its references exist", async () => {
  const validator = new Validator();
  const { errors } = await validator.validate(structuredClone({ ...document }));
  expect(errors).toBeUndefined();
  expect(validator.version).toBe("3.1");
  validator.resolveRefs();
  const { info: _, ...broken } = document;
  expect((await new Validator().validate(structuredClone(broken))).valid).toBe(false);
});

test("what is routed under v0 is what is documented, GET and nothing else", () => {
  const match = createMatcher(routes);
  const paths = Object.entries(document.paths);
  const matched = paths.map(([path]) => match(`${basePath}${path.replaceAll(/\{\w+\}/g, "a1")}`));
  expect(matched.map((found) => found?.route)).toEqual(routes);
  for (const [index, [path, operations]] of paths.entries()) {
    expect(Object.keys(operations)).toEqual(["get"]);
    expect(operations.get.operationId).toBe(matched[index]?.route.name);
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "a1"]);
    expect(matched[index]?.ids).toEqual(Object.fromEntries(names));
  }
});

test("a path is routed whole or not at all, with its ids as they were received", () => {
  const match = createMatcher(routes);
  const others = [
    "/projects/",
    "/projects//sensors/b/events",
    "/Projects",
    "/projects/a/sensors/b",
  ];
  for (const path of [...others, "", "/"]) expect(match(`${basePath}${path}`)).toBeNull();
  expect(match("/projects")).toBeNull();
  expect(match(`${basePath}/projects/a%2Fb`)?.ids).toEqual({ projectId: "a%2Fb" });
});

test("a route with an undescribed id does not compile", () => {
  const path: DocumentedPath<"/projects/:projectId"> = "/projects/:projectId";
  // @ts-expect-error: `pathParameters` has no `thingId`.
  const undescribed: DocumentedPath<"/things/:thingId"> = "/things/:thingId";
  expect([path, undescribed]).toHaveLength(2);
});

test("a body of anything but whole fields of its document does not compile", () => {
  type Read = { readonly project: { readonly name: string } };
  const whole: Arrange<Read> = ({ project }) => ({ data: project });
  // @ts-expect-error: the schema of a project has no schema of its name for `present`.
  const part: Arrange<Read> = ({ project }) => ({ data: project.name });
  // @ts-expect-error: `count` has no schema.
  const more: Arrange<Read> = ({ project }) => ({ data: project, count: 1 });
  expect([whole, part, more]).toHaveLength(3);
});

test("every object and every enumeration of an answer is open, and each member is described", () => {
  expect(JSON.stringify(document.components)).not.toMatch(/"(?:additionalProperties|enum)":/);
  const { Problem: _, ...schemas } = document.components.schemas;
  let properties = 0;
  for (const [name, schema] of Object.entries(schemas)) {
    assert.ok(schema["description"], name);
    if (schema["type"] !== "object") continue;
    for (const [member, described] of Object.entries(schema["properties"] as object)) {
      assert.ok((described as JsonSchema)["description"], `${name}.${member}`);
      properties += 1;
    }
  }
  expect(properties).toBeGreaterThan(80);
});

interface ObjectSchema {
  readonly properties?: object;
  readonly required?: readonly string[];
  readonly dependentRequired?: object;
}

test("the status of a problem is a whole number", () => {
  const { properties } = document.components.schemas["Problem"] as {
    properties: Readonly<Record<string, JsonSchema>>;
  };
  expect(properties["status"]).toEqual({
    type: "integer",
    "x-extensible-enum": [400, 401, 403, 404, 405, 416, 431, 429, 503],
  });
});

test("both audio fields of a record are omitted unless requested", () => {
  for (const name of ["Sample", "SoundEvent"]) {
    const {
      properties = {},
      required = [],
      dependentRequired,
    } = document.components.schemas[name] as ObjectSchema;
    const optional = Object.keys(properties).filter((member) => !required.includes(member));
    expect(optional).toEqual(["audioUrl", "audioExpiresAt"]);
    expect(dependentRequired).toEqual({
      audioUrl: ["audioExpiresAt"],
      audioExpiresAt: ["audioUrl"],
    });
  }
});

test("every route documents its scope, its answer and its errors", () => {
  for (const route of routes) {
    const operation = operationOf(route.path);
    expect(operation).toMatchObject({
      operationId: route.name,
      summary: route.summary,
      security: [{ apiKey: [route.scope] }],
    });
    expect(operation?.description).toContain(route.scope);
    const isAudio = route.present === null;
    expect(Object.keys(operation?.responses ?? {}).map(Number)).toEqual(
      [200, 206, 400, 401, 403, 404, 405, 416, 429, 431, 503].filter((status) =>
        status === 206 || status === 416 ? isAudio : status !== 404 || route.path.includes(":"),
      ),
    );
  }
});

test("every error is a plain reference to the one schema of problems", () => {
  for (const [name, { content }] of Object.entries(document.components.responses)) {
    for (const { schema } of Object.values(content)) {
      expect(schema, name).toEqual({ $ref: "#/components/schemas/Problem" });
    }
  }
});

test("the texts are those of REST, the ids those of no site, and the version that of the release", async () => {
  const texts = JSON.stringify(document);
  expect(texts).not.toMatch(/demo-|GraphQL|: true`|are null\.|\bargument|`[A-Z]+_[A-Z_]+`/);
  const { version } = JSON.parse(await readFile(packageFile("package.json"), "utf8"));
  expect(document.info.version).toBe(version);
});

test("every id of a path has an example in its form, which no page fills in", () => {
  for (const [path, { get }] of Object.entries(document.paths)) {
    for (const { name, in: where, schema, ...parameter } of get.parameters) {
      if (where !== "path") continue;
      const { pattern, examples } = schema as { pattern: string; examples: readonly string[] };
      expect(examples, `${path} ${name}`).toEqual([expect.stringMatching(pattern)]);
      expect(parameter).not.toHaveProperty("example");
    }
  }
});

test("every route documents exactly the error codes that it can answer", () => {
  for (const route of routes) {
    const codesOf = (status: number) => {
      const reference = operationOf(route.path)?.responses[status] as Reference | undefined;
      const response = document.components.responses[reference?.$ref.split("/").at(-1) ?? ""];
      return Object.keys(response?.content["application/json"]?.examples ?? {});
    };
    const isPage = /measurements|events/.test(route.path);
    expect(codesOf(400), route.path).toEqual([
      "invalid_request",
      ...(isPage ? ["cursor_out_of_range"] : []),
    ]);
    expect(codesOf(503), route.path).toEqual([
      ...(isPage ? ["contract_unavailable"] : []),
      "unavailable",
    ]);
  }
});

test("the API key is a header field", () => {
  expect(document.components.securitySchemes["apiKey"]).toMatchObject({
    type: "apiKey",
    in: "header",
    name: "svc-api-key",
    description: expect.stringContaining("Bearer amk0."),
  });
});

test("the document is served without an API key", async ({ get }) => {
  const response = await get("/openapi.json");
  expect(response.status()).toBe(200);
  expect(response.headers()["content-type"]).toBe("application/json; charset=utf-8");
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(document)));
});

import { readdir, readFile } from "node:fs/promises";
import { buildSchema, Kind } from "graphql";
import { compileOperation } from "../../src/graphql/compile-operation.ts";
import {
  compileDocument,
  createDocumentCache,
  interpretDocument,
} from "../../src/graphql/execute.ts";
import { parseDocument } from "../../src/graphql/parse-document.ts";
import { createSchema } from "../../src/graphql/schema.ts";
import type { OperationContext } from "../../src/operations/operation-context.ts";
import { expect, test } from "../support/test.ts";

const schema = createSchema();

function isCompiled(text: string): boolean {
  const document = parseDocument(text);
  const [operation] = document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error("an operation comes first");
  return compileOperation(schema, document, operation) !== null;
}

test("the document of every route is compiled", async () => {
  const folder = "src/rest/routes";
  const names = (await readdir(folder)).filter((name) => name.endsWith(".graphql"));
  const verdicts = await Promise.all(
    names.map(async (name) => [name, isCompiled(await readFile(`${folder}/${name}`, "utf8"))]),
  );
  expect(verdicts).toHaveLength(6);
  expect(verdicts).toEqual(names.map((name) => [name, true]));
});

const sensors = "{ projects { id sensors { id latest { Leq limit } } } }";

/** Documents, and whether they are compiled. */
const documents: readonly (readonly [string, string, boolean])[] = [
  ["a dashboard's", sensors, true],
  ["one with a fragment", "query { projects { ...P } } fragment P on Project { id }", true],
  ["one that names its types", "{ __typename projects { __typename } }", true],
  ["introspection", "{ __schema { types { name } } }", false],
  ["introspection of one type", '{ __type(name: "Sample") { name } }', false],
  ["one with the response key __proto__", "{ __proto__: projects { id } }", false],
  [
    "one with a response key that the compiler trips over",
    "{ constructor: projects { id } }",
    false,
  ],
  ["one of 8,192 characters", sensors.padEnd(8192), true],
  ["a longer one", sensors.padEnd(8193), false],
];

for (const [what, text, compiled] of documents) {
  test(`${what} is ${compiled ? "compiled" : "interpreted"}`, () => {
    expect(isCompiled(text)).toBe(compiled);
  });
}

const broken = buildSchema("type Query { project: Project } type Project { name: String! }");
const context = {} as OperationContext;

for (const [name, prepare] of [
  ["compiled", compileDocument],
  ["interpreted", interpretDocument],
] as const) {
  test(`${name}, a null of a non-null field is an internal error`, async () => {
    const project = broken.getQueryType()?.getFields()["project"];
    Object.assign(project ?? {}, { resolve: () => ({ name: null }) });
    const { data, errors } = await prepare(
      broken,
      parseDocument("{ project { name } }"),
      null,
    )({}, context);
    expect(data).toEqual({ project: null });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.message).toBe("Cannot return null for non-nullable field Project.name.");
    expect(errors?.[0]?.path).toEqual(["project", "name"]);
    expect(errors?.[0]?.originalError).toBeInstanceOf(Error);
  });
}

test("a document is compiled the second time, and then cached", () => {
  const prepare = createDocumentCache();
  const ask = (text: string) => prepare(schema, parseDocument(text), null);
  const first = ask(sensors);
  const second = ask(sensors);
  expect(second).not.toBe(first);
  expect(ask(sensors)).toBe(second);
  expect(ask(`${sensors} `)).not.toBe(second);
});

test("the cache is bounded by the length of the documents", () => {
  const prepare = createDocumentCache();
  const ask = (text: string) => prepare(schema, parseDocument(text), null);
  ask(sensors);
  const kept = ask(sensors);
  for (let count = 0; count < 40; count++) ask(`${sensors} # ${count}`.padEnd(8000));
  expect(ask(sensors)).not.toBe(kept);
});

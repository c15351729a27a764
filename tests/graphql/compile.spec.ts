import { readdir, readFile } from "node:fs/promises";
import { buildSchema, type GraphQLSchema, isObjectType, Kind } from "graphql";
import { compileOperation } from "../../src/graphql/compile-operation.ts";
import { compileDocument, interpretDocument } from "../../src/graphql/execute.ts";
import { parseDocument } from "../../src/graphql/parse-document.ts";
import { createSchema } from "../../src/graphql/schema.ts";
import type { OperationContext } from "../../src/operations/operation-context.ts";
import { tableOf } from "../support/table.ts";
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

const context = {} as OperationContext;

/** Boxes with a lid, and with items that cannot be read. */
const boxes = buildSchema(`
  enum Order { up down }
  type Query { box(id: ID!, first: Int! = 3, order: Order! = up): Box  boxes: [Box!]! }
  type Box { id: ID!  name: String  lid: Lid  item(id: ID!): Lid }
  type Lid { first: Int  order: Order  length: Int! }
`);
const boxOf = (args: object) => ({ ...args, name: "n", lid: { ...args, length: 7 } });
addResolvers(boxes, "Query", {
  box: (_root: unknown, args: object) => boxOf(args),
  boxes: () => [boxOf({ id: "a" }), boxOf({ id: "b" })],
});
addResolvers(boxes, "Box", {
  item: () => {
    throw new Error("there is none");
  },
});

/** Cases in which a compiler of documents is known to differ from graphql-js, with variables, and what is answered. */
const differences = tableOf(`
  a variable's default decides what is included | query ($on: Boolean = true) { box(id: "a") { id name @include(if: $on) lid @skip(if: $on) { length } } } | {} | "name":"n"
  a variable that is given decides it, too | query ($on: Boolean = true) { box(id: "a") { id name @include(if: $on) lid @skip(if: $on) { length } } } | { "on": false } | "lid":{"length":7}
  the default of a non-null variable is used if the variable is left out | query ($first: Int! = 1, $order: Order! = down) { box(id: "a", first: $first, order: $order) { lid { first order } } } | {} | "first":1,"order":"down"
  a fragment that one place leaves out is answered in another | query ($no: Boolean!) { a: box(id: "a") { id ...N @include(if: $no) } b: box(id: "b") { ...N } } fragment N on Box { name } | { "no": false } | "a":{"id":"a"},"b":{"name":"n"}
  a field that is selected twice has what is included, and no more | query ($no: Boolean!) { a: box(id: "a") @include(if: $no) { name } a: box(id: "a") { id } b: box(id: "b") { id c: lid @include(if: $no) { ...F } ...L } } fragment F on Lid { first } fragment L on Box { c: lid { length } } | { "no": false } | "a":{"id":"a"},"b":{"id":"b","c":{"length":7}}
  a response key may be any name | { box(id: "a") { __proto__: id constructor: id toString: id hasOwnProperty: id then: id } } | {} | "__proto__":"a","constructor":"a","toString":"a","hasOwnProperty":"a","then":"a"
  introspection names types and their lists | { __typename __type(name: "Lid") { name fields { name type { kind ofType { name } } } } } | {} | {"kind":"NON_NULL","ofType":{"name":"Int"}}
  an error in a list leaves the other fields | { boxes { id item(id: "x") { length } } } | {} | "path":["boxes",1,"item"]
`);

for (const [rule, query = "", given = "", part] of differences) {
  test(`compiled and interpreted, ${rule}`, async () => {
    const document = parseDocument(query);
    const answers = [compileDocument, interpretDocument].map(async (prepare) =>
      JSON.stringify(
        await prepare(boxes, document, null).execute(
          JSON.parse(given) as Record<string, unknown>,
          context,
        ),
      ),
    );
    const [compiled = "", interpreted = ""] = await Promise.all(answers);
    expect(JSON.parse(compiled)).toEqual(JSON.parse(interpreted));
    expect(interpreted).toContain(part);
  });
}

const broken = buildSchema("type Query { project: Project } type Project { name: String! }");
for (const [name, prepare] of [
  ["compiled", compileDocument],
  ["interpreted", interpretDocument],
] as const) {
  test(`${name}, a null of a non-null field is an internal error`, async () => {
    addResolvers(broken, "Query", { project: () => ({ name: null }) });
    const { data, errors } = await prepare(
      broken,
      parseDocument("{ project { name } }"),
      null,
    ).execute({}, context);
    expect(data).toEqual({ project: null });
    expect(errors).toHaveLength(1);
    expect(errors?.[0]?.message).toBe("Cannot return null for non-nullable field Project.name.");
    expect(errors?.[0]?.path).toEqual(["project", "name"]);
    expect(errors?.[0]?.originalError).toBeInstanceOf(Error);
  });
}

function addResolvers(
  to: GraphQLSchema,
  type: string,
  resolvers: Readonly<Record<string, unknown>>,
) {
  const found = to.getType(type);
  for (const [name, resolve] of Object.entries(resolvers)) {
    if (isObjectType(found)) Object.assign(found.getFields()[name] ?? {}, { resolve });
  }
}

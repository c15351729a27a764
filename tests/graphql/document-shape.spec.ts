import { getIntrospectionQuery, parse } from "graphql";
import {
  bounds,
  type DocumentShape,
  findShapeIssues,
  measureShape,
} from "../../src/graphql/bounds.ts";
import { expect, test } from "../support/test.ts";

const none: DocumentShape = { depth: 0, fields: 0, aliases: 0 };

const shapes: [document: string, shape: Partial<DocumentShape>][] = [
  ["{ a }", { depth: 1, fields: 1 }],
  ["{ a { b c { d } } e }", { depth: 3, fields: 5 }],
  ["{ x: a { y: b } }", { depth: 2, fields: 2, aliases: 2 }],
  ["{ a @skip(if: true) @skip(if: true) }", { depth: 1, fields: 1 }],
  // Fragments add no depth.
  ["{ ... @a { ... on Query { b } } }", { depth: 1, fields: 1 }],
  [
    "query ($v: Int @a) @b { ...f @c ...f } fragment f on Query @d { x: g { h @e } }",
    { depth: 2, fields: 4, aliases: 2 },
  ],
  ["query A { a } query B { b { c } }", { depth: 2, fields: 3 }],
  ["fragment unused on Query { a { b } }", {}],
  ["{ ...absent }", {}],
  ["{ ...f } fragment f on Query { a ...f }", { depth: 1, fields: 1 }],
  [
    "{ ...f } fragment f on Query { a ...g } fragment g on Query { b ...f }",
    { depth: 1, fields: 2 },
  ],
  ["type Query { a: Int }", {}],
];

for (const [document, shape] of shapes) {
  test(`the shape of ${document} is ${JSON.stringify(shape)}`, () => {
    expect(measureShape(parse(document))).toEqual({ ...none, ...shape });
  });
}

test("fragments that double each other are counted without expanding them", () => {
  const fragments = Array.from(
    { length: 100 },
    (_, index) => `fragment f${index} on Query { ...f${index + 1} ...f${index + 1} }`,
  );
  const document = `{ ...f0 } ${fragments.join(" ")} fragment f100 on Query { a: b }`;
  const most = 2 ** 100;
  expect(measureShape(parse(document))).toEqual({ depth: 1, fields: most, aliases: most });
});

test("each bound is allowed, and one more is an issue", () => {
  const atMost = { depth: bounds.depth, aliases: bounds.aliases, fields: bounds.values };
  expect(findShapeIssues(atMost)).toEqual([]);
  for (const member of ["depth", "aliases", "fields"] as const) {
    const issues = findShapeIssues({ ...atMost, [member]: atMost[member] + 1 });
    const most = atMost[member].toLocaleString("en");
    expect(issues).toEqual([expect.stringContaining(`at most ${most} `)]);
  }
});

test("the longest introspection query is within the bounds", () => {
  const query = getIntrospectionQuery({
    schemaDescription: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    inputValueDeprecation: true,
    oneOf: true,
  });
  const document = parse(query, { maxTokens: bounds.tokens });
  expect(findShapeIssues(measureShape(document))).toEqual([]);
});

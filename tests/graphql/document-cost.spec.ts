import assert from "node:assert/strict";
import {
  getIntrospectionQuery,
  getNamedType,
  getNullableType,
  getOperationAST,
  type GraphQLObjectType,
  isCompositeType,
  isIntrospectionType,
  isListType,
  isObjectType,
  parse,
  validate,
} from "graphql";
import { bounds } from "../../src/graphql/bounds.ts";
import { listSizeOf, valuesOf } from "../../src/graphql/document-values.ts";
import { createSchema } from "../../src/graphql/schema.ts";
import { expect, test } from "../support/test.ts";

const schema = createSchema();
const range = `startAt: "2019-03-10", endAt: "2019-03-11"`;
const sensor = `projectId: "p", sensorId: "s"`;

function cost(text: string, variables: Record<string, unknown> = {}): number {
  const document = parse(text);
  assert.deepEqual(validate(schema, document), [], text);
  const operation = getOperationAST(document, "Q") ?? getOperationAST(document);
  assert(operation);
  return valuesOf(schema, document, operation, variables);
}

const page = (selected: string, limit = "") =>
  `measurements(${sensor}, ${range}${limit}) { ${selected} }`;

const ofSensor = (selected: string) => `sensor(projectId: "p", id: "s") { ${selected} }`;

const buckets = (args: string, bucket = "hour") =>
  ofSensor(`aggregates(${range}, bucket: ${bucket}${args}) { bucket buckets { startAt Leq } }`);

/** A field that is read on its own is ten values. */
const costs: [document: string, cost: number][] = [
  ["{ __typename }", 1],
  [`{ project(id: "p") { id location { latitude } } }`, 10 + 1 + 1 + 1],
  // Items that the data decide count when they have been read.
  [`{ projects { id } }`, 10],
  [`{ project(id: "p") { sensors { id } } }`, 10 + 10],
  // Sensors that are named count themselves.
  [`{ project(id: "p") { sensors(ids: ["a", "b"]) { id name } } }`, 20 + 2 * 2],
  [`{ project(id: "p") { sensors(ids: null) { id } } }`, 20],
  [`query ($ids: [ID!]) { project(id: "p") { sensors(ids: $ids) { id } } }`, 20],
  [`query ($ids: [ID!] = ["a"]) { project(id: "p") { sensors(ids: $ids) { id } } }`, 20 + 1],
  [`{ embeddedMap(projectId: "p") { center sensors { features { id } } } }`, 10 + 1 + 1 + 1],
  // A page counts its limit, or the default of the schema.
  [`{ ${page("cursor data { LAeq Leq }", ", limit: 7")} }`, 10 + 1 + 1 + 7 * 2],
  [`{ ${page("data { LAeq }")} }`, 10 + 1 + 288],
  [`{ ${page("data { ...on Sample { LAeq } }", ", limit: 7")} }`, 10 + 1 + 7],
  [`{ ${page("... { ...f }", ", limit: 7")} } fragment f on MeasurementsPage { data { id } }`, 18],
  [`{ events(${sensor}, ${range}, limit: 9) { data { id } } }`, 10 + 1 + 9],
  // A variable without a value leaves the default, or is refused later.
  [`query ($n: Int!) { ${page("data { id }", ", limit: $n")} }`, 10 + 1 + 288],
  [`query ($n: Int! = 5) { ${page("data { id }", ", limit: $n")} }`, 10 + 1 + 5],
  [`query ($n: Int = 5) { ${page("data { id }", ", limit: $n")} }`, 10 + 1 + 5],
  // Limits that no page may have count as the nearest that one may.
  [`{ ${page("data { id }", ", limit: 2001")} }`, 10 + 1 + 2000],
  [`{ ${page("data { id }", ", limit: -5")} }`, 10 + 1 + 1],
  // Fields that are named twice, or would be skipped, count.
  [`{ ${page("data { a: id b: id id @skip(if: true) }", ", limit: 7")} }`, 10 + 1 + 7 * 3],
  // Sizes of pages do not go further inside than their own records.
  [
    `{ ${page("meta { effectiveRange { startAt } } data { classification { label } }", ", limit: 7")} }`,
    10 + 3 + 1 + 7 * 2,
  ],
  // A list of buckets counts as its argument says, or as the schema does.
  // A day has 24 hours, and clock changes and a cut range may add six.
  [`{ ${buckets("")} }`, 22 + 30 * 2],
  [`{ ${buckets("", "minute")} }`, 22 + 1000 * 2],
  [`{ ${buckets("", "limit")} }`, 22 + 1000 * 2],
  [`{ ${buckets("", "range")} }`, 22 + 2],
  [`{ ${buckets(", maxBuckets: 7")} }`, 22 + 7 * 2],
  [`query ($n: Int!) { ${buckets(", maxBuckets: $n", "minute")} }`, 22 + 1000 * 2],
  [`query ($n: Int! = 5) { ${buckets(", maxBuckets: $n")} }`, 22 + 5 * 2],
  [`{ ${buckets(", maxBuckets: 10001", "limit")} }`, 22 + 10_000 * 2],
  [`{ ${buckets(", maxBuckets: 0")} }`, 22 + 1 * 2],
  [`{ ${ofSensor(`series(${range}) { buckets { Leq } }`)} }`, 21 + 500],
  [`{ ${ofSensor(`series(${range}, maxPoints: 20) { buckets { Leq } }`)} }`, 21 + 20],
  [`{ ${ofSensor(`series(${range}, maxPoints: 9) { buckets { Leq } }`)} }`, 21 + 10],
  [`{ ${ofSensor(`series(${range}, maxPoints: 5001) { buckets { Leq } }`)} }`, 21 + 5000],
  [`{ ${ofSensor(`indicators(${range}) { days { Lden night { seconds } } }`)} }`, 21],
  [`{ ${ofSensor(`weekProfile(${range}) { cells { Leq } }`)} }`, 21 + 168],
  [
    `{ ${ofSensor(`distribution(${range}) { bins { from } exceeded { level } }`)} }`,
    20 + 1 + 100 + 1 + 20,
  ],
  [`{ ${ofSensor(`availability(${range}) { gaps { seconds } }`)} }`, 21],
  [`{ ${ofSensor(`limitAt(at: "2019-03-10") { limit rules { position } }`)} }`, 22],
  [`{ ${page("data { limitExplanation { rules { position } } }", ", limit: 7")} }`, 11 + 7 * 11],
  [`query A { projects { id } } query Q { __typename }`, 1],
  [`{ __schema { types { fields { name } } } }`, 1 + 1 + 100 * (1 + 5)],
];

for (const [document, expected] of costs) {
  test(`${document} costs ${expected}`, () => {
    expect(cost(document)).toBe(expected);
  });
}

test("the page size of a variable is cut to the allowed sizes, and a wrong value counts as the largest", () => {
  const query = `query ($n: Int! = 5) { ${page("data { id }", ", limit: $n")} }`;
  const given: [unknown, number][] = [
    [7, 7],
    [2000, 2000],
    [1e9, 2000],
    [0, 1],
    [null, 288],
    ["7", 2000],
    ["x", 2000],
    [{}, 2000],
    [{ toString: false }, 2000],
    [Number.NaN, 2000],
  ];
  for (const [n, size] of given) assert.equal(cost(query, { n }), 11 + size, JSON.stringify(n));
});

test("every value of the largest page is within the bound of a stranger", () => {
  const text = `{ ${page(allValues, ", limit: 2000")} }`;
  expect(cost(text)).toBe(10 + 1 + 2000 * 22);
  expect(cost(text)).toBeLessThan(bounds.values);
});

const allValues = `data { id datetime fweighting Leq LAeq LCeq LZeq LAFmax LAFmin LCpeak LA10 LA50 LA90
  classification { label confidence model } limit limitSource limitRecalculatedAt audioUrl audioExpiresAt }`;

test("a range counts by its instants, as texts and as coerced values", () => {
  const query = `query ($from: Instant!, $to: Instant!) { ${ofSensor(
    "aggregates(startAt: $from, endAt: $to, bucket: day) { buckets { Leq } }",
  )} }`;
  const [from, to] = ["2019-03-10", "2019-03-16"];
  const texts = cost(query, { from, to });
  expect(texts).toBeLessThan(22 + 20);
  expect(cost(query, { from: Date.parse(from ?? ""), to: Date.parse(to ?? "") })).toBe(texts);
});

test("the buckets of a variable are cut to the allowed counts", () => {
  const query = `query ($n: Int! = 5) { ${buckets(", maxBuckets: $n", "limit")} }`;
  const given: [unknown, number][] = [
    [7, 7],
    [10_000, 10_000],
    [1e9, 10_000],
    [0, 1],
    [null, 1000],
    ["x", 10_000],
  ];
  for (const [n, count] of given) assert.equal(cost(query, { n }), 22 + count * 2, String(n));
});

test("the introspection query of tools is within the bound", () => {
  const introspection = cost(getIntrospectionQuery({ inputValueDeprecation: true }));
  expect(introspection).toBeLessThan(bounds.values);
});

test("every list of objects in the schema has an assumed size, or its page has an argument for it", () => {
  const types = Object.values(schema.getTypeMap()).filter(
    (type) => isObjectType(type) && !isIntrospectionType(type),
  ) as GraphQLObjectType[];
  const fieldsOf = (type: GraphQLObjectType) => Object.values(type.getFields());
  const sizedBy = (type: GraphQLObjectType) =>
    types
      .flatMap(fieldsOf)
      .filter((field) => getNamedType(field.type) === type)
      .map((field) => listSizeOf(schema, field)?.sizedFields ?? []);
  for (const type of types) {
    for (const field of fieldsOf(type)) {
      const isList = isListType(getNullableType(field.type));
      if (!isList || !isCompositeType(getNamedType(field.type))) continue;
      const above = sizedBy(type);
      const isSized = above.length > 0 && above.every((names) => names.includes(field.name));
      const isAssumed = typeof listSizeOf(schema, field)?.assumedSize === "number";
      assert.equal(isAssumed, !isSized, `${type.name}.${field.name}`);
    }
  }
});
